#pragma once

#include "core/advice/rule.h"
#include "core/base/text.h"

#include <string>
#include <vector>

namespace tidemark {

/// A rule for anything with rows: splits in two each row for which `isOne` holds and that takes more than half of the
/// capacity. `one` is the word for such a row.
template <class Evidence>
std::vector<Proposal> splitLargeRows(const Evidence& evidence, bool (Evidence::*isOne)(RowId) const, const char* one)
{
    const std::int64_t capacity = evidence.room().capacity.value_or(0);
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (capacity > 0 && (evidence.*isOne)(row) && evidence.size(row) > capacity / 2)
            proposal.change(evidence.sum().resized(row, evidence.size(row) - evidence.size(row) / 2));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.amounts = {evidence.size(finding.rows.front()), capacity};
    finding.text
        = std::string("one ") + one + " takes %1, and the memory has %2: " + evidence.name(finding.rows.front());
    if (finding.rows.size() > 1)
        finding.text += ", and " + groupedNumber(static_cast<std::int64_t>(finding.rows.size() - 1))
            + " more take more than half of it each";
    return {std::move(proposal)};
}

} // namespace tidemark
