#include "core/xla/meaning/value_meanings.h"

#include "core/base/parallel.h"
#include "core/xla/meaning/sweep.h"

#include <algorithm>
#include <array>

namespace tidemark::xla {
namespace {

constexpr int kDeepestFill = 8; // nested memory without a meaning that is filled from other such memory

constexpr std::uint32_t bit(Category category)
{
    return 1U << static_cast<unsigned>(category);
}

constexpr std::uint32_t kWeights = bit(Category::ModelParameters);
constexpr std::uint32_t kOptimizer = bit(Category::OptimizerState);
constexpr std::uint32_t kCache = bit(Category::KvCache);
constexpr std::uint32_t kInputs = bit(Category::Inputs);
constexpr std::uint32_t kState = bit(Category::OtherState);
constexpr std::uint32_t kUnknown = bit(Category::Unknown);
// Other values that a value depends on.
constexpr std::uint32_t kUnbound = 1U << 10; // a value that the file does not connect with its source
constexpr std::uint32_t kUnsure = 1U << 11; // an argument whose category is not certain, or not known
constexpr std::uint32_t kMemory = 1U << 12; // memory whose content the program does not state, such as scratch memory
constexpr std::uint32_t kKey = 1U << 13; // the state of a random number generator
constexpr std::uint32_t kGradients = 1U << 14;
constexpr std::uint32_t kData = 1U << 15; // the batch or random numbers, other than through gradients only
constexpr unsigned kSure = 16; // where the categories begin that are certain
static_assert(kCategories <= 10);

// Bits for values between gradients and the next values of arguments.
constexpr std::uint8_t kPart = 1; // the value is one of these
constexpr std::uint8_t kOfGradient = 2;
constexpr std::uint8_t kOfOptimizer = 4;
constexpr std::uint8_t kOfUnsure = 8; // an argument that may be optimizer state
constexpr unsigned kOfAll = kOfGradient | kOfOptimizer | kOfUnsure;

/// In the order of ValueRule.
constexpr auto kValueRules = std::to_array<ValueRuleFacts>({
    {Category::Unknown, Role::None, "no rule matched"},
    {Category::Unknown, Role::Held, "", true},
    {Category::Unknown, Role::New, "next value of ", true},
    {Category::Unknown, Role::New, "written at an index into ", true},
    {Category::Unknown, Role::Copy, "rows of ", true},
    {Category::Gradients, Role::Whole, "computed in backward, read by the update of a weight"},
    {Category::OptimizerState, Role::New, "computed from gradients and optimizer state"},
    {Category::OptimizerState, Role::Copy, "computed from optimizer state without gradients"},
    {Category::ModelParameters, Role::Copy, "computed from weights only"},
    {Category::OtherState, Role::Copy, "computed from other state only"},
    {Category::Inputs, Role::Copy, "integers computed from the batch only"},
    {Category::KvCache, Role::Copy, "computed from the cache only"},
    {Category::Constants, Role::Held, "constant of the program"},
    {Category::Constants, Role::Held, "independent of the arguments"},
    {Category::Activations, Role::Backward, "depends on the gradient of the loss"},
    {Category::Activations, Role::Saved, "saved in forward, read in backward"},
    {Category::Activations, Role::Recomputed, "recomputed for backward, as its name says"},
    {Category::Activations, Role::Forward, "depends on the data, and backward does not read it"},
    {Category::Outputs, Role::Held, "a result of the program, but no next value of state"},
    {Category::Unknown, Role::None, "computed from a value that the file does not connect with its source"},
});
static_assert(kValueRules.size() == static_cast<std::size_t>(ValueRule::Unbound) + 1);

Meaning byRule(ValueRule rule, ValueId evidence, bool isCertain = true, ArgumentId argument = {})
{
    return {factsOf(rule).category, factsOf(rule).role, rule, evidence, isCertain, argument};
}

bool isElementByElement(Flow flow)
{
    return isCopy(flow) || flow == Flow::Summed || flow == Flow::Elementwise || flow == Flow::Base
        || flow == Flow::Update;
}

/// Returns whether the category is carried from one run of the program to the next, so that results are its next
/// values.
bool isState(Category category)
{
    return category != Category::Unknown && category != Category::Inputs && category != Category::Constants;
}

/// Runs both functions, in two threads if the graph is large enough for a second thread to pay.
template <class First, class Second>
void inTwoThreads(const HloGraph& graph, First first, Second second)
{
    constexpr std::size_t kWorthAThread = 1 << 14; // values
    const std::size_t threads = graph.valueCount() < kWorthAThread ? 1 : 2;
    forEachInParallel(
        2, {}, "facts of values", [&](std::size_t i) { i == 0 ? first() : second(); }, threads);
}

} // namespace

const ValueRuleFacts& factsOf(ValueRule rule)
{
    return kValueRules[static_cast<std::size_t>(rule)];
}

Result<std::unique_ptr<const ValueMeanings>> ValueMeanings::of(const HloModule& module, const Progress& progress)
{
    Result<HloGraph> graph = HloGraph::build(module, progress);
    if (!graph)
        return graph.error();
    std::unique_ptr<const ValueMeanings> result(new ValueMeanings(std::move(*graph)));
    if (progress.cancelled())
        return Progress::cancelledError();
    return result;
}

ValueMeanings::ValueMeanings(HloGraph graph)
    : m_graph(std::move(graph))
    , m_madeOf(m_graph.valueCount(), 0)
    , m_part(m_graph.valueCount(), 0)
    , m_isPartial(m_graph.valueCount(), false)
    , m_isReadBackward(m_graph.valueCount(), false)
{
    inTwoThreads(
        m_graph, [this] { m_arguments = Arguments(m_graph); },
        [this] { m_names = Origins(m_graph, Origins::Through::Names); });
    inTwoThreads(
        m_graph, [this] { m_updates = Updates(m_graph, m_arguments); },
        [this] { m_copies = Origins(m_graph, Origins::Through::Copies); });
    m_backward = Backward(m_graph, m_arguments, m_updates);
    inTwoThreads(
        m_graph,
        [this] {
            m_ofArguments = findArgumentMeanings(m_graph, m_arguments, m_updates, m_copies, m_backward);
            markUpdates();
        },
        [this] { sweepReaders(); });
    inTwoThreads(
        m_graph,
        [this] {
            sweepSources();
            findFilled();
        },
        [this] { markSums(); });
}

/// Returns the argument that a loop carries in the value and trains. The gradients in its next value do not count for
/// the next iteration.
ArgumentId ValueMeanings::trainedRound(ValueId value) const
{
    const ArgumentId argument = m_updates.carriedRound(value);
    return argument && m_ofArguments.isOfGradients(*m_updates.of(argument)) ? argument : ArgumentId();
}

void ValueMeanings::markUpdates()
{
    const auto& updates = m_updates.all();
    bool isAny = false;
    for (const ValueId value : m_part.ids())
        if (m_ofArguments.isGradient[value])
            m_part[value] |= kPart | kOfGradient;
    for (const UpdateId i : updates.ids()) {
        const Update& update = updates[i];
        if (Place& place = m_places[m_names.of(update.value)]; !place.memory)
            place.memory = i;
        markResult(i);
        if (!m_ofArguments.isOfGradients(update))
            continue;
        isAny = true;
        for (const std::vector<ValueId>* const parts : {&update.parts, &update.addedParts})
            for (const ValueId part : *parts)
                m_part[part] |= kPart;
    }
    for (const ArgumentId argument : m_arguments.ids()) {
        std::uint8_t& part = m_part[m_arguments[argument].value];
        const ArgumentMeaning& meaning = meaningOf(argument);
        if (meaning.category == Category::OptimizerState)
            part |= kOfOptimizer;
        else if (meaning.category == Category::Gradients)
            part |= kOfGradient;
        if (!meaning.isCertain || meaning.category == Category::Unknown)
            part |= kOfUnsure;
    }
    if (!isAny)
        return;
    findForward(m_graph, m_part, [this](ValueId value, std::span<const Source> sources) {
        unsigned all = m_part[value];
        if ((all & kPart) == 0)
            return m_part[value];
        if (const ArgumentId argument = trainedRound(value))
            all |= m_part[m_arguments[argument].value] & kOfAll;
        else
            for (const Source& source : sources)
                if (isElementByElement(source.flow))
                    all |= m_part[source.value] & kOfAll;
        return static_cast<std::uint8_t>(all);
    });
}

/// If the result is a copy, stores it at the copied value. For a state that loops carry in a program without training,
/// also stores it at the values that come from the previous iteration: each is the next value there.
void ValueMeanings::markResult(UpdateId result)
{
    const Update& update = m_updates.all()[result];
    const Category category = update.next ? meaningOf(update.next).category : Category::Unknown;
    const bool isCarried = !m_backward.exists && (category == Category::KvCache || category == Category::OtherState);
    ValueId value = update.value;
    for (int depth = 0; value && depth < kDeepestFill; ++depth) {
        const ValueId origin = m_copies.of(value);
        if (Place& place = m_places[origin]; !place.result)
            place.result = result;
        value = isCarried ? m_graph.nextIterationValue(origin) : ValueId();
    }
}

/// Marks partial gradients: those that are later summed over devices, or over steps in a value that a loop carries.
void ValueMeanings::markSums()
{
    const auto isGradient
        = [this](ValueId value) { return (m_part[value] & (kPart | kOfGradient)) == (kPart | kOfGradient); };
    for (const HloGraph::Run& run : m_graph.runs()) {
        if (!run.isLoop())
            continue;
        const InstructionId parameter = m_graph.loopParameter(run.begin);
        for (std::uint32_t k = 0; const ValueId carried = m_graph.findValue(parameter, k); ++k)
            if (const ValueId next = m_graph.findValue(m_graph.calleeRoot(run.begin), k); next && isGradient(carried))
                m_isPartial[carried] = m_graph.nodeOf(m_copies.of(next)).opcode == Opcode::Elementwise;
    }
    markBackward(m_graph, m_isPartial, [&](ValueId value, const Source& source, std::span<const Source>) {
        const bool isAddedTo = source.flow == Flow::Base && m_graph.nodeOf(value).opcode == Opcode::Scatter;
        return isGradient(value) && isGradient(source.value)
            && (source.flow == Flow::Summed || isAddedTo || m_isPartial[value]);
    });
}

/// Finds for each value the categories of the arguments on which it depends, and whether it depends on gradients.
void ValueMeanings::sweepSources()
{
    for (const ArgumentId argument : m_arguments.ids()) {
        const Category category = meaningOf(argument).category;
        const bool isSure = meaningOf(argument).isCertain && category != Category::Unknown;
        std::uint32_t& madeOf = m_madeOf[m_arguments[argument].value];
        madeOf = bit(category) | (isSure ? bit(category) << kSure : kUnsure);
        if (!isState(category))
            madeOf |= kData;
        else if (category == Category::OtherState && m_arguments[argument].isKey())
            madeOf |= kKey;
    }
    const auto isGradientFactor = [this](const Source& source) {
        return source.flow == Flow::Product && (m_madeOf[source.value] & (kGradients | kData)) == kGradients;
    };
    findForward(m_graph, m_madeOf, [&](ValueId value, std::span<const Source> sources) {
        std::uint32_t all = sources.empty() ? madeOfNothing(value) : 0U;
        if (const ArgumentId argument = trainedRound(value)) {
            all = m_madeOf[m_arguments[argument].value];
        } else {
            for (const Source& source : sources)
                all |= m_madeOf[source.value];
            if (sources.size() >= 2 && std::ranges::all_of(sources.first(2), isGradientFactor))
                all |= kOptimizer | (kOptimizer << kSure); // such as the statistics of Shampoo
            if ((m_part[value] & kOfGradient) != 0)
                all = (all & ~(kData | kKey | kUnsure)) | kGradients | ((m_part[value] & kOfUnsure) != 0 ? kUnsure : 0);
        }
        const bool mayBeRandom = (all & (kKey | kData)) == kKey;
        if (mayBeRandom && !m_graph.nodeOf(value).tuple && m_graph.measure(value).elements.value_or(0) > kLargestKey)
            all |= kData;
        return m_madeOf[value] | all;
    });
}

/// Returns the bits of a value without sources that is no argument.
std::uint32_t ValueMeanings::madeOfNothing(ValueId value) const
{
    if (m_arguments.at(value))
        return 0;
    switch (m_graph.nodeOf(value).opcode) {
    case Opcode::Constant:
    case Opcode::Iota:
        return 0;
    case Opcode::Parameter: // its callers do not give it
        return kUnknown | kUnbound | kUnsure;
    case Opcode::Source:
        return m_graph.opcodeName(value) == "infeed" ? kInputs | kData | (kInputs << kSure) : kMemory;
    default:
        return kMemory;
    }
}

std::vector<InstructionId> ValueMeanings::unboundParameters() const
{
    std::vector<InstructionId> result;
    forEachInstruction(m_graph, [&](InstructionId i) {
        const bool isParameter = m_graph.node(i).opcode == Opcode::Parameter && m_graph.caller(i);
        if (isParameter && m_graph.values(i) > 0 && m_graph.sources(m_graph.value(i)).empty())
            result.push_back(i);
    });
    return result;
}

/// Marks the values that the backward part reads, also through copies and stacks.
void ValueMeanings::sweepReaders()
{
    if (!m_backward.exists)
        return;
    // A value inside a fusion takes no memory. Its readers read the values from which it is computed.
    markBackward(m_graph, m_isReadBackward, [this](ValueId value, const Source& source, std::span<const Source>) {
        const auto isWay = [&] {
            return m_graph.nodeOf(value).isOnTheWay || isCopy(source.flow) || source.flow == Flow::Base
                || source.flow == Flow::Update;
        };
        return (m_backward.isBackward(value) || (m_isReadBackward[value] && isWay()))
            && !m_backward.isBackward(source.value);
    });
}

/// Returns the memory of which a value is a copy, if that has no content of its own, as an identity matrix has.
/// Otherwise returns the memory of the value.
ValueId ValueMeanings::emptyOrigin(ValueId value) const
{
    const ValueId origin = m_copies.of(value);
    const Opcode opcode = m_graph.nodeOf(origin).opcode;
    const bool isEmpty = opcode == Opcode::Broadcast || opcode == Opcode::Source || opcode == Opcode::CustomCall;
    return isEmpty ? origin : m_names.of(value);
}

/// Finds memory that a loop or a write fills. It has the meaning of the data that fills it.
void ValueMeanings::findFilled()
{
    forEachInstruction(m_graph, [this](InstructionId i) {
        const Opcode opcode = m_graph.node(i).opcode;
        if (opcode == Opcode::DynamicUpdateSlice || opcode == Opcode::Scatter) {
            const auto sources = m_graph.sources(m_graph.value(i));
            if (sources.empty() || m_updates.writtenInto(sources[0].value))
                return;
            const ValueId base = emptyOrigin(sources[0].value);
            const ValueId stack = m_copies.of(sources[0].value);
            if (categoriesIn(base) == 0)
                m_places[base].filledBy = m_graph.value(i);
            for (const Source& source : sources)
                if (source.flow == Flow::Update)
                    for (const ValueId place : {stack, m_graph.value(i)})
                        m_places[place].filling = source.value;
        }
        const InstructionId parameter = opcode == Opcode::While ? m_graph.loopParameter(i) : InstructionId();
        for (std::uint32_t k = 0; const ValueId carried = m_graph.findValue(parameter, k); ++k) {
            const ValueId entering = m_graph.findValue(m_graph.operand(i), k);
            if (entering && categoriesIn(entering) == 0 && categoriesIn(carried) != 0
                && m_copies.of(carried) == carried)
                m_places[emptyOrigin(entering)].filledBy = carried;
        }
    });
}

bool ValueMeanings::isWithinOneFusion(ValueId a, ValueId b) const
{
    const ComputationId computation = m_graph.nodeOf(a).computation;
    const InstructionId caller = m_graph.computation(computation).caller;
    return computation == m_graph.nodeOf(b).computation && caller && m_graph.node(caller).opcode == Opcode::Call;
}

Meaning ValueMeanings::ofArgument(ArgumentId argument) const
{
    Meaning meaning = byArgument(argument, ValueRule::Argument);
    meaning.role = meaning.category == Category::Unknown ? Role::None : meaning.role;
    return meaning;
}

/// The meaning of a value that has the category of an argument.
Meaning ValueMeanings::byArgument(ArgumentId argument, ValueRule rule) const
{
    Meaning meaning = byRule(rule, m_arguments[argument].value, meaningOf(argument).isCertain, argument);
    meaning.category = meaningOf(argument).category;
    return meaning;
}

Meaning ValueMeanings::ofValue(ValueId value) const
{
    const ValueId name = m_names.of(value);
    const ValueId origin = m_copies.of(value);
    Meaning meaning = decide(origin, 0);
    const bool isOfBackward = meaning.rule == ValueRule::Gradient || meaning.rule == ValueRule::OptimizerStep
        || meaning.rule == ValueRule::Backward || meaning.rule == ValueRule::Saved;
    if (isOfBackward && !m_backward.isCertain)
        meaning.isCertain = false;
    if (name == origin || isWithinOneFusion(name, origin) || meaning.category == Category::Unknown)
        return meaning;
    meaning.role = Role::Copy;
    meaning.isCopy = true;
    meaning.evidence = origin;
    return meaning;
}

std::optional<Meaning> ValueMeanings::ofResult(ValueId value) const
{
    const UpdateId result = placeOf(m_names.of(value)).memory;
    if (!result)
        return std::nullopt;
    if (const auto next = nextValue(result))
        return next;
    const Update& update = m_updates.all()[result];
    const Meaning meaning = ofValue(update.value);
    if (meaning.category != Category::Activations && meaning.category != Category::Unknown
        && meaning.category != Category::Constants)
        return meaning;
    const bool isCertain = meaning.isCertain && (!update.next || ofArgument(update.next).isCertain);
    return byRule(ValueRule::Result, update.value, isCertain);
}

/// Returns nullopt if the result is not the next value of a state.
std::optional<Meaning> ValueMeanings::nextValue(UpdateId result) const
{
    const ArgumentId argument = m_updates.all()[result].next;
    if (!argument || !isState(meaningOf(argument).category))
        return std::nullopt;
    return byArgument(argument, ValueRule::NextValue);
}

Meaning ValueMeanings::decide(ValueId value, int depth) const
{
    if (const ArgumentId argument = m_arguments.at(value))
        return ofArgument(argument);
    const Place place = placeOf(value);
    if (const ValueId filling = place.filledBy; filling && depth < kDeepestFill) {
        Meaning meaning = decide(m_copies.of(filling), depth + 1);
        meaning.filledBy = meaning.rule == ValueRule::None ? ValueId() : filling;
        return meaning;
    }
    if (place.result)
        if (const auto next = nextValue(place.result))
            return *next;
    if (const auto meaning = decideUpdate(value))
        return *meaning;
    const ArgumentId into = m_updates.writtenInto(value);
    if (into && isState(meaningOf(into).category)) {
        Meaning meaning = byArgument(into, ValueRule::WrittenInto);
        if (m_updates.isOnlyWithin(into) && m_ofArguments.isOfGradients(*m_updates.of(into)))
            meaning.isCertain
                = false; // weights that an inner training loop adapts are also activations of the outer loss
        return meaning;
    }
    if (const auto meaning = decideRows(value))
        return *meaning;
    if (const auto meaning = decideBySources(value))
        return *meaning;
    const bool isCertain = isSure(value, ValueRule::None);
    if (m_backward.isRecomputed[value])
        return byRule(ValueRule::Recomputed, value, isCertain);
    if (m_backward.isBackward(value))
        return byRule(ValueRule::Backward, value, isCertain);
    if (m_isReadBackward[value])
        return byRule(ValueRule::Saved, value, isCertain);
    return byRule(ValueRule::Forward, value, isCertain);
}

std::optional<Meaning> ValueMeanings::decideUpdate(ValueId value) const
{
    const std::uint8_t part = m_part[value];
    const std::uint32_t madeOf = m_madeOf[value];
    const bool isPart = (part & kOfGradient) != 0;
    if (!isPart && (madeOf & (kGradients | kData)) != kGradients)
        return std::nullopt;
    const bool isUnsure = isPart ? (part & kOfUnsure) != 0 : (madeOf & kUnsure) != 0;
    if (isPart ? (part & kOfOptimizer) != 0 : (madeOf & kOptimizer) != 0)
        return byRule(ValueRule::OptimizerStep, value, !isUnsure);
    Meaning meaning = byRule(ValueRule::Gradient, value, !isUnsure);
    meaning.role = isPart && m_isPartial[value] ? Role::Partial : meaning.role;
    return meaning;
}

/// For a selection between an array and values that depend on no argument, returns the array. JAX fills in such values
/// for rows that are gathered from outside of a table. Returns other values as they are.
ValueId ValueMeanings::withoutFill(ValueId value) const
{
    const auto sources = m_graph.sources(value);
    if (m_graph.nodeOf(value).opcode != Opcode::Select || sources.size() != 3)
        return value;
    if (m_arguments.isOfNone(sources[1].value))
        return sources[2].value;
    return m_arguments.isOfNone(sources[2].value) ? sources[1].value : value;
}

/// Rows of the batch, of a cache or of optimizer state are a copy of a part of it, whatever decides which rows. Rows of
/// weights are activations.
std::optional<Meaning> ValueMeanings::decideRows(ValueId value) const
{
    const auto sources = m_graph.sources(m_copies.of(withoutFill(value)));
    if (sources.empty() || sources[0].flow != Flow::Table)
        return std::nullopt;
    const ValueId table = m_copies.of(sources[0].value);
    const ArgumentId argument = m_updates.writtenInto(table);
    const Category category = argument ? meaningOf(argument).category : Category::Unknown;
    if (category != Category::Inputs && category != Category::KvCache && category != Category::OptimizerState)
        return std::nullopt;
    return byArgument(argument, ValueRule::Rows);
}

/// Returns the rule that decides a value made of these categories, as bits; None for a value that depends on the data.
ValueRule ValueMeanings::ruleOfSources(ValueId value, std::uint32_t madeOf) const
{
    if (madeOf == kWeights)
        return ValueRule::OfWeights;
    if ((madeOf & ~(kOptimizer | kState | kWeights)) == 0 && (madeOf & kOptimizer) != 0)
        return ValueRule::OfOptimizer;
    if (madeOf == kCache)
        return ValueRule::OfCache;
    if (madeOf == kInputs && isIntegerType(elementType(m_graph.shapeOf(value))))
        return ValueRule::OfInputs;
    if (madeOf == kState && m_graph.measure(value).elements == 1)
        return ValueRule::OfState;
    return ValueRule::None;
}

/// Returns whether the rule decides the value whatever the uncertain arguments are on which it depends.
bool ValueMeanings::isSure(ValueId value, ValueRule rule) const
{
    if ((m_madeOf[value] & kUnsure) == 0)
        return true;
    const std::uint32_t sure = (m_madeOf[value] >> kSure) & ((1U << kCategories) - 1);
    return std::ranges::all_of(std::array{kWeights, kOptimizer, kCache, kInputs, kState},
                               [&](std::uint32_t other) { return ruleOfSources(value, sure | other) == rule; });
}

std::optional<Meaning> ValueMeanings::decideBySources(ValueId value) const
{
    const std::uint32_t madeOf = categoriesIn(value);
    const auto meaning
        = [&](ValueRule rule) { return byRule(rule, value, isSure(value, rule), m_arguments.only(value)); };
    if (madeOf == 0 && m_graph.nodeOf(value).opcode == Opcode::Constant)
        return meaning(ValueRule::Constant);
    if (madeOf == 0 && (m_madeOf[value] & kMemory) == 0)
        return meaning(ValueRule::Independent);
    if (madeOf == 0)
        return Meaning{Category::Activations, Role::Forward, ValueRule::Independent, value, false};
    if (madeOf == kUnknown && (m_madeOf[value] & kUnbound) != 0)
        return byRule(ValueRule::Unbound, value);
    if (madeOf == kUnknown)
        return Meaning{};
    const ValueRule rule = ruleOfSources(value, madeOf);
    return rule == ValueRule::None ? std::nullopt : std::optional(meaning(rule));
}

} // namespace tidemark::xla
