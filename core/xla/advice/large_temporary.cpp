#include "core/xla/advice/rules.h"

namespace tidemark {
namespace {

std::vector<Proposal> largeTemporary(const Evidence& evidence)
{
    const Room& room = evidence.room();
    if (!room.capacity || *room.capacity <= 0)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (evidence.isTemporary(row) && evidence.size(row) > *room.capacity / 2)
            proposal.change(evidence.sum().resized(row, evidence.size(row) - evidence.size(row) / 2));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.amounts = {evidence.size(finding.rows.front()), *room.capacity};
    finding.text = "one temporary alone takes %1 of %2: " + evidence.name(finding.rows.front());
    if (finding.rows.size() > 1)
        finding.text += ", and " + std::to_string(finding.rows.size() - 1) + " more above half of it";
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kLargeTemporary{
    "large_temporary",
    "Split the largest temporary",
    "It is computed and read in two parts, one after the other, as by a loop over one of its dimensions, or lies on two "
    "devices.",
    "Sizes of temporaries against the memory that there is",
    true,
    largeTemporary,
};

} // namespace tidemark
