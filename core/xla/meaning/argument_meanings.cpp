#include "core/xla/meaning/argument_meanings.h"

#include "core/base/by_group.h"
#include "core/base/text.h"
#include "core/shapes/element_type.h"
#include "core/xla/meaning/attended.h"
#include "core/xla/meaning/sweep.h"

#include <algorithm>
#include <array>

namespace tidemark::xla {
namespace {

constexpr int kRounds = 4; // the meaning of one argument can decide that of others

constexpr std::array<std::string_view, 21> kReasons = {
    "no rule matched",
    "its path says ",
    "updated with its own gradient",
    "a weight's next value is a copy of its next value",
    "holds an average of weights",
    "multiplied with the data or used as its lookup table, and not updated",
    "the same for the whole batch, summed over by later weights, and not "
    "updated",
    "a table of numbers",
    "rows are added to it at indices",
    "updated with the gradient of a weight, and no gradient depends on it",
    "gradients are added to it, and the program updates no weight",
    "updates of weights depend on it, and no gradient does",
    "only updates read it, and it is not updated",
    "read, and written at an index",
    "keys or values of an attention, and not updated",
    "integers without a next value",
    "multiplied with weights as data, and not updated",
    "one number",
    "the state of a random number generator",
    "has a next value, but is no weight, cache or optimizer state",
    "its path says ",
};

// When a rule applies.
constexpr unsigned kUpdated = 1; // to arguments with a next value that is not just of their shape: x + f(x)
constexpr unsigned kOther = 2; // to other arguments
constexpr unsigned kBatch = 4; // to arguments that may be the batch, before anything else is known
constexpr bool kCertain = true;
constexpr bool kProbable = false;

} // namespace

std::string reasonOf(const ArgumentMeaning& meaning)
{
    std::string reason(kReasons[static_cast<std::size_t>(meaning.rule)]);
    if (!meaning.word.empty())
        reason += "“" + validUtf8(meaning.word) + "”";
    if (meaning.rule == ArgumentRule::WeakPath)
        reason += ", and dataflow does not decide";
    return reason;
}

/// The argument that rules look at.
struct ArgumentMeanings::Case {
    Case(ArgumentMeanings& meanings, ArgumentId argumentId)
        : all(meanings)
        , id(argumentId)
        , argument(meanings.m_arguments[argumentId])
        , update(meanings.m_updates.of(argumentId))
        , hasGradient(update && meanings.m_gradients.areIn(*update))
        , isWritten(update && contains(update->written, argumentId))
        , isAddedTo(update && !hasGradient && !update->addedTerms.empty())
        , uses(meanings.m_uses[argument.value])
    { }
    bool isUsed(unsigned as) const { return (uses & as) != 0; }
    bool isNumber() const { return argument.elements == 1; }
    bool isTraining() const { return all.m_gradients.updateWeights(); }
    /// Attention reads caches that are written at an index.
    bool isCache() const { return isWritten && !hasGradient && all.m_isRead[argument.value]; }
    bool mayHaveDimensions() const
    {
        const bool isScale = isUsed(kScaleOfData) && !isUsed(kRepeated);
        return !argument.isInteger && !isNumber() && !isScale;
    }
    /// Returns whether it is combined with data, and no later round will know more weights that decide.
    bool isScaleOfData() const { return isUsed(kScaleOfData) && (!isUsed(kRepeated) || all.m_round + 1 == kRounds); }
    unsigned when() const
    {
        const bool isOwn
            = argument.isInteger || hasGradient || isWritten || isAddedTo || (update && update->takesOver == id);
        return update && isOwn ? kUpdated : kOther;
    }

