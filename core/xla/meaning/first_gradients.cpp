#include "core/xla/meaning/first_gradients.h"

#include "core/shapes/element_type.h"
#include "core/xla/meaning/sweep.h"

#include <unordered_set>

namespace tidemark::xla {
namespace {

/// Returns the values that depend on arguments without a next value and from which the loss is computed, such as the
/// batch. What optimizers compute from their state does not, whether or not the program updates that state.
ValueTruths valuesOfBatch(const HloGraph& graph, const Arguments& arguments, const Updates& updates,
                          const Backward& backward)
{
    const auto isRound = [&](ValueId value) { return bool(updates.carriedRound(value)); };
    // Values that depend on the labels alone do not count: the backward part meets the model after them.
    const auto isBackward = [&](ValueId value) { return backward.isBackward(value) && arguments.isOfMany(value); };
    ValueTruths leadsToLoss(graph.valueCount(), false); // the backward part begins with values that depend on it
    forEachValue(graph, [&](ValueId value, std::span<const Source> sources) {
        leadsToLoss[value] = isBackward(value)
            && std::ranges::none_of(sources, [&](const Source& source) { return isBackward(source.value); });
    });
    spreadBackward(graph, leadsToLoss, isRound);
    ValueTruths isOfBatch(graph.valueCount(), false);
    for (const ArgumentId id : arguments.ids()) {
        const Argument& argument = arguments[id];
        isOfBatch[argument.value] = argument.elements > 1 && !updates.of(id) && leadsToLoss[argument.value];
    }
    spreadForward(graph, isOfBatch, isRound);
    return isOfBatch;
}

} // namespace

FirstGradients::FirstGradients(const HloGraph& graph, const Arguments& arguments, const Updates& updates,
                               const Backward& backward)
    : m_is(graph.valueCount(), false)
    , m_isAfter(graph.valueCount(), false)
{
    std::unordered_set<std::int64_t> sizes; // of the arguments that may be weights
    for (const ArgumentId id : arguments.ids())
        if (updates.of(id) && !arguments[id].isInteger && arguments[id].elements > 1)
            sizes.insert(arguments[id].elements);
    if (!backward.exists() || sizes.empty())
        return;
    const ValueTruths isOfBatch = valuesOfBatch(graph, arguments, updates, backward);
    ValueTruths leadsToOther(graph.valueCount(), false); // a factor of another gradient depends on it
    bool isAny = false;
    forEachValue(graph, [&](ValueId value, std::span<const Source> sources) {
        if (graph.nodeOf(value).opcode != Opcode::Product || graph.nodeOf(value).tuple || sources.size() < 2
            || !backward.isBackward(value) || !sizes.contains(measureShape(graph.shapeOf(value)).elements.value_or(0)))
            return;
        for (std::size_t k = 0; k < 2; ++k) {
            const ValueId saved = sources[1 - k].value; // the backward part may also begin with the product
            if (backward.isBackward(saved) || !isOfBatch[saved])
                continue;
            m_is[value] = leadsToOther[sources[k].value] = isAny = true;
        }
    });
    if (!isAny)
        return;
    const auto isRound = [&](ValueId value) { return bool(updates.carriedRound(value)); };
    spreadBackward(graph, leadsToOther, isRound);
    for (const ValueId value : m_is.ids())
        m_isAfter[value] = m_is[value] = m_is[value] && !leadsToOther[value];
    spreadForward(graph, m_isAfter, isRound);
}

ValueTruths measuresOfUpdates(const HloGraph& graph, const ValueTruths& isUpdate, const ValueTruths& isGradient)
{
    ValueTruths isMade(graph.valueCount(), false); // computed by updates from gradients
    ValueTruths isMeasure(graph.valueCount(), false);
    sweepForward(graph, [&](ValueId value, std::span<const Source> sources) {
        if (isMade[value])
            return false;
        for (const Source& source : sources) {
            const bool isOfGradient = isUpdate[value] && isGradient[source.value];
            if (!isMade[source.value] && !isOfGradient)
                continue; // true for nearly all sources
            const bool isReduced = graph.nodeOf(value).opcode == Opcode::Reduce;
            if (source.flow == Flow::Product || source.flow == Flow::Table || source.flow == Flow::Place
                || (source.flow == Flow::Mixed && !isReduced))
                continue;
            isMeasure[value] = isMeasure[value] || (isReduced && isMade[source.value]);
            isMade[value] = isMade[value] || isMade[source.value] || !isReduced;
        }
        return bool(isMade[value]);
    });
    return isMeasure;
}

} // namespace tidemark::xla
