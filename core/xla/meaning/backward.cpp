#include "core/xla/meaning/backward.h"

#include "core/shapes/element_type.h"
#include "core/xla/meaning/sweep.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

constexpr int kMostSeeds = 16; // losses in one program

/// Returns whether the name of an instruction inside a fusion counts. The meaning of the other instructions in a fusion
/// follows from these.
bool identifiesMessage(Opcode opcode)
{
    return opcode == Opcode::Product || opcode == Opcode::Reduce || opcode == Opcode::Scatter
        || opcode == Opcode::DynamicUpdateSlice || opcode == Opcode::Gather;
}

/// Returns for each value the length of the longest path from the arguments. Loops count once.
IdVector<ValueId, std::uint32_t> depthsOf(const HloGraph& graph)
{
    IdVector<ValueId, std::uint32_t> depths(graph.valueCount(), 0);
    forEachValue(graph, [&](ValueId value, std::span<const Source> sources) {
        std::uint32_t depth = 0;
        for (const Source& source : sources)
            depth = std::max(depth, depths[source.value] + 1);
        depths[value] = depth;
    });
    return depths;
}

/// Returns the value of which a value is a copy or a multiple.
ValueId scaledBy(const HloGraph& graph, const Arguments& arguments, ValueId value)
{
    constexpr int kMostSteps = 64;
    for (int steps = 0; steps < kMostSteps; ++steps) {
        const Source* only = nullptr; // that is no constant
        for (const Source& source : graph.sources(value)) {
            const bool isScaled
                = source.flow == Flow::Same || source.flow == Flow::Moved || source.flow == Flow::Elementwise;
            if (arguments.isOfNone(source.value))
                continue;
            if (only || !isScaled)
                return value;
            only = &source;
        }
        if (!only)
            return value;
        value = only->value;
    }
    return value;
}

/// Shampoo and the like multiply a gradient with itself. Returns the gradient for such a product, and other values as
/// they are.
ValueId squaredBy(const HloGraph& graph, const Arguments& arguments, ValueId product)
{
    const auto sources = graph.sources(product);
    if (sources.size() < 2 || sources[0].flow != Flow::Product || sources[1].flow != Flow::Product)
        return product;
    const ValueId factor = scaledBy(graph, arguments, sources[0].value);
    return factor == scaledBy(graph, arguments, sources[1].value) ? factor : product;
}

} // namespace

/// Finds the backward part by names, or else by the earliest gradient.
class BackwardFinder
{
public:
    BackwardFinder(const HloGraph& graph, const Arguments& arguments, const Updates& updates, Backward& result)
        : m_graph(graph)
        , m_arguments(arguments)
        , m_updates(updates)
        , m_result(result)
    { }

    void find()
    {
        m_result.m_is.assign(m_graph.valueCount(), false);
        m_result.m_isRecomputed.assign(m_graph.valueCount(), false);
        readNames();
        if (m_result.m_exists)
            sweep();
        else
            findWithoutNames();
    }

private:
    /// Uses only the names of instructions that are named after their own operation.
    void readNames()
    {
        bool areOfJax = false;
        forEachInstruction(m_graph, [&](InstructionId i) {
            const GraphNode& node = m_graph.node(i);
            areOfJax |= node.naming == Naming::OfJax;
            const bool isBackward
                = node.naming == Naming::Backward && (!node.isOnTheWay || identifiesMessage(node.opcode));
            if (!isBackward && node.naming != Naming::Recomputed)
                return;
            m_result.m_exists |= isBackward;
            for (std::uint32_t k = 0; k < m_graph.values(i); ++k) {
                const ValueId value = m_graph.value(i, k);
                if (isBackward)
                    m_result.m_is[value] = m_arguments.isOfMany(value) || isOfLabels(value);
                else
                    m_result.m_isRecomputed[value] = true;
            }
        });
        m_result.m_isCertain = m_result.m_exists || !areOfJax;
    }

    /// Returns whether the value consists of real numbers computed from integers alone, such as the gradient of a
    /// lookup by labels.
    bool isOfLabels(ValueId value) const
    {
        const ArgumentId only = m_arguments.only(value);
        return only && m_arguments[only].isInteger && !isIntegerType(elementType(m_graph.shapeOf(value)));
    }

