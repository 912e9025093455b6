#include "core/xla/advice/rules.h"

namespace tidemark {

std::vector<Proposal> adviseFragmentation(const Evidence& evidence)
{
    const SpaceTimeline& timeline = evidence.timeline();
    Proposal proposal;
    Finding& finding = proposal.finding;
    finding.id = "fragmentation";
    finding.label = "Fragmentation";
    finding.savedBytes = timeline.totals.total - timeline.occupiedPeakBytes();
    finding.amounts = {timeline.totals.total, timeline.occupiedPeakBytes()};
    finding.text = "%1 are allocated, and at most %2 of that is ever occupied: the rest are gaps between buffers";
    finding.assumption
        = "The compiler would find places without gaps; its packing cannot be told what to do, but other "
          "sizes or another order change it.";
    finding.source = "Allocations of the plan less its occupied peak";
    return {std::move(proposal)};
}

} // namespace tidemark
