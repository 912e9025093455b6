#include "core/xla/meaning/update_measures.h"

#include "core/xla/meaning/sweep.h"

namespace tidemark::xla {

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