    void sweep()
    {
        spreadForward(m_graph, m_result.m_is, [this](ValueId value) {
            return m_result.m_isRecomputed[value] || m_updates.carriedRound(value);
        });
    }

    void findWithoutNames()
    {
        struct Gradient {
            ValueId deeper; // the later one of the two factors
            ValueId other;
            std::uint32_t depth;
        };
        if (std::ranges::none_of(m_updates.all(),
                                 [](const Update& update) { return update.next && !update.terms.empty(); }))
            return;
        const IdVector<ValueId, std::uint32_t> depths = depthsOf(m_graph);
        std::vector<Gradient> gradients;
        const IdVector<ArgumentId, bool> batch = findFirstFactors(m_graph, m_arguments, m_updates);
        const auto flows = [&](ValueId value) {
            const ArgumentId only = m_arguments.only(value);
            return m_arguments.isOfMany(value) || (only && batch[only]);
        };
        for (const Update& update : m_updates.all()) {
            if (!update.next || m_arguments[update.next].isInteger || !contains(update.changed, update.next))
                continue; // a gradient changes the old value; k-means replaces it
            for (const ValueId term : update.terms) {
                std::vector<ValueId> factors;
                for (const Source& source : m_graph.sources(squaredBy(m_graph, m_arguments, term)))
                    if (source.flow == Flow::Product)
                        factors.push_back(source.value);
                if (factors.size() != 2)
                    continue;
                if (!flows(factors[0]) || !flows(factors[1]))
                    continue;
                if (depths[factors[0]] > depths[factors[1]])
                    std::swap(factors[0], factors[1]);
                gradients.push_back({factors[1], factors[0], depths[factors[1]]});
            }
        }
        std::ranges::stable_sort(gradients, {}, &Gradient::depth);
        if (gradients.empty())
            return;
        m_result.m_exists = true;
        for (const Gradient& gradient : gradients)
            if (gradient.depth == gradients.front().depth)
                m_result.m_is[gradient.deeper] = true;
        // Compilers compute the value where the backward part begins again in every reader. Later values that updates
        // read are therefore backward, too.
        for (const Update& update : m_updates.all())
            if (update.next && !m_arguments[update.next].isInteger)
                for (const std::vector<ValueId>* const terms : {&update.terms, &update.addedTerms})
                    for (const ValueId term : *terms)
                        if (m_arguments.isOfMany(term) && depths[term] > gradients.front().depth)
                            m_result.m_is[term] = true;
        sweep();
        int seeds = 0;
        for (const Gradient& gradient : gradients) {
            if (m_result.m_is[gradient.deeper] || m_result.m_is[gradient.other] || seeds == kMostSeeds)
                continue;
            m_result.m_is[gradient.deeper] = true;
            ++seeds;
            sweep();
        }
    }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Updates& m_updates;
    Backward& m_result;
};

Backward::Backward(const HloGraph& graph, const Arguments& arguments, const Updates& updates)
{
    BackwardFinder(graph, arguments, updates, *this).find();
}

IdVector<ArgumentId, bool> findFirstFactors(const HloGraph& graph, const Arguments& arguments, const Updates& updates)
{
    ValueTruths isTerm(graph.valueCount(), false);
    for (const Update& update : updates.all())
        for (const ValueId term : update.terms)
            isTerm[term] = update.next || isTerm[term];
    const auto isWeight = [&](ValueId value) {
        const ArgumentId argument = updates.writtenInto(value); // also in later iterations of a loop
        return argument && updates.of(argument);
    };
    IdVector<ArgumentId, bool> result(arguments.size(), false);
    forEachInstruction(graph, [&](InstructionId i) {
        if (graph.node(i).opcode != Opcode::Product || isTerm[graph.value(i)])
            return;
        const auto sources = graph.sources(graph.value(i));
        for (std::size_t k = 0; k < sources.size() && k < 2 && sources.size() > 1; ++k)
            if (const ArgumentId only = arguments.only(sources[k].value);
                only && !updates.of(only) && isWeight(sources[1 - k].value))
                result[only] = true;
    });
    return result;
}

} // namespace tidemark::xla
