#include "core/xla/advice/rules.h"

namespace tidemark::xla {
namespace {

std::vector<Proposal> fragmentation(const Evidence& evidence)
{
    const SpaceTimeline& timeline = evidence.timeline();
    Proposal proposal;
    Finding& finding = proposal.finding;
    finding.savedBytes = timeline.totals.total - timeline.occupiedPeakBytes();
    finding.amounts = {timeline.totals.total, timeline.occupiedPeakBytes()};
    finding.text = "%1 are allocated, and at most %2 are occupied at once; the rest is gaps between buffers";
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kFragmentation{
    "fragmentation",
    "Fragmentation",
    "The compiler packs the buffers without gaps. Its packing cannot be configured, but other buffer sizes or another "
    "order of operations change it.",
    "Allocated size minus occupied peak of the plan",
    false,
    fragmentation,
};

} // namespace tidemark::xla
