#include "core/xla/meaning/updates.h"

#include "core/base/remove_repeated.h"
#include "core/shapes/element_type.h"
#include "core/xla/meaning/sweep.h"

#include <algorithm>

namespace tidemark::xla {

namespace {

constexpr int kDeepestWrites = 4; // nested slices that are written
constexpr int kMostCopies = 64; // between a gather and the write into its result
constexpr std::size_t kBudget = 8; // values that walks may visit, in multiples of the number of values

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more)
{
    all.insert(all.end(), more.begin(), more.end());
}

} // namespace

/// Walks from each result of the program to the arguments and terms that it is made of, and matches results with
/// arguments.
class UpdateFinder
{
public:
    UpdateFinder(const HloGraph& graph, const Arguments& arguments, Updates& result)
        : m_graph(graph)
        , m_arguments(arguments)
        , m_result(result)
        , m_visited(graph.valueCount(), 0)
        , m_budget(kBudget * graph.valueCount())
    { }

    void find()
    {
        const InstructionId root = m_graph.entry()->root;
        const std::vector<ShapeView> shapes = m_graph.shapesOf(root);
        for (std::uint32_t k = 0; k < m_graph.values(root); ++k) {
            Update& update = m_all.emplace_back();
            update.value = m_graph.value(root, k);
            update.shape = shapes[k];
        }
        readAliases();
        findWritten();
        for (Update& update : m_all) {
            static_cast<MadeOf&>(update) = walk({update.value, Way::Same}, 0);
        }
        match();
    }

private:
    /// How a walk reached a value. A value that is only selected is not part of a sum.
    enum class Way : std::uint8_t { Same = 1, Chosen = 2, Computed = 4 };
    static constexpr std::uint32_t kAllWays = 7;
    struct Step {
        ValueId value;
        Way way;
    };
    struct Write {
        ValueId written;
        ValueId into; // the value that it gives
        Way way;
        bool isAdded; // added to rows
    };
    /// What a walk starts from: an array, or rows that are added to one. Such rows may be gathered from rows of others.
    enum class Over : std::uint8_t { Array, Rows };
    struct Start {
        ValueId value;
        Over over;
    };

    void readAliases()
    {
        const InstructionId root = m_graph.entry()->root;
        for (const InputOutputAlias& alias : m_graph.module().aliases()) {
            const InstructionId parameter = m_graph.module().entryParameter(alias.parameterNumber);
            if (!parameter)
                continue;
            const auto [from, fromEnd] = m_graph.valuesAt(parameter, alias.parameterIndex);
            const auto [to, toEnd] = m_graph.valuesAt(root, alias.output);
            if (fromEnd.value - from.value == 1 && toEnd.value - to.value == 1)
                m_all[UpdateId(to.value - m_graph.value(root).value)].takesOver = m_arguments.at(from);
        }
    }

    void findWritten()
    {
        forEachValue(m_graph, [this](ValueId value, std::span<const Source> sources) {
            ArgumentId& into = m_writtenInto[value];
            into = m_arguments.at(value);
            if (into || sources.empty())
                return;
            const Source& first = sources[0]; // for a loop, the value that enters
            if (first.flow == Flow::Same || first.flow == Flow::Moved || first.flow == Flow::Base
                || first.flow == Flow::Piece)
                into = m_writtenInto[first.value];
            if (!into && first.flow == Flow::Base)
                into = reordered(first.value);
            if (!into && (first.flow == Flow::Base || first.flow == Flow::Same))
                into = refilled(value, sources);
        });
    }

    bool isAllOf(ShapeView array, ArgumentId argument) const
    {
        const ArrayMeasure measure = measureShape(array);
        return measure.type == m_arguments[argument].type && measure.elements == m_arguments[argument].elements;
    }

    /// Returns the argument whose slices fill a new array one after the other, as a loop over layers does with caches.
    /// Returns none for other values.
    ArgumentId refilled(ValueId value, std::span<const Source> sources) const
    {
        if (sources.size() < 2)
            return {};
        const Opcode opcode = m_graph.nodeOf(value).opcode;
        if (opcode == Opcode::While) // the value that its body gives
            return m_writtenInto[sources[1].value];
        const auto slice = std::ranges::find(sources, Flow::Update, &Source::flow);
        const ArgumentId argument = opcode == Opcode::DynamicUpdateSlice && slice != sources.end()
            ? m_writtenInto[slice->value]
            : ArgumentId();
        return argument && isAllOf(m_graph.shapeOf(value), argument) ? argument : ArgumentId();
    }

