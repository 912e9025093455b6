#include "core/base/text.h"
#include "core/xla/advice/advice.h"

#include "core/shapes/array_shape.h"
#include "core/xla/uses/buffer_uses.h"

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace tidemark::xla {
namespace {

/// Returns whether a value is computed inside a fusion or is only another name, so that it takes no memory.
bool isOnTheWay(const HloGraph& graph, ValueId value)
{
    const GraphNode& node = graph.nodeOf(value);
    const bool isName
        = node.opcode == Opcode::Alias || node.opcode == Opcode::Tuple || node.opcode == Opcode::GetTupleElement;
    const InstructionId caller = graph.caller(graph.definedBy(value));
    return isName || (caller && graph.module().opcodeOf(caller) == "fusion");
}

/// Returns the order of an array's dimensions in memory. Dimensions of size 1 outside the tile are left out, because
/// their position makes no difference.
std::vector<std::int64_t> orderOf(const ArrayShape& array)
{
    const ArrayLayout& layout = *array.layout;
    const std::size_t inTile = layout.tiles.empty() ? 0 : layout.tiles.front().size();
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < layout.minorToMajor.size(); ++i) {
        const std::int64_t dimension = layout.minorToMajor[i];
        const bool isKnown = dimension >= 0 && dimension < static_cast<std::int64_t>(array.dimensions.size());
        if (i < inTile || !isKnown || array.dimensions[static_cast<std::size_t>(dimension)] != 1)
            order.push_back(dimension);
    }
    return order;
}

bool lieAlike(ShapeView one, ShapeView other)
{
    const ArrayShape a = readArrayShape(one);
    const ArrayShape b = readArrayShape(other);
    if (a.type != b.type || a.dimensions != b.dimensions || a.layout.has_value() != b.layout.has_value())
        return false;
    return !a.layout
        || (a.layout->tiles == b.layout->tiles && a.layout->elementBits == b.layout->elementBits
            && orderOf(a) == orderOf(b));
}

/// Returns whether the copy changes only the memory of the array.
bool isPlainCopy(const HloGraph& graph, ValueId to, ValueId from)
{
    return graph.module().opcodeOf(graph.definedBy(to)) == "copy" && lieAlike(graph.shapeOf(to), graph.shapeOf(from));
}

using Step = std::pair<ValueId, bool>; // with whether elements keep their places up to here

/// Returns all values in whose place `to` can be written, if they have its shape. Cost: one look at each value computed
/// between them.
std::set<ValueId> inPlaceSources(const HloGraph& graph, ValueId to)
{
    std::set<ValueId> sources;
    std::set<ValueId> moved;
    std::set<Step> seen;
    std::vector<Step> open{{to, true}};
    while (!open.empty()) {
        const auto [value, isSamePlaceHere] = open.back();
        open.pop_back();
        if (!seen.emplace(value, isSamePlaceHere).second)
            continue;
        for (const Source& source : graph.sources(value)) {
            const bool keepsPlace = source.flow == Flow::Same || source.flow == Flow::Elementwise
                || source.flow == Flow::Base || isPlainCopy(graph, value, source.value);
            const bool isSamePlace = isSamePlaceHere && keepsPlace;
            (isSamePlace ? sources : moved).insert(source.value);
            if (isOnTheWay(graph, source.value))
                open.emplace_back(source.value, isSamePlace);
        }
    }
    std::erase_if(sources, [&](ValueId value) { return moved.contains(value); });
    return sources;
}

/// Returns whether the computation of `to` from `from`, two arrays of one shape, can write each element where it has
/// read it. This holds if every element is read only for the same element of the result. Values between them that are
/// kept in memory end the search, because they are computed at another time. Returns false when it is not known.
/// Source: XLA shares the memory of an operand with its user in these cases: elementwise users, loop fusions and
/// updates at an index. It removes a copy that changes nothing.
bool canBeWrittenInPlace(const HloGraph& graph, ValueId to, ValueId from)
{
    return inPlaceSources(graph, to).contains(from);
}

struct Pair {
    RowId argument;
    RowId output;
};

/// The order in which the program reads and writes rows. It also orders accesses within one step of the axis, and
/// accesses that are not on the axis.
class AccessOrder
{
public:
    explicit AccessOrder(const Evidence& evidence)
        : m_evidence(evidence)
    {
        if (auto order = ProgramOrder::of(evidence.graph()))
            m_order.emplace(std::move(*order));
    }

    /// Returns whether the memory of an argument is free when an output is written, or is freed element by element.
    bool isFreeFor(RowId argument, RowId output) const
    {
        const std::uint32_t written = placeWritten(output);
        const std::optional<std::uint32_t> read = lastRead(argument);
        if (!read)
            return true;
        if (written == ProgramOrder::kNever || *read == ProgramOrder::kNever)
            return false;
        return *read < written || (*read == written && isWrittenInPlace(argument, output));
    }
    /// Returns whether the memory is free if the output is written after all other reads of the argument. This is
    /// possible if nothing in the program reads the output, and it is computed from the argument alone, element by
    /// element.
    bool isFreeIfItWaits(RowId argument, RowId output) const
    {
        const ValueId from = m_evidence.argumentValue(argument);
        return from && nameOf(from) == madeOf(output) && !lastRead(output) && isWrittenInPlace(argument, output);
    }
    /// Returns the one array, besides constants, from which an instruction of the entry computes an output; none
    /// otherwise.
    ValueId madeOf(RowId output) const
    {
        const HloGraph& graph = m_evidence.graph();
        const ValueId to = m_evidence.firstValue(output);
        const InstructionId writer = to ? graph.definedBy(to) : InstructionId();
        ValueId from;
        if (!writer || graph.caller(writer))
            return {};
        for (const InstructionId operand : graph.operands(writer)) {
            if (operand && graph.node(operand).opcode == Opcode::Constant)
                continue;
            const ValueId value = operand && graph.values(operand) == 1 ? nameOf(graph.value(operand)) : ValueId();
            if (!value || (from && from != value))
                return {};
            from = value;
        }
        return from;
    }
    bool canBeFreeFor(RowId argument, RowId output) const
    {
        return isFreeFor(argument, output) || isFreeIfItWaits(argument, output);
    }
    /// Returns the steps at which an output needs its own memory, because the argument is read later.
    IndexRange apart(RowId argument, RowId output) const
    {
        const StepId written = m_evidence.uses().of(output).front().step;
        const std::uint32_t begin = written ? written.value : 0;
        if (canBeFreeFor(argument, output))
            return {begin, begin};
        const StepId last = m_evidence.reads(argument).last;
        return {begin, last && last >= StepId(begin) ? last.value + 1 : m_evidence.timeline().steps};
    }
    /// Returns whether a copy of the argument is read when the output is written, or later, and not element by element.
    /// The compiler must then keep the copy, and may need more memory for it.
    bool isKeptInCopies(RowId argument, RowId output) const
    {
        const ValueId from = m_evidence.argumentValue(argument);
        const ValueId to = m_evidence.firstValue(output);
        const std::uint32_t written = placeWritten(output);
        if (!from || !to || written == ProgramOrder::kNever)
            return false;
        const auto [begin, end] = m_readsOfCopies.equal_range(m_evidence.attribution().values().names().of(from));
        return std::any_of(begin, end, [&](const auto& entry) {
            const Read& read = entry.second;
            return read.place > written
                || (read.place == written && !canBeWrittenInPlace(m_evidence.graph(), to, read.value));
        });
    }
    /// Call this before isKeptInCopies(). Cost: a pass over the instructions.
    void findReadsOfCopies(const std::vector<Pair>& pairs)
    {
        const Origins& names = m_evidence.attribution().values().names();
        const Origins& copies = m_evidence.attribution().values().copies();
        std::set<ValueId> wanted;
        for (const Pair& pair : pairs)
            if (const ValueId value = m_evidence.argumentValue(pair.argument))
                wanted.insert(names.of(value));
        if (wanted.empty())
            return;
        const HloGraph& graph = m_evidence.graph();
        for (const InstructionId reader : m_order ? m_order->instructions() : std::span<const InstructionId>()) {
            const Opcode opcode = graph.node(reader).opcode;
            if (opcode == Opcode::Tuple || opcode == Opcode::GetTupleElement || opcode == Opcode::Alias)
                continue; // they only name other values
            for (const InstructionId operand : graph.operands(reader))
                for (std::uint32_t i = 0; operand && i < graph.values(operand); ++i) {
                    const ValueId value = graph.value(operand, i);
                    const ValueId origin = copies.of(value);
                    if (names.of(value) != origin && wanted.contains(origin))
                        m_readsOfCopies.emplace(origin, Read{m_order->placeOf(reader), value});
                }
        }
    }
    /// The place of the instruction that writes an output.
    std::uint32_t placeWritten(RowId output) const { return placeOf(m_evidence.uses().of(output).front()); }
    /// The place of the last read of an argument; nullopt when nothing reads it.
    std::optional<std::uint32_t> lastRead(RowId argument) const
    {
        std::optional<std::uint32_t> last;
        for (const RowEvent& event : m_evidence.uses().of(argument))
            if (event.kind == RowEventKind::Used || event.kind == RowEventKind::Shared)
                last = std::max(last.value_or(0), placeOf(event));
        return last;
    }

private:
    ValueId nameOf(ValueId value) const { return m_evidence.attribution().values().names().of(value); }
    std::uint32_t placeOf(const RowEvent& event) const
    {
        return m_order && event.actor != RowEvent::kNobody ? m_order->placeOf(InstructionId(event.actor))
                                                           : ProgramOrder::kNever;
    }
    /// Returns whether the instruction that reads the argument last can write the output in place.
    bool isWrittenInPlace(RowId argument, RowId output) const
    {
        const ValueId from = m_evidence.argumentValue(argument);
        const ValueId to = m_evidence.firstValue(output);
        return from && to && canBeWrittenInPlace(m_evidence.graph(), to, from);
    }

    struct Read {
        std::uint32_t place = 0;
        ValueId value;
    };

    const Evidence& m_evidence;
    std::optional<ProgramOrder> m_order;
    std::multimap<ValueId, Read> m_readsOfCopies; // by the copied value
};

/// Finds which outputs can reuse the memory of which arguments. Outputs that are an argument's next value come first,
/// then those computed from an argument element by element, then any of the same shape and size, if possible with an
/// argument that is not read later. The caller keeps weights, optimizer state and caches that have no next value.
class Donations
{
public:
    explicit Donations(const Evidence& evidence)
        : m_evidence(evidence)
        , m_order(evidence)
    {
        for (const RowId row : evidence.rows())
            if (isFree(row))
                m_arguments.push_back(row);
            else if (evidence.isOutputOnly(row) && evidence.size(row) > 0)
                m_outputs.push_back(row);
        // Arguments without a read come last: they need not be passed.
        std::stable_partition(m_arguments.begin(), m_arguments.end(),
                              [&](RowId row) { return evidence.reads(row).isRead; });
    }

    std::vector<Pair> match()
    {
        std::map<std::uint32_t, RowId> byArgument;
        for (const RowId row : m_arguments)
            if (const ArgumentId argument = m_evidence.argument(row))
                byArgument.emplace(argument.value, row);
        const auto rowOf = [&](ArgumentId argument) {
            const auto found = argument ? byArgument.find(argument.value) : byArgument.end();
            return found == byArgument.end() ? RowId() : found->second;
        };
        std::vector<RowId> rest;
        for (const RowId output : m_outputs) {
            const Meaning& meaning = m_evidence.meaning(output);
            const RowId argument = isNext(meaning) ? rowOf(meaning.argument) : RowId();
            if (!argument || !isLike(argument, output))
                rest.push_back(output);
            else
                take(argument, output);
        }
        m_next = m_pairs.size();
        matchMade(rest, rowOf);
        matchShapes(rest, true);
        matchWaiting(rest);
        matchShapes(rest, false);
        return m_pairs;
    }
    /// Returns the number of pairs whose output is the argument's next value. These pairs come first.
    std::size_t next() const { return m_next; }
    const AccessOrder& order() const { return m_order; }
    /// Returns whether an output gets the memory of another argument than in match(), and that memory is not free. The
    /// compiler then makes copies, which need memory.
    /// Source of the order: _set_up_aliases in jax/_src/interpreters/mlir.py: donated arguments of one shape and type
    /// go to results of the same shape and type, in the order of both.
    bool needsCopies()
    {
        std::map<std::uint32_t, RowId> argumentOf; // by output
        for (const Pair& pair : m_pairs)
            argumentOf.emplace(pair.output.value, pair.argument);
        std::map<std::string, std::deque<RowId>> donated = donatedByShape();
        const std::map<ValueId, RowId> outputs = outputsByValue();
        std::vector<Pair> other;
        for (const Update& update : m_evidence.attribution().values().updates().all()) {
            const auto found = donated.find(shapeTextWithoutLayout(m_evidence.graph().shapeOf(update.value)));
            const auto output = outputs.find(m_evidence.attribution().values().names().of(update.value));
            const auto wanted = output == outputs.end() ? argumentOf.end() : argumentOf.find(output->second.value);
            RowId given;
            if (found != donated.end() && !found->second.empty()) {
                given = found->second.front();
                found->second.pop_front();
            }
            if (wanted == argumentOf.end() || given == wanted->second)
                continue;
            if (!given)
                return true;
            other.push_back({given, output->second});
        }
        m_order.findReadsOfCopies(other);
        return std::ranges::any_of(other, [&](const Pair& pair) {
            return !m_order.canBeFreeFor(pair.argument, pair.output)
                || m_order.isKeptInCopies(pair.argument, pair.output);
        });
    }

private:
    using Key = std::tuple<std::string, std::int64_t>;

    /// Returns the arguments whose memory outputs reuse already or can reuse by m_pairs, in parameter order.
    std::map<std::string, std::deque<RowId>> donatedByShape() const
    {
        std::vector<RowId> rows;
        for (const RowId row : m_evidence.rows())
            if (m_evidence.isArgument(row) && (m_evidence.allocation(row).isLiveOut || isTaken(row)))
                rows.push_back(row);
        const BufferAssignment& assignment = m_evidence.plan().assignment();
        std::ranges::stable_sort(rows, [&](RowId a, RowId b) {
            const Allocation& one = m_evidence.allocation(a);
            const Allocation& other = m_evidence.allocation(b);
            if (one.parameterNumber != other.parameterNumber)
                return one.parameterNumber < other.parameterNumber;
            return std::ranges::lexicographical_compare(assignment.indices(one.parameterShapeIndex),
                                                        assignment.indices(other.parameterShapeIndex));
        });
        std::map<std::string, std::deque<RowId>> result;
        for (const RowId row : rows)
            result[shapeTextWithoutLayout(m_evidence.shape(row))].push_back(row);
        return result;
    }
    std::map<ValueId, RowId> outputsByValue() const
    {
        std::map<ValueId, RowId> result;
        for (const Pair& pair : m_pairs)
            if (const ValueId value = m_evidence.firstValue(pair.output))
                result.emplace(m_evidence.attribution().values().names().of(value), pair.output);
        return result;
    }
    bool isFree(RowId row) const
    {
        return m_evidence.isArgument(row) && !m_evidence.allocation(row).isLiveOut && m_evidence.size(row) > 0;
    }
    static bool isNext(const Meaning& meaning)
    {
        return meaning.argument && (meaning.rule == ValueRule::NextValue || meaning.rule == ValueRule::WrittenInto);
    }
    Key keyOf(RowId row) const { return {shapeTextWithoutLayout(m_evidence.shape(row)), m_evidence.size(row)}; }
    bool isTaken(RowId argument) const { return m_isTaken.contains(argument.value); }
    bool isLike(RowId argument, RowId output) const { return !isTaken(argument) && keyOf(argument) == keyOf(output); }
    bool isKept(RowId argument) const
    {
        return m_evidence.mayBeOf(argument, {Category::ModelParameters, Category::OptimizerState, Category::KvCache});
    }
    void take(RowId argument, RowId output)
    {
        m_isTaken.emplace(argument.value, true);
        m_pairs.push_back({argument, output});
    }
    template <class RowOf>
    void matchMade(std::vector<RowId>& outputs, RowOf rowOf)
    {
        std::map<std::uint32_t, const Update*> byValue;
        const Updates& updates = m_evidence.attribution().values().updates();
        const Origins& names = m_evidence.attribution().values().names();
        for (const Update& update : updates.all())
            byValue.emplace(names.of(update.value).value, &update);
        std::erase_if(outputs, [&](RowId output) {
            const ValueId value = m_evidence.firstValue(output);
            const auto found = value ? byValue.find(names.of(value).value) : byValue.end();
            if (found == byValue.end())
                return false;
            std::vector<ArgumentId> made{found->second->next};
            made.insert(made.end(), found->second->made.begin(), found->second->made.end());
            for (const ArgumentId argument : made)
                if (const RowId row = rowOf(argument);
                    row && !isKept(row) && isLike(row, output) && m_order.isFreeFor(row, output)) {
                    take(row, output);
                    return true;
                }
            return false;
        });
    }
    /// Matches outputs that must wait until the one argument from which they are computed is not read any more.
    void matchWaiting(std::vector<RowId>& outputs)
    {
        const Origins& names = m_evidence.attribution().values().names();
        std::map<ValueId, RowId> byValue;
        for (const RowId argument : m_arguments)
            if (const ValueId value = m_evidence.argumentValue(argument);
                value && !isTaken(argument) && !isKept(argument))
                byValue.emplace(names.of(value), argument);
        std::erase_if(outputs, [&](RowId output) {
            const auto found = byValue.find(m_order.madeOf(output));
            const bool canTake = found != byValue.end() && isLike(found->second, output)
                && m_order.isFreeIfItWaits(found->second, output);
            if (canTake)
                take(found->second, output);
            return canTake;
        });
    }
    /// `free`: matches only arguments that are not read any more.
    void matchShapes(std::vector<RowId>& outputs, bool free)
    {
        struct Argument {
            RowId row;
            ValueId value;
            std::optional<std::uint32_t> lastRead;
        };
        constexpr int kMostTried = 1 << 10; // arguments for one output; few programs have more of one shape
        std::map<Key, std::list<Argument>> byShape;
        for (const RowId row : m_arguments)
            if (!isTaken(row) && !isKept(row))
                byShape[keyOf(row)].push_back({row, m_evidence.argumentValue(row), m_order.lastRead(row)});
        std::erase_if(outputs, [&](RowId output) {
            const auto found = byShape.find(keyOf(output));
            if (found == byShape.end() || std::get<0>(found->first).empty())
                return false;
            const std::uint32_t written = m_order.placeWritten(output);
            const ValueId to = free ? m_evidence.firstValue(output) : ValueId();
            const std::set<ValueId> inPlace = to ? inPlaceSources(m_evidence.graph(), to) : std::set<ValueId>();
            const auto isFree = [&](const Argument& argument) {
                const std::optional<std::uint32_t> read = argument.lastRead;
                if (!free || !read)
                    return true;
                const bool isInPlace = read == written && inPlace.contains(argument.value);
                return written != ProgramOrder::kNever && (*read < written || isInPlace);
            };
            auto argument = found->second.begin();
            for (int tried = 0; argument != found->second.end() && !isFree(*argument); ++argument)
                if (++tried == kMostTried)
                    return false;
            if (argument == found->second.end())
                return false;
            take(argument->row, output);
            found->second.erase(argument);
            return true;
        });
    }

    const Evidence& m_evidence;
    AccessOrder m_order;
    std::vector<RowId> m_arguments; // arguments that are not donated, in file order; unread ones last
    std::vector<RowId> m_outputs;
    std::map<std::uint32_t, bool> m_isTaken; // the keys are arguments
    std::vector<Pair> m_pairs;
    std::size_t m_next = 0;
};

/// Returns whether a loop reads or writes the row. The compiler may copy such arrays, so the saving of a donation is an
/// estimate.
bool isUsedByLoop(const Evidence& evidence, RowId row)
{
    return std::ranges::any_of(evidence.uses().of(row), [&](const RowEvent& event) {
        return event.actor != RowEvent::kNobody
            && evidence.graph().node(InstructionId(event.actor)).opcode == Opcode::While;
    });
}

std::vector<Proposal> donation(const Evidence& evidence)
{
    Donations donations(evidence);
    const std::vector<Pair> pairs = donations.match();
    if (pairs.empty())
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    std::vector<RowId> arguments;
    for (const auto& [argument, output] : pairs) {
        const IndexRange apart = donations.order().apart(argument, output);
        proposal.change({output, 0, apart.begin, 0});
        proposal.change({output, apart.end, evidence.timeline().steps, 0});
        finding.rows.push_back(argument);
        arguments.push_back(argument);
    }
    evidence.sum().sortBySize(finding.rows);
    evidence.sum().sortBySize(arguments);
    finding.amounts = {evidence.sum().sizeOf(arguments)};
    const bool needsCopies = donations.needsCopies();
    std::vector<RowId> waiting;
    for (const auto& [argument, output] : pairs)
        if (!donations.order().isFreeFor(argument, output) && donations.order().isFreeIfItWaits(argument, output))
            waiting.push_back(output);
    const bool passesLoop = std::ranges::any_of(finding.rows, [&](RowId row) { return isUsedByLoop(evidence, row); });
    finding.isEstimate = needsCopies || !waiting.empty() || passesLoop;
    finding.text = groupedCount(pairs.size(), "output") + ", %1, could reuse the memory of "
        + (pairs.size() == 1 ? "an argument" : "arguments") + " of the same shape and type that "
        + (pairs.size() == 1 ? "is" : "are") + " not donated: " + evidence.names(arguments);
    const auto next = static_cast<std::int64_t>(donations.next());
    if (next == 1 && pairs.size() == 1)
        finding.text += "; the output is the next value of that argument";
    else if (donations.next() == pairs.size())
        finding.text += "; the outputs are the next values of these arguments";
    else if (next > 0)
        finding.text += "; " + groupedNumber(next) + " of them are the next values of their arguments";
    if (!waiting.empty())
        finding.text += "; this needs the compiler to write " + evidence.names(waiting) + " after the last read of "
            + (waiting.size() == 1 ? "its argument" : "their arguments");
    if (needsCopies)
        finding.text += "; JAX pairs outputs and donated arguments in their order, so the compiler may have to copy";
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kDonation{
    "donation",
    "Donate arguments",
    "The caller does not use these arguments after the call.",
    "JAX, Buffer donation (docs.jax.dev/en/latest/buffer_donation.html)",
    false,
    donation,
};

std::vector<RowId> donatableArguments(const Evidence& evidence)
{
    std::vector<RowId> arguments;
    for (const Pair& pair : Donations(evidence).match())
        arguments.push_back(pair.argument);
    std::ranges::sort(arguments, {}, &RowId::value);
    return arguments;
}

} // namespace tidemark::xla
