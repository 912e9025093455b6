#include "core/xla/meaning/backward.h"

#include "core/shapes/element_type.h"
#include "core/xla/meaning/sweep.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

constexpr int kMostSeeds = 16; // losses in one program

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

/// Returns whether the value consists of real numbers computed from integers alone, such as the gradient of a
/// lookup by labels.
bool isOfLabels(const HloGraph& graph, const Arguments& arguments, ValueId value)
{
    const ArgumentId only = arguments.only(value);
    return only && arguments[only].isInteger && !isIntegerType(elementType(graph.shapeOf(value)));
}

/// Uses only the names of instructions that are named after their own operation.
void readNames(const HloGraph& graph, const Arguments& arguments, Backward& result)
{
    bool areOfJax = false;
    forEachInstruction(graph, [&](InstructionId i) {
        const GraphNode& node = graph.node(i);
        areOfJax |= node.naming == Naming::OfJax;
        const bool isBackward = node.naming == Naming::Backward && !node.isOnTheWay;
        if (!isBackward && node.naming != Naming::Recomputed)
            return;
        result.exists |= isBackward;
        for (std::uint32_t k = 0; k < graph.values(i); ++k) {
            const ValueId value = graph.value(i, k);
            if (isBackward)
                result.is[value] = arguments.isOfMany(value) || isOfLabels(graph, arguments, value);
            else
                result.isRecomputed[value] = true;
        }
    });
    result.isCertain = result.exists || !areOfJax;
}

void sweep(const HloGraph& graph, const Updates& updates, Backward& result)
{
    spreadForward(graph, result.is, [&](ValueId value) { return bool(updates.carriedRound(value)); });
}

void findWithoutNames(const HloGraph& graph, const Arguments& arguments, const Updates& updates, Backward& result)
{
    struct Gradient {
        ValueId deeper; // the later one of the two factors
        ValueId other;
        std::uint32_t depth;
    };
    if (std::ranges::none_of(updates.all(), [](const Update& update) { return update.next && !update.terms.empty(); }))
        return;
    const IdVector<ValueId, std::uint32_t> depths = depthsOf(graph);
    std::vector<Gradient> gradients;
    int weights = 0;
    const IdVector<ArgumentId, bool> batch = findFirstFactors(graph, arguments, updates);
    const auto flows = [&](ValueId value) {
        const ArgumentId only = arguments.only(value);
        return arguments.isOfMany(value) || (only && batch[only]);
    };
    for (const Update& update : updates.all()) {
        if (!update.next || arguments[update.next].isInteger)
            continue;
        const std::size_t before = gradients.size();
        for (const ValueId term : update.terms) {
            std::vector<ValueId> factors;
            for (const Source& source : graph.sources(squaredBy(graph, arguments, term)))
                if (source.flow == Flow::Product)
                    factors.push_back(source.value);
            if (factors.size() != 2 || !flows(factors[0]) || !flows(factors[1]))
                continue;
            if (depths[factors[0]] > depths[factors[1]])
                std::swap(factors[0], factors[1]);
            gradients.push_back({factors[1], factors[0], depths[factors[1]]});
        }
        weights += gradients.size() > before ? 1 : 0;
    }
    std::ranges::stable_sort(gradients, {}, &Gradient::depth);
    if (gradients.empty())
        return;
    result.exists = true;
    result.isCertain = result.isCertain && weights > 1; // filters of states correct a single one in the same way
    for (const Gradient& gradient : gradients)
        if (gradient.depth == gradients.front().depth)
            result.is[gradient.deeper] = true;
    // Compilers compute the value where the backward part begins again in every reader. Later values that updates
    // read are therefore backward, too.
    for (const Update& update : updates.all())
        if (update.next && !arguments[update.next].isInteger)
            for (const std::vector<ValueId>* const terms : {&update.terms, &update.addedTerms})
                for (const ValueId term : *terms)
                    if (arguments.isOfMany(term) && depths[term] > gradients.front().depth)
                        result.is[term] = true;
    sweep(graph, updates, result);
    int seeds = 0;
    for (const Gradient& gradient : gradients) {
        if (result.is[gradient.deeper] || result.is[gradient.other] || seeds == kMostSeeds)
            continue;
        result.is[gradient.deeper] = true;
        ++seeds;
        sweep(graph, updates, result);
    }
}

} // namespace

Backward::Backward(const HloGraph& graph, const Arguments& arguments, const Updates& updates)
    : is(graph.valueCount(), false)
    , isRecomputed(graph.valueCount(), false)
{
    readNames(graph, arguments, *this);
    if (exists)
        sweep(graph, updates, *this);
    else
        findWithoutNames(graph, arguments, updates, *this);
}

IdVector<ArgumentId, bool> findFirstFactors(const HloGraph& graph, const Arguments& arguments, const Updates& updates)
{
    const auto isWeight = [&](ValueId value) {
        const ArgumentId argument = updates.writtenInto(value); // also in later iterations of a loop
        return argument && updates.of(argument);
    };
    IdVector<ArgumentId, bool> result(arguments.size(), false);
    forEachInstruction(graph, [&](InstructionId i) {
        if (graph.node(i).opcode != Opcode::Product)
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
