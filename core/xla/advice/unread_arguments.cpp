#include "core/xla/advice/rules.h"

#include <algorithm>

namespace tidemark {

std::vector<Proposal> adviseUnreadArguments(const Evidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    const std::vector<RowId> donatable = donatableArguments(evidence);
    for (const RowId row : evidence.rows())
        if (evidence.isArgument(row) && !evidence.allocation(row).isLiveOut && evidence.size(row) > 0
            && evidence.argument(row) && !evidence.reads(row).isRead
            && !std::ranges::binary_search(donatable, row.value, {}, &RowId::value)) {
            finding.rows.push_back(row);
            proposal.changes.push_back(evidence.gone(row));
        }
    if (finding.rows.empty())
        return {};
    evidence.sortBySize(finding.rows);
    finding.id = "unread_arguments";
    finding.label = "Do not pass what is not read";
    finding.amounts = {evidence.sizeOf(finding.rows)};
    finding.text = counted(finding.rows.size(), "argument")
        + ", %1, that no instruction reads and no output is: " + evidence.names(finding.rows);
    finding.assumption = "Nothing else keeps them on the device while the program runs.";
    finding.source = "What reads each buffer of the program";
    return {std::move(proposal)};
}

} // namespace tidemark