    /// Returns whether `value` is all of an argument, which `table` is, in another order. Beam search reorders caches
    /// in this way. Compilers may reorder parts of it and join them, so that `value` is what the parts are joined to.
    bool isReordered(ValueId value, ValueId table) const
    {
        const ArgumentId argument = m_writtenInto[table];
        return argument && isAllOf(m_graph.shapeOf(value), argument);
    }

    /// Returns the argument that a value is a reordered copy of, also when compilers copy it in pieces; none for other
    /// values.
    ArgumentId reordered(ValueId value) const
    {
        for (int copies = 0; copies < kMostCopies && !m_graph.sources(value).empty(); ++copies) {
            const Source& first = m_graph.sources(value)[0];
            if (first.flow == Flow::Table && isReordered(value, first.value))
                return m_writtenInto[first.value];
            if (!isCopy(first.flow))
                break;
            value = first.value;
        }
        return {};
    }

    /// Returns whether something is written or added at positions that depend on arguments, in an array that is no
    /// argument. The result then counts as a new value.
    bool isScatter(ValueId value) const
    {
        const auto sources = m_graph.sources(value);
        if (sources.empty() || m_writtenInto[value])
            return false;
        if (m_graph.nodeOf(value).opcode == Opcode::Scatter)
            return true;
        return std::ranges::any_of(sources, [this](const Source& source) {
            return source.flow == Flow::Place && !m_arguments.isOfNone(source.value);
        });
    }

    /// Visits one value of a walk. Adds its sources to `open` and the data written into it to `writes`.
    void step(Step at, Start start, MadeOf& walk, std::vector<Step>& open, std::vector<Write>& writes) const
    {
        const ValueId value = at.value;
        if (const ArgumentId argument = m_arguments.at(value)) {
            (at.way == Way::Chosen ? walk.written : walk.made).push_back(argument);
            if (at.way == Way::Computed)
                walk.changed.push_back(argument);
            return;
        }
        const Opcode opcode = m_graph.nodeOf(value).opcode;
        Way next = at.way;
        if (opcode == Opcode::Elementwise)
            next = Way::Computed;
        else if (opcode == Opcode::Select && at.way == Way::Same)
            next = Way::Chosen;
        walk.isComputed |= opcode == Opcode::Elementwise;
        const auto sources = m_graph.sources(value);
        bool isTerm = (opcode == Opcode::DynamicUpdateSlice || opcode == Opcode::Scatter) && isScatter(value);
        if (isTerm && opcode == Opcode::Scatter && !m_arguments.isOfNone(sources[0].value)) {
            walk.parts.push_back(value); // it is a sum itself; the array it adds to is handled separately
            open.push_back({sources[0].value, next});
        }
        for (const Source& source : sources) {
            if (isTerm)
                break;
            switch (source.flow) {
            case Flow::Piece:
                if (const ArgumentId argument = m_writtenInto[value];
                    argument && argument != m_writtenInto[source.value]) {
                    walk.written.push_back(argument); // its elements move, and new ones are added at the end
                    walk.isWrittenAtIndex = true;
                    break;
                }
                open.push_back({source.value, next});
                break;
            case Flow::Same:
            case Flow::Moved:
            case Flow::Summed:
            case Flow::Elementwise:
                open.push_back({source.value, next});
                break;
            case Flow::Base:
                if (const ArgumentId argument = m_writtenInto[value]) {
                    walk.written.push_back(argument);
                    walk.isWrittenAtIndex = true;
                }
                open.push_back({source.value, next});
                break;
            case Flow::Update:
                writes.push_back({source.value, value, next, false});
                break;
            case Flow::Repeated: // smaller than the result; rows of one bag of an embedding have the same gradient
                if (start.over == Over::Rows)
                    open.push_back({source.value, next});
                break;
            case Flow::Place:
                break;
            case Flow::Table:
                if (start.over == Over::Rows ? !m_writtenInto[source.value] : !isReordered(start.value, source.value))
                    isTerm = true;
                else
                    open.push_back({source.value, next});
                break;
            case Flow::Mixed:
                if (opcode == Opcode::Scatter)
                    writes.push_back({source.value, value, next, true});
                else
                    isTerm = true;
                break;
            case Flow::Product:
                isTerm = true;
                break;
            }
        }
        if (!isTerm)
            walk.parts.push_back(value);
        else if (!m_arguments.isOfNone(value))
            walk.terms.push_back(value);
    }

