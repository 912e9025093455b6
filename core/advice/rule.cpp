#include "core/advice/rule.h"

#include "core/advice/words.h"
#include "core/base/text.h"
#include "core/devices/device_table.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <utility>

namespace tidemark {
namespace {

constexpr std::int64_t kWorthIt = 1000; // a finding must save at least 1/1000 of the peak

/// Computes the peaks and the saving of a proposal that changes rows.
void replay(const LiveSum& sum, Proposal& proposal)
{
    if (proposal.changes.empty())
        return;
    Finding& finding = proposal.finding;
    finding.peakBefore = sum.peak();
    finding.peakAfter = std::max<std::int64_t>(0, sum.peakWith(proposal.changes));
    finding.savedBytes = *finding.peakBefore - *finding.peakAfter;
}

/// Says whether the program then fits: "the program then fits, 3.1 GiB to spare instead of 2 GiB over; it fits on TPU
/// v4, TPU v6e". It cannot run at all if `lacksRequired`: a change that it requires is not among all.
void addWhetherItFits(const Room& room, bool lacksRequired, Finding& all)
{
    const auto devicesFor = [&](std::int64_t peak) {
        return room.isDeviceMemory ? fitsOn(room.platform, peak + room.beyondPeak, room.kernelBytes) : std::string();
    };
    std::string devices = devicesFor(*all.peakAfter);
    if (devices == devicesFor(*all.peakBefore)) // no news
        devices.clear();
    all.text = "%1 less";
    all.amounts = {all.savedBytes};
    if (room.capacity && !lacksRequired) {
        const std::int64_t before = *room.capacity - room.beyondPeak - *all.peakBefore;
        const std::int64_t after = *room.capacity - room.beyondPeak - *all.peakAfter;
        if (after < 0)
            all.text = "the program is then still %1 over, instead of %2";
        else if (before < 0)
            all.text = "the program then fits, %1 to spare instead of %2 over";
        else
            all.text = "%1 to spare instead of %2";
        all.amounts = {std::abs(after), std::abs(before)};
        judge(all, *all.peakAfter + room.beyondPeak, *room.capacity, room.beyondPeak, room.beyond);
        all.text += framed("; it fits on ", devices);
    } else if (!devices.empty() && !lacksRequired) {
        all.text = "the program then fits on " + devices;
        all.amounts.clear();
    }
    if (all.isUpperBound)
        all.text = "at best, " + all.text;
}

/// Combines the proposals into one finding. Empty if none can be combined.
std::vector<Finding> together(const std::vector<Proposal>& proposals, const LiveSum& sum, const Room& room)
{
    Proposal all;
    std::set<std::uint32_t> known; // rows that have been changed already
    bool isOpen = false; // an estimate may be too low, so the sum is no upper bound
    std::string leftOut;
    std::string elsewhere; // labels of proposals that change no live row
    bool lacksRequired = false; // one of them is required
    for (const Proposal& proposal : proposals) {
        if (!proposal.isCombined) {
            leftOut += (leftOut.empty() ? " except \"" : " and \"") + proposal.finding.label + '"';
            continue;
        }
        const std::string quoted = '"' + proposal.finding.label + '"';
        if (proposal.changes.empty() && elsewhere.find(quoted) == std::string::npos)
            elsewhere += (elsewhere.empty() ? "; without " : " and ") + quoted;
        lacksRequired |= proposal.changes.empty() && proposal.finding.isRequired;
        all.finding.isUpperBound |= proposal.finding.isUpperBound;
        isOpen |= proposal.finding.isEstimate && !proposal.finding.isUpperBound;
        all.changes.insert(all.changes.end(), proposal.changes.begin(), proposal.changes.end());
        for (const RowId row : proposal.finding.rows)
            if (!proposal.changes.empty() && known.insert(row.value).second)
                all.finding.rows.push_back(row);
    }
    if (all.changes.empty())
        return {};
    all.finding.isUpperBound = all.finding.isUpperBound && !isOpen;
    replay(sum, all);
    sum.sortBySize(all.finding.rows);
    all.finding.id = Finding::kAll;
    all.finding.label = "All together";
    all.finding.isEstimate = true;
    all.finding.assumption = "All of the above" + leftOut
        + " at once, before packing. If two change one buffer, the change that leaves less counts.";
    all.finding.source = "Replay of live sizes with all changes";
    addWhetherItFits(room, lacksRequired, all.finding);
    if (!elsewhere.empty())
        all.finding.text += elsewhere + ", which changes no live size";
    return {std::move(all.finding)};
}

} // namespace

void Proposal::change(const RowChange& change)
{
    changes.push_back(change);
    if (finding.rows.empty() || !(finding.rows.back() == change.row))
        finding.rows.push_back(change.row);
}

std::vector<Finding> replayed(std::vector<Proposal> proposals, const LiveSum& sum, const Room& room)
{
    for (Proposal& proposal : proposals)
        replay(sum, proposal);
    std::erase_if(proposals, [&](const Proposal& proposal) {
        const std::int64_t saved = proposal.finding.savedBytes;
        return saved <= 0 || (!proposal.finding.isRequired && saved < sum.peak() / kWorthIt);
    });
    std::ranges::stable_sort(proposals, std::greater(), [](const Proposal& proposal) {
        return std::pair(proposal.finding.isRequired, proposal.finding.savedBytes);
    });
    std::vector<Finding> last = together(proposals, sum, room);
    const bool isRequired
        = std::ranges::any_of(proposals, [](const Proposal& each) { return each.finding.isRequired; });
    for (Proposal& proposal : proposals)
        if (proposal.finding.peakAfter && room.capacity && !isRequired)
            judge(proposal.finding, *proposal.finding.peakAfter + room.beyondPeak, *room.capacity, room.beyondPeak,
                  room.beyond);
    std::vector<Finding> findings;
    for (Proposal& proposal : proposals)
        findings.push_back(std::move(proposal.finding));
    std::ranges::move(last, std::back_inserter(findings));
    return findings;
}

bool arrange(Finding& finding, const LiveSum& sum)
{
    sum.sortBySize(finding.rows);
    finding.amounts.insert(finding.amounts.begin(), sum.sizeOf(finding.rows));
    return !finding.rows.empty();
}

} // namespace tidemark
