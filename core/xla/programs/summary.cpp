#include "core/xla/programs/summary.h"

#include "core/base/text.h"

namespace tidemark {

Summary summarize(const SpaceTimeline& timeline, const ModuleEntry& module, const SourceFile& source,
                  const Device* chosen)
{
    Summary summary;
    summary.module = validUtf8(module.name);
    summary.fullName = validUtf8(module.fullName());
    summary.programId = module.programId;
    summary.host = validUtf8(source.input.host);
    summary.space = timeline.space;
    if (const auto name = spaceName(source.platform, timeline.space))
        summary.spaceName = std::string(*name);
    summary.steps = timeline.steps;
    summary.peakBytes = timeline.peakBytes();
    summary.peakStep = timeline.peakStep;
    summary.occupiedPeakBytes = timeline.occupiedPeakBytes();
    summary.occupiedPeakStep = timeline.occupiedPeakStep;
    summary.totals = timeline.totals;
    summary.temporariesAtPeakBytes = summary.occupiedPeakBytes - timeline.totals.base;
    summary.unpaddedPeakBytes = timeline.unpaddedPeakBytes();
    summary.paddingBytes = summary.occupiedPeakBytes - summary.unpaddedPeakBytes;
    summary.fragmentationBytes = timeline.totals.total - summary.occupiedPeakBytes;
    if (const auto& scoped = timeline.plan->module().maxScopedMemory()) {
        summary.maxScopedBytes = scoped->bytes;
        summary.maxScopedInstruction = validUtf8(scoped->instruction);
    }
    summary.capacity = capacityOf(source.device, chosen, timeline.space);
    if (summary.capacity.bytes)
        summary.headroomBytes = *summary.capacity.bytes - timeline.totals.total;
    Warnings warnings;
    warnings.add(source.warnings);
    warnings.add(timeline.warnings);
    for (Warning warning : warnings.list()) {
        warning.text = validUtf8(warning.text);
        summary.warnings.push_back(std::move(warning));
    }
    return summary;
}

} // namespace tidemark