    MadeOf walk(Step from, int depth, Over over = Over::Array)
    {
        MadeOf result;
        std::vector<Step> open{from};
        std::vector<Write> writes;
        const std::uint32_t number = m_walk += kAllWays + 1;
        while (!open.empty() && m_budget > 0) {
            const Step next = open.back();
            open.pop_back();
            std::uint32_t& visited = m_visited[next.value];
            const auto way = static_cast<std::uint32_t>(next.way);
            if ((visited & ~kAllWays) != number)
                visited = number;
            if ((visited & way) != 0)
                continue;
            visited |= way;
            --m_budget;
            step(next, {from.value, over}, result, open, writes);
        }
        for (const Write& write : writes) {
            if (depth == kDeepestWrites)
                break;
            const ArgumentId argument = m_writtenInto[write.into];
            const MadeOf part = walk({write.written, write.way}, depth + 1, write.isAdded ? Over::Rows : Over::Array);
            if (write.isAdded) {
                append(result.addedTerms, part.terms);
                append(result.addedParts, part.parts);
                continue;
            }
            result.isComputed |= part.isComputed;
            result.isWrittenAtIndex |= part.isWrittenAtIndex;
            // A walk ends at new data that is written at an index. It continues through the next value of a slice and
            // through stacks that are filled.
            if (argument && (!contains(part.made, argument) || contains(part.written, argument)))
                continue;
            append(result.made, part.made);
            append(result.changed, part.changed);
            append(result.written, part.written);
            append(result.terms, part.terms);
            append(result.parts, part.parts);
        }
        for (std::vector<ArgumentId>* const arguments : {&result.made, &result.written})
            removeRepeated(*arguments);
        for (std::vector<ValueId>* const terms : {&result.terms, &result.addedTerms})
            removeRepeated(*terms);
        return result;
    }

    /// Matches results with arguments. Results computed from fewest arguments come first: each moment of Adam depends
    /// on itself, the weights on all three. Aliases only decide between equal candidates, because compilers may let a
    /// result reuse the memory of any argument of its size.
    void match()
    {
        const auto isUnchanged
            = [](const Update& update) { return !update.isComputed && update.terms.empty() && update.written.empty(); };
        std::vector<UpdateId> order;
        for (const UpdateId i : m_all.ids())
            if (!isUnchanged(m_all[i]))
                order.push_back(i);
            else if (m_all[i].made.size() == 1 && isAllOf(m_all[i].shape, m_all[i].made[0]))
                m_result.m_isReturned[m_all[i].made[0]] = true;
        std::ranges::stable_sort(order, {}, [this](UpdateId i) { return m_all[i].made.size(); });
        const auto take = [this](UpdateId i, ArgumentId argument) {
            m_all[i].next = argument;
            m_result.m_byArgument[argument] = i;
        };
        for (const UpdateId i : order) {
            const Update& update = m_all[i];
            const auto fits = [&](ArgumentId argument) {
                return !m_result.m_byArgument[argument] && isAllOf(update.shape, argument);
            };
            std::vector<ArgumentId> candidates = update.made;
            append(candidates, update.written);
            if (contains(candidates, update.takesOver) && fits(update.takesOver))
                take(i, update.takesOver);
            else if (update.terms.empty() && update.written.empty())
                continue; // a sum of arguments may mean anything
            else if (const auto found = std::ranges::find_if(candidates, fits); found != candidates.end())
                take(i, *found);
        }
        for (const UpdateId i : order)
            if (const ArgumentId argument = m_all[i].takesOver;
                argument && !m_all[i].next && !m_result.m_byArgument[argument])
                take(i, argument);
    }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    Updates& m_result;
    IdVector<UpdateId, Update>& m_all = m_result.m_all;
    IdVector<ValueId, ArgumentId>& m_writtenInto = m_result.m_writtenInto;
    IdVector<ValueId, std::uint32_t> m_visited; // the last walk that visited the value, and its ways
    std::uint32_t m_walk = 0; // the number of the walk, above the bits of the ways
    std::size_t m_budget = 0;
};

Updates::Updates(const HloGraph& graph, const Arguments& arguments)
    : m_graph(&graph)
    , m_byArgument(arguments.size())
    , m_isReturned(arguments.size(), false)
    , m_writtenInto(graph.valueCount())
{
    if (graph.entry() && graph.entry()->root)
        UpdateFinder(graph, arguments, *this).find();
}

ArgumentId Updates::carriedRound(ValueId value) const
{
    const ArgumentId argument = m_writtenInto[value]; // checked first: sweeps ask for every value, and few have one
    const bool isCarried = argument && m_byArgument[argument] && m_graph->isLoopParameter(m_graph->definedBy(value));
    return isCarried && !isOnlyWithin(argument) ? argument : ArgumentId();
}

bool Updates::isOnlyWithin(ArgumentId argument) const
{
    const Update* const update = of(argument);
    return update && writtenInto(update->value) != argument;
}

} // namespace tidemark::xla
