#include "core/explain/saving.h"

#include <set>

namespace tidemark {

Saving savingOf(const View& view, const Finding& finding)
{
    Saving saving;
    saving.finding = finding.id;
    saving.label = finding.label;
    saving.savedBytes = finding.savedBytes;
    saving.peakBeforeBytes = finding.peakBefore;
    saving.peakAfterBytes = finding.peakAfter;
    saving.isEstimate = finding.isEstimate;
    saving.isUpperBound = finding.isUpperBound;
    saving.assumption = finding.assumption;
    saving.source = finding.source;
    std::set<std::int64_t> known;
    Facts facts;
    for (const RowId row : finding.rows) {
        view.rows.describe(row, facts);
        if (facts.id && known.insert(*facts.id).second)
            saving.buffers.push_back(*facts.id);
    }
    saving.text = validUtf8(withAmounts(finding));
    return saving;
}

std::string noFindingText(const View& view)
{
    const bool isMessage = view.axis.kind == AxisKind::None && !view.isHistory;
    if (view.isHistory && view.axis.count <= 1)
        return "One moment shows no growth. Compare two profiles of the run to see what grew.";
    if (view.isHistory)
        return "Recordings are searched for growth, and nothing grows steadily in this one.";
    if (isMessage && view.rows.count == 0)
        return "The message lists no buffer, so no saving can be computed.";
    return std::string("No saving found") + (isMessage ? " in the listed buffers" : "")
        + " that would make a difference.";
}

} // namespace tidemark
