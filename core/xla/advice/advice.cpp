#include "core/xla/advice/advice.h"

#include "core/devices/device_table.h"
#include "core/xla/advice/rules.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tidemark {
namespace {

constexpr std::int64_t kWorthIt = 1000; // parts of the peak

constexpr std::array kRules = std::to_array<AdviceRule>({
    adviseDonation,
    adviseRematerialization,
    adviseScannedLayers,
    adviseIdle,
    adviseOptimizerToHost,
    adviseUnreadArguments,
    adviseBfloat16,
    advisePadding,
    adviseReplication,
    adviseLargeTemporary,
    adviseBatch,
    adviseConstants,
    adviseScopedMemory,
    adviseFragmentation,
});

/// Its peaks and what it saves, where it changes something.
void replay(const Evidence& evidence, Proposal& proposal)
{
    if (proposal.changes.empty())
        return;
    Finding& finding = proposal.finding;
    finding.peakBefore = evidence.sum().peak();
    finding.peakAfter = evidence.sum().peakWith(proposal.changes);
    finding.savedBytes = *finding.peakBefore - *finding.peakAfter;
}

std::vector<Proposal> proposals(const Evidence& evidence)
{
    std::vector<Proposal> result;
    for (const AdviceRule rule : kRules)
        for (Proposal& proposal : rule(evidence)) {
            replay(evidence, proposal);
            if (proposal.finding.savedBytes > 0 && proposal.finding.savedBytes >= evidence.sum().peak() / kWorthIt)
                result.push_back(std::move(proposal));
        }
    std::ranges::stable_sort(
        result, [](const Proposal& a, const Proposal& b) { return a.finding.savedBytes > b.finding.savedBytes; });
    return result;
}

/// "together: fits, 3.1 GiB to spare instead of 2 GiB over; fits on TPU v4, TPU v6e"
void tellWhetherItFits(const Room& room, Finding& all)
{
    all.text = "together: %1 less";
    all.amounts = {all.savedBytes};
    if (room.capacity) {
        const std::int64_t before = *room.capacity - room.besides - *all.peakBefore;
        const std::int64_t after = *room.capacity - room.besides - *all.peakAfter;
        all.text = after < 0 ? "together: still %1 over, of %2 before"
            : before < 0     ? "together: fits, %1 to spare instead of %2 over"
                             : "together: fits, %1 to spare instead of %2";
        all.amounts = {std::abs(after), std::abs(before)};
    }
    const std::string devices
        = room.isDeviceMemory ? fitsOn(room.platform, *all.peakAfter + room.besides) : std::string();
    if (!devices.empty())
        all.text += "; fits on " + devices;
}

Finding together(const Evidence& evidence, const std::vector<Proposal>& proposals)
{
    Proposal all;
    std::vector<bool> isIn(evidence.timeline().rows.size(), false);
    for (const Proposal& proposal : proposals) {
        all.changes.insert(all.changes.end(), proposal.changes.begin(), proposal.changes.end());
        for (const RowId row : proposal.finding.rows) {
            if (!proposal.changes.empty() && !isIn[row.index()])
                all.finding.rows.push_back(row);
            isIn[row.index()] = isIn[row.index()] || !proposal.changes.empty();
        }
    }
    if (all.changes.empty())
        return {};
    replay(evidence, all);
    evidence.sortBySize(all.finding.rows);
    all.finding.id = Finding::kAll;
    all.finding.label = "All together";
    all.finding.isEstimate = true;
    all.finding.assumption
        = "All of the above at once, before packing; of two that change a buffer the one that leaves "
          "less of it counts.";
    all.finding.source = "Replay of the plan's live sizes with all changes";
    tellWhetherItFits(evidence.room(), all.finding);
    return std::move(all.finding);
}

} // namespace

std::vector<Finding> advise(const Evidence& evidence)
{
    std::vector<Proposal> all = proposals(evidence);
    Finding last = together(evidence, all);
    std::vector<Finding> findings;
    for (Proposal& proposal : all)
        findings.push_back(std::move(proposal.finding));
    if (last.isAll())
        findings.push_back(std::move(last));
    return findings;
}

} // namespace tidemark
