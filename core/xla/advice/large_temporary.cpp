#include "core/xla/advice/rules.h"

namespace tidemark {

std::vector<Proposal> adviseLargeTemporary(const Evidence& evidence)
{
    const Room& room = evidence.room();
    if (!room.capacity || *room.capacity <= 0)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (evidence.isTemporary(row) && evidence.size(row) > *room.capacity / 2) {
            finding.rows.push_back(row);
            proposal.changes.push_back(evidence.resized(row, evidence.size(row) - evidence.size(row) / 2));
        }
    if (finding.rows.empty())
        return {};
    evidence.sortBySize(finding.rows);
    finding.id = "large_temporary";
    finding.label = "Split the largest temporary";
    finding.isEstimate = true;
    finding.amounts = {evidence.size(finding.rows.front()), *room.capacity};
    finding.text = evidence.name(finding.rows.front()) + " alone takes %1 of %2";
    if (finding.rows.size() > 1)
        finding.text += ", and " + std::to_string(finding.rows.size() - 1) + " more above half of it";
    finding.assumption = "It is computed and read in two parts, one after the other, as by a loop over one of its "
                         "dimensions, or lies on two devices.";
    finding.source = "Sizes of temporaries against the memory that there is";
    return {std::move(proposal)};
}

} // namespace tidemark