    ArgumentMeanings& all;
    ArgumentId id;
    const Argument& argument;
    const Update* update; // null without a next value
    bool hasGradient; // in its next value
    bool isWritten;
    bool isAddedTo;
    unsigned uses;
};

struct ArgumentMeanings::Rule {
    unsigned when;
    ArgumentRule rule;
    Category category;
    bool isCertain;
    bool (*holds)(const Case&);
};

const ArgumentMeanings::Rule ArgumentMeanings::kRules[] = {
    {kUpdated, ArgumentRule::Counter, Category::OtherState, kCertain,
     [](const Case& is) { return is.argument.isInteger && is.isNumber(); }},
    {kUpdated, ArgumentRule::Carried, Category::OtherState, kCertain,
     [](const Case& is) { return is.argument.isInteger; }},
    {kUpdated, ArgumentRule::AddedTo, Category::ModelParameters, kProbable,
     [](const Case& is) { return is.isAddedTo; }},
    {kUpdated, ArgumentRule::Carried, Category::OtherState,
     kProbable, // a queue of a contrastive loss, a memory
     [](const Case& is) { return is.isCache() && is.isTraining(); }},
    {kUpdated, ArgumentRule::Cache, Category::KvCache, kCertain,
     [](const Case& is) { return is.isCache() && !is.all.m_backward.exists(); }},
    {kUpdated, ArgumentRule::Cache, Category::KvCache, kProbable, [](const Case& is) { return is.isCache(); }},
    {kUpdated, ArgumentRule::ServesUpdates, Category::OptimizerState, kProbable,
     [](const Case& is) { return !is.hasGradient && !is.isWritten && is.all.servesUpdates(is.id); }},
    {kUpdated, ArgumentRule::Carried, Category::OtherState, kProbable, [](const Case& is) { return !is.hasGradient; }},
    {kUpdated, ArgumentRule::Weight, Category::ModelParameters, kCertain,
     [](const Case& is) { return is.all.m_gradients.leadsToGradient(is.argument.value); }},
    {kUpdated, ArgumentRule::SumOfGradients, Category::Gradients, kCertain,
     [](const Case& is) { return !is.isTraining() && is.all.isSum(*is.update); }},
    {kUpdated, ArgumentRule::SumOfGradients, Category::Gradients,
     kProbable, // or a sum of squares, which is state
     [](const Case& is) { return !is.isTraining(); }},
    {kUpdated, ArgumentRule::Optimizer, Category::OptimizerState, kCertain, [](const Case&) { return true; }},

    {kOther, ArgumentRule::Batch, Category::Inputs, kCertain,
     [](const Case& is) { return is.isUsed(kFactorOfGradient | kShuffled); }},
    {kOther, ArgumentRule::Gathered, Category::Inputs, kCertain,
     [](const Case& is) { return is.argument.isInteger && !is.isNumber() && !is.argument.isKey(); }},
    {kOther, ArgumentRule::Key, Category::OtherState, kCertain,
     [](const Case& is) { return is.argument.isInteger && !is.isNumber(); }},
    {kOther, ArgumentRule::Table, Category::OtherState, kProbable,
     [](const Case& is) { return is.isUsed(kTable) && is.argument.rank < 2 && !is.argument.isInteger; }},
    {kOther, ArgumentRule::Frozen, Category::ModelParameters, kCertain,
     [](const Case& is) { return is.isUsed(kTable | kFactorOfData) && is.all.m_hasData && !is.argument.isInteger; }},
    {kOther, ArgumentRule::Frozen, Category::ModelParameters,
     kProbable, // either factor may be the data
     [](const Case& is) { return is.isUsed(kTable | kFactorOfData) && !is.argument.isInteger; }},
    {kOther, ArgumentRule::Counter, Category::OtherState, kCertain, [](const Case& is) { return is.isNumber(); }},
    {kOther | kBatch, ArgumentRule::Batch, Category::Inputs, kCertain,
     [](const Case& is) { return is.mayHaveDimensions() && is.all.dimensions().isAnyKept(is.argument.value); }},
    {kOther | kBatch, ArgumentRule::Layer, Category::ModelParameters, kCertain,
     [](const Case& is) { return is.mayHaveDimensions() && is.all.dimensions().isAnySummed(is.argument.value); }},
    {kOther, ArgumentRule::Batch, Category::Inputs,
     kCertain, // in round 0 it may be a frozen weight
     [](const Case& is) { return is.isUsed(kFactorOfWeight) && is.all.m_round > 0; }},
    {kOther, ArgumentRule::Kept, Category::OptimizerState, kProbable,
     [](const Case& is) { return is.all.isKept(is.id); }},
    {kOther, ArgumentRule::Frozen, Category::ModelParameters, kProbable,
     [](const Case& is) { return is.isUsed(kScaleOfData) && is.isUsed(kRepeated) && !is.all.m_backward.exists(); }},
    {kOther, ArgumentRule::Batch, Category::Inputs, kProbable,
     [](const Case& is) { return is.isScaleOfData() || is.isUsed(kChoice); }},
};

ArgumentMeanings::ArgumentMeanings(const HloGraph& graph, const GraphFacts& facts, const Backward& backward)
    : m_graph(graph)
    , m_arguments(*facts.arguments)
    , m_updates(*facts.updates)
    , m_backward(backward)
    , m_copies(*facts.copies)
    , m_gradients(graph, m_arguments, m_updates, backward)
    , m_all(m_arguments.size())
    , m_weak(m_arguments.size())
    , m_isDoubtful(m_arguments.size(), false)
    , m_isInSums(m_arguments.size(), false)
    , m_uses(graph.valueCount(), 0)
{
    for (const Update& update : m_updates.all())
        if (update.next)
            for (const ArgumentId id : update.made)
                m_isInSums[id] = true;
    readPaths(facts.paths);
    doubtPaths();
    if (isAnyOpen())
        findRead();
    for (const ArgumentId id : m_all.ids())
        if (const Update* const update = m_updates.of(id); update && m_gradients.areIn(*update))
            decideByRules(id, kUpdated);
    decideMasters();
    if (isAnyOpen())
        findRandom();
    for (m_round = 0; m_round < kRounds && isAnyOpen(); ++m_round) {
        m_dimensions.reset();
        m_isSupposing = std::ranges::any_of(m_all, [](const ArgumentMeaning& meaning) { return !meaning.isCertain; });
        findData();
        findUses();
        for (const ArgumentId id : m_all.ids())
            if (m_updates.of(id))
                decideByRules(id, kUpdated | kOther);
        decideMasters();
        if (m_round == 0 && !m_backward.exists())
            decideAttended();
        for (const ArgumentId id : m_all.ids())
            if (!m_updates.of(id))
                decideByRules(id, kOther);
    }
    for (const ArgumentId id : m_all.ids())
        if (isOpen(id) && m_weak[id].category != Category::Unknown)
            m_all[id] = {m_weak[id].category, ArgumentRule::WeakPath, m_weak[id].word, false};
    if (m_backward.exists() && !m_backward.isCertain())
        for (ArgumentMeaning& meaning : m_all)
            meaning.isCertain = meaning.rule == ArgumentRule::Path;
}

bool ArgumentMeanings::isAnyOpen() const
{
    return std::ranges::find(m_all, Category::Unknown, &ArgumentMeaning::category) != m_all.end();
}

/// Decides an argument that is open by the first rule that holds.
void ArgumentMeanings::decideByRules(ArgumentId id, unsigned when)
{
    if (!isOpen(id))
        return;
    const Case is(*this, id);
    if (when != kBatch)
        when &= is.when();
    for (const Rule& rule : kRules)
        if ((rule.when & when) != 0 && rule.holds(is))
            return decide(id, rule.category, rule.rule, rule.isCertain);
}

void ArgumentMeanings::readPaths(const IdVector<ArgumentId, std::optional<PathMeaning>>& paths)
{
    for (const ArgumentId id : m_all.ids()) {
        const std::optional<PathMeaning>& meaning = paths[id];
        if (!meaning)
            continue;
        if (meaning->isWeak)
            m_weak[id] = *meaning;
        else
            m_all[id] = {meaning->category, ArgumentRule::Path, meaning->word};
        m_isDoubtful[id] = meaning->isDoubtful;
    }
}

/// Checks doubtful meanings: an argument updated with gradients is a weight if gradients depend on it, otherwise
/// optimizer state.
void ArgumentMeanings::doubtPaths()
{
    bool isAny = false;
    for (const ArgumentId id : m_all.ids()) {
        const Update* const update = m_isDoubtful[id] ? m_updates.of(id) : nullptr;
        if (m_isDoubtful[id] && m_all[id].category == Category::ModelParameters && isKept(id))
            decide(id, Category::OptimizerState, ArgumentRule::Kept);
        if (!update || m_arguments[id].isInteger || !m_gradients.areIn(*update))
            continue;
        const bool isWeight = m_gradients.leadsToGradient(m_arguments[id].value);
        if (isWeight == (m_all[id].category == Category::ModelParameters))
            continue;
        if (isWeight)
            decide(id, Category::ModelParameters, ArgumentRule::Weight);
        else
            decide(id, Category::OptimizerState, ArgumentRule::Optimizer);
        isAny = true;
    }
    if (isAny)
        decideMasters();
}

/// Returns whether next values that are made of gradients depend on an argument, and no gradient does.
bool ArgumentMeanings::servesUpdates(ArgumentId id)
{
    const Argument& argument = m_arguments[id];
    if (argument.isInteger || argument.elements == 1 || m_gradients.leadsToGradient(argument.value))
        return false;
    if (m_leadsToState.empty()) {
        m_leadsToState.assign(m_graph.valueCount(), false);
        for (const Update& update : m_updates.all())
            if (update.next && m_gradients.areIn(update))
                m_leadsToState[update.value] = true;
        spreadBackward(m_graph, m_leadsToState, [](ValueId) { return false; });
    }
    return m_leadsToState[argument.value];
}

/// Returns whether only updates use an argument without a next value, such as a copy of the initial weights. An
/// argument in the sums of next values is something else, such as a mask, or values towards which weights are pulled.
bool ArgumentMeanings::isKept(ArgumentId id)
{
    return !m_updates.of(id) && !m_isInSums[id] && servesUpdates(id);
}

/// Returns whether all that the update computes is additions.
bool ArgumentMeanings::isSum(const Update& update) const
{
    const auto isAddition = [this](ValueId part) {
        return m_graph.nodeOf(part).opcode != Opcode::Elementwise
            || m_graph.module().opcodeOf(m_graph.definedBy(part)) == "add";
    };
    return std::ranges::all_of(update.parts, isAddition) && std::ranges::all_of(update.addedParts, isAddition);
}

/// Marks what a product or a reduction reads, as attention reads caches, also after rows are picked or elements are
/// scaled.
void ArgumentMeanings::findRead()
{
    m_isRead.assign(m_graph.valueCount(), false);
    sweepBackward(m_graph, [&](ValueId value, std::span<const Source> sources) {
        bool changed = false;
        for (const Source& source : sources) {
            const bool isRead = source.flow == Flow::Product || m_graph.nodeOf(value).opcode == Opcode::Reduce
                || (m_isRead[value] && source.flow != Flow::Mixed && source.flow != Flow::Place);
            if (isRead && !m_isRead[source.value])
                m_isRead[source.value] = changed = true;
        }
        return changed;
    });
}

/// Marks the values that depend on a random key, and those that depend on arrays other than keys.
void ArgumentMeanings::findRandom()
{
    m_random.assign(m_graph.valueCount(), 0);
    bool haveKeys = false;
    for (const ArgumentId id : m_all.ids()) {
        if (m_arguments[id].elements > 1)
            m_random[m_arguments[id].value] = m_arguments[id].isKey() ? kOfKey : kOfArray;
        haveKeys |= m_arguments[id].isKey();
    }
    if (!haveKeys)
        return;
    sweepForward(m_graph, [this](ValueId value, std::span<const Source> sources) {
        unsigned all = m_random[value];
        for (const Source& source : sources)
            all |= m_random[source.value];
        const bool changed = all != m_random[value];
        m_random[value] = static_cast<std::uint8_t>(all);
        return changed;
    });
}

/// Marks the values that depend on the batch, on caches, or on integers that may be either. If no argument is known to
/// be one of these, marks the values that depend on more than one argument.
void ArgumentMeanings::findData()
{
    m_isData.assign(m_graph.valueCount(), false);
    const auto batch
        = m_backward.exists() ? m_backward.firstFactors() : IdVector<ArgumentId, bool>(m_arguments.size(), false);
    m_hasData = false;
    for (const ArgumentId id : m_all.ids()) {
        if (m_round == 0 && m_backward.exists() && !m_updates.of(id) && !batch[id])
            decideByRules(id, kBatch); // its first product may be with frozen weights
        const Category category = m_all[id].category;
        const bool mayBeBatch = category == Category::Unknown && !m_updates.of(id)
            && (m_arguments[id].isInteger ? m_arguments[id].elements > 1 && !m_arguments[id].isKey() : batch[id]);
        if (category == Category::Inputs || category == Category::KvCache || mayBeBatch)
            m_isData[m_arguments[id].value] = m_hasData = true;
    }
    sweepForward(m_graph, [this](ValueId value, std::span<const Source> sources) {
        if (m_isData[value])
            return false;
        bool isData = !m_hasData && m_arguments.isOfMany(value);
        for (const Source& source : sources)
            isData = isData || m_isData[source.value];
        m_isData[value] = isData;
        return isData;
    });
}

bool ArgumentMeanings::isWeight(ValueId value) const
{
    const ArgumentId only = m_arguments.only(value);
    return only && m_all[only].category == Category::ModelParameters;
}

void ArgumentMeanings::findUses()
{
    m_uses.assign(m_graph.valueCount(), 0);
    sweepBackward(m_graph, [this](ValueId value, std::span<const Source> sources) {
        bool changed = false;
        for (const Source& source : sources) {
            std::uint8_t& uses = m_uses[source.value];
            const auto all = static_cast<std::uint8_t>(uses | usesOf(value, source, sources));
            changed |= all != uses;
            uses = all;
        }
        return changed;
    });
}

/// Returns how `value` uses one of its sources.
unsigned ArgumentMeanings::usesOf(ValueId value, const Source& source, std::span<const Source> sources) const
{
    if (source.flow == Flow::Place)
        return m_isData[value] && m_graph.nodeOf(value).opcode == Opcode::Select ? unsigned{kChoice} : 0U;
    const bool isSelected = source.flow == Flow::Table && std::ranges::all_of(sources, [&](const Source& place) {
                                return place.flow != Flow::Place || m_arguments.isOfNone(place.value);
                            }); // always the same rows of it
    const bool isCopy
        = isSelected || source.flow == Flow::Same || source.flow == Flow::Moved || source.flow == Flow::Piece;
    unsigned uses = !m_isData[value] || isCopy ? m_uses[value] : 0U;
    if (source.flow == Flow::Product || source.flow == Flow::Repeated)
        uses &= ~unsigned{kFactorOfGradient}; // a product or broadcast of it meets gradients even if it is frozen
    if (source.flow == Flow::Repeated)
        uses |= kRepeated;
    if (source.flow == Flow::Table)
        for (const Source& place : sources)
            if (place.flow == Flow::Place && !m_arguments.isOfNone(place.value))
                uses |= m_random[place.value] == kOfKey ? kShuffled : kTable;
    if (m_gradients.isUpdate(value))
        return uses;
    for (const Source& other : sources) {
        if (other.value == source.value || other.flow == Flow::Place)
            continue;
        if (source.flow == Flow::Product && other.flow == Flow::Product) {
            if (m_gradients.isGradient(value) && !m_gradients.isOfRows(value))
                uses |= kFactorOfGradient;
            else if (m_isData[other.value] && !m_backward.isBackward(other.value))
                uses |= kFactorOfData;
            else if (isWeight(other.value))
                uses |= kFactorOfWeight;
        } else if ((source.flow == Flow::Elementwise || source.flow == Flow::Mixed) && m_isData[other.value]) {
            uses |= kScaleOfData;
        }
    }
    return uses;
}

/// Finds master weights and running means. If the next value of a weight is a cast of an argument's next value, the
/// argument is the weight at full precision. If weights are added to an argument and it does not return into them,
/// except unchanged, it is their running mean.
void ArgumentMeanings::decideMasters()
{
    const IdVector<UpdateId, Update>& updates = m_updates.all();
    const auto resultsOf = [&](std::vector<ArgumentId> Update::*arguments) {
        return ByGroup<UpdateId>(m_all.size(), [&updates, arguments](const auto& take) {
            for (const UpdateId i : updates.ids())
                for (const ArgumentId id : updates[i].*arguments)
                    take(id.index(), i);
        });
    };
    const ByGroup<UpdateId> madeOf = resultsOf(&Update::made);
    const ByGroup<UpdateId> writtenInto = resultsOf(&Update::written);
    for (const ArgumentId id : m_all.ids()) {
        const Update* const own = m_updates.of(id);
        if (!own || (m_all[id].rule != ArgumentRule::Optimizer && m_all[id].rule != ArgumentRule::ServesUpdates))
            continue;
        std::vector<ArgumentId> made = own->made;
        std::ranges::sort(made);
        std::vector<UpdateId> others(madeOf.of(id.index()).begin(), madeOf.of(id.index()).end());
        for (const ArgumentId each : made)
            if (const UpdateId of = m_updates.idOf(each))
                others.push_back(of);
        std::ranges::sort(others);
        others.erase(std::unique(others.begin(), others.end()), others.end());
        for (const UpdateId i : others) {
            const Update& other = updates[i];
            const bool isWeight
                = other.next && other.next != id && m_all[other.next].category == Category::ModelParameters;
            if (!isWeight)
                continue;
            const bool isMadeOfIt = std::ranges::binary_search(madeOf.of(id.index()), i);
            const bool isPutBack = std::ranges::binary_search(writtenInto.of(id.index()),
                                                              i); // the weight sometimes takes this value
            if (std::ranges::binary_search(made, other.next) && (isPutBack || !isMadeOfIt))
                decide(id, Category::ModelParameters, ArgumentRule::MeanWeight);
            else if (isMadeOfIt
                     && (m_copies.of(own->value) == m_copies.of(other.value) || isComputedAlike(*own, other)))
                decide(id, Category::ModelParameters, ArgumentRule::MasterWeight);
        }
    }
}

/// Decides the keys and values that attention reads, in a program that trains nothing.
void ArgumentMeanings::decideAttended()
{
    IdVector<ArgumentId, bool> mayBe(m_all.size(), false);
    for (const ArgumentId id : m_all.ids())
        mayBe[id] = isOpen(id) && !m_updates.of(id) && !m_arguments[id].isInteger;
    const auto attended = attendedArguments(m_graph, m_arguments, m_copies, m_isData, mayBe);
    for (const ArgumentId id : m_all.ids())
        if (attended[id] == Attended::Certain)
            decide(id, Category::KvCache, ArgumentRule::Attended);
        else if (attended[id] == Attended::Probable)
            decide(id, Category::KvCache, ArgumentRule::Attended, kProbable);
}

const KeptDimensions& ArgumentMeanings::dimensions()
{
    if (!m_dimensions)
        m_dimensions.emplace(m_graph, [this](ValueId product, ValueId value) {
            if (m_backward.isBackward(product))
                return false; // it depends on targets, which are not multiplied with weights
            const bool isOfWeights = m_round > 0 && m_hasData && !m_isData[value] && m_arguments.isOfMany(value);
            return isOfWeights || isWeight(value);
        });
    return *m_dimensions;
}

} // namespace tidemark::xla
