#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

std::vector<Proposal> unreadArguments(const Evidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    const std::vector<RowId> donatable = donatableArguments(evidence);
    for (const RowId row : evidence.rows())
        if (evidence.isArgument(row) && !evidence.allocation(row).isLiveOut && evidence.size(row) > 0
            && evidence.argument(row) && !evidence.reads(row).isRead
            && !std::ranges::binary_search(donatable, row.value, {}, &RowId::value))
            proposal.change(evidence.sum().gone(row));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "argument")
        + ", %1, that no instruction reads and no output returns: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kUnreadArguments{
    "unread_arguments",
    "Do not pass unused arguments",
    "Nothing else keeps these arguments on the device while the program runs.",
    "Reads of each buffer of the program",
    false,
    unreadArguments,
};

} // namespace tidemark::xla
