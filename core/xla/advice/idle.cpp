#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

constexpr std::uint32_t kShareOfAxis = 20; // a value is idle if it is unread for more than 1 / 20 of the axis
constexpr std::uint32_t kLeastSteps = 2;

/// Returns the range of steps around `step` in which a temporary is held and not used, if it is read afterwards;
/// otherwise an empty range.
IndexRange waits(const Evidence& evidence, RowId row, std::uint32_t step)
{
    IndexRange range{step, step};
    for (const RowEvent& event : evidence.uses().of(row)) {
        if (!event.step || event.step.value == step)
            return {step, step};
        if (event.step.value < step) {
            range.begin = event.step.value + 1;
            continue;
        }
        const bool isRead = event.kind == RowEventKind::Used || event.kind == RowEventKind::Shared;
        range.end = isRead ? event.step.value : step;
        break;
    }
    return range;
}

std::vector<Proposal> idleAcrossPeak(const Evidence& evidence)
{
    if (!evidence.room().isDeviceMemory)
        return {};
    const std::uint32_t peak = evidence.sum().peakStep();
    const std::uint32_t least = std::max(kLeastSteps, evidence.timeline().steps / kShareOfAxis);
    Proposal proposal;
    Finding& finding = proposal.finding;
    std::uint32_t shortest = evidence.timeline().steps;
    std::uint32_t longest = 0;
    for (const RowId row : evidence.rows()) {
        if (!evidence.isTemporary(row) || !evidence.sum().isAtPeak(row) || evidence.isNegligible(row))
            continue;
        const IndexRange unread = waits(evidence, row, peak);
        if (unread.size() < least)
            continue;
        proposal.change({row, unread.begin, unread.end, 0});
        shortest = std::min(shortest, unread.size());
        longest = std::max(longest, unread.size());
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    const std::string steps
        = (shortest == longest ? "" : groupedNumber(shortest) + " to ") + groupedCount(longest, "step");
    finding.text = groupedCount(finding.rows.size(), "temporary", "temporaries")
        + ", %1, live at the peak and not read for " + steps + " around it: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kIdle{
    "idle_across_peak",
    "Recompute or offload idle values",
    "Each value is offloaded or dropped after its last read before the peak, and loaded or recomputed before its next read.",
    "Heap trace of the plan, and the reads of each buffer",
    true, // the compiler orders the loads and the recomputation itself, and both need memory
    idleAcrossPeak,
};

} // namespace tidemark::xla
