#include "core/xla/advice/rules.h"

namespace tidemark {
namespace {

std::vector<Proposal> fragmentation(const Evidence& evidence)
{
    const SpaceTimeline& timeline = evidence.timeline();
    Proposal proposal;
    Finding& finding = proposal.finding;
    finding.savedBytes = timeline.totals.total - timeline.occupiedPeakBytes();
    finding.amounts = {timeline.totals.total, timeline.occupiedPeakBytes()};
    finding.text = "%1 are allocated, and at most %2 of that is ever occupied: the rest are gaps between buffers";
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kFragmentation{
    "fragmentation",
    "Fragmentation",
    "The compiler would find places without gaps; its packing cannot be told what to do, but other sizes or another "
    "order change it.",
    "Allocations of the plan less its occupied peak",
    false,
    fragmentation,
};

} // namespace tidemark
