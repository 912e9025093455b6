#include "core/history/history_advice.h"

#include "core/advice/expandable_segments.h"
#include "core/advice/words.h"
#include "core/base/text.h"
#include "core/history/growth.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace tidemark::history {
namespace {

std::vector<Finding> growSegments(const Shown& shown)
{
    constexpr std::int64_t kMuch = 2; // at least half of the segments is free between allocations
    constexpr std::int64_t kLeast = std::int64_t{64} << 20; // segments have up to 20 MiB, and a few are never full
    const History& history = shown.history;
    const MemoryRecording& memory = *history.memory;
    const bool grow
        = history.recording->growsSegments.value_or(std::ranges::any_of(memory.segments, &Segment::isExpandable));
    const bool isCuda = memory.name.starts_with("GPU "); // other devices have other variables
    const auto segments = history.freeAt(history.moment());
    if (grow || !isCuda || !segments)
        return {};
    Finding finding;
    finding.assumption = expandable_segments::kAssumption;
    if (!history.failures.empty()) {
        const Failure& failed = memory.failures.front();
        const std::int64_t freeOnDevice = failed.freeOnDevice.value_or(0);
        // A free range that is large enough is of another stream or pool.
        if (segments->free == 0 || segments->free < failed.asked - freeOnDevice || segments->largest >= failed.asked)
            return {};
        finding.text = expandable_segments::kText;
        finding.amounts = {segments->free, failed.asked};
        if (segments->free < failed.asked) {
            finding.amounts.push_back(freeOnDevice);
            finding.text = expandable_segments::kTextWithDevice;
        }
    } else {
        const std::int64_t between = segments->free - segments->empty;
        if (between < std::max(kLeast, segments->reserved / kMuch))
            return {};
        finding.text = "%1 of the %2 that PyTorch holds in segments is free between allocations";
        finding.amounts = {between, segments->reserved};
    }
    finding.id = "fragmentation";
    finding.label = expandable_segments::kLabel;
    finding.savedBytes = finding.amounts.front();
    finding.isEstimate = finding.isUpperBound = true;
    finding.source
        = "PyTorch: optimizing memory usage (pytorch.org/docs/stable/notes/cuda.html); the segments of the recording";
    return {std::move(finding)};
}

/// Whether the call of a module asked, which is the forward pass.
bool isOfForward(const Names& names, AskerId asker)
{
    constexpr std::array<std::string_view, 3> kCalls = {"forward", "_call_impl", "_wrapped_call_impl"};
    return std::ranges::any_of(names.stackOf(names.askerOf(asker).stack), [&](FrameId frame) {
        return std::ranges::find(kCalls, names.textOf(names.frameOf(frame).function)) != kCalls.end();
    });
}

std::vector<Finding> checkpointLines(const Shown& shown, std::optional<std::int64_t> capacity)
{
    constexpr std::size_t kMostLines = 3;
    constexpr std::int64_t kWorthIt = 20; // a line saves at least a twentieth of the memory in use
    const History& history = shown.history;
    const bool hasFailed = !history.failures.empty();
    const StepId cell = history.moment();
    const std::int64_t asked = hasFailed ? history.memory->failures.front().asked : 0;
    const std::int64_t needed = history.level[cell.index()] + asked;
    const Names& names = history.recording->names;
    std::map<AskerId, bool> ofForward;
    std::map<std::string, std::vector<RowId>> lines;
    for (const RowId id : history.rows.ids()) {
        const Allocation& row = history.rows[id];
        if (!row.asker || row.start.index() == 0 || !history.isLive(id, cell))
            continue;
        const auto [known, isNew] = ofForward.try_emplace(row.asker, false);
        if (isNew)
            known->second = isOfForward(names, row.asker);
        const AskerText& asker = shown.askers.of(row.asker);
        if (known->second && !asker.place.empty())
            lines[asker.place].push_back(id);
    }
    std::vector<Finding> findings;
    for (auto& [line, rows] : lines) {
        std::ranges::stable_sort(rows, std::greater(), [&](RowId row) { return history.rows[row].size; });
        Finding finding;
        std::int64_t held = 0;
        std::int64_t savedAtPeak = 0;
        for (const RowId row : rows) {
            held += history.rows[row].size;
            if (!(row == rows.front()) && history.isLive(row, history.peakStep))
                savedAtPeak += history.rows[row].size;
        }
        finding.savedBytes = held - history.rows[rows.front()].size;
        if (finding.savedBytes < std::max<std::int64_t>(history.level[cell.index()] / kWorthIt, 1))
            continue;
        finding.id = "rematerialization";
        finding.label = "Checkpoint " + printable(line) + ", or smaller batch";
        finding.text = counted(rows.size(), "allocation") + " of " + plainWords(printable(line))
            + ", made in the forward pass, " + worded(rows.size(), "holds ", "hold ") + finding.addAmount(held);
        finding.text += hasFailed ? " when the allocation fails" : " at the peak";
        finding.text += ". Activation checkpointing around that line keeps one of them, the largest with "
            + finding.addAmount(history.rows[rows.front()].size) + ", and a smaller batch makes each smaller";
        finding.isEstimate = finding.isUpperBound = true;
        finding.peakBefore = history.peak();
        finding.peakAfter = history.peak() - savedAtPeak;
        if (capacity)
            judge(finding, needed - finding.savedBytes, *capacity, asked, "that failed");
        finding.assumption = "They are saved for the backward pass, which then computes them again, one at a time.";
        finding.source
            = "PyTorch: torch.utils.checkpoint (pytorch.org/docs/stable/checkpoint.html); the recorded stacks";
        finding.rows = std::move(rows);
        findings.push_back(std::move(finding));
    }
    std::ranges::stable_sort(findings, std::greater(), &Finding::savedBytes);
    findings.resize(std::min(findings.size(), kMostLines));
    return findings;
}

} // namespace

std::vector<Finding> adviseOn(const Shown& shown, const std::vector<Profile>& profiles,
                              std::optional<std::int64_t> capacity)
{
    std::vector<Finding> findings = growSegments(shown);
    for (std::vector<Finding>& more :
         std::array{checkpointLines(shown, capacity), growthFindings(shown), growthOverProfiles(shown, profiles)})
        std::ranges::move(more, std::back_inserter(findings));
    std::ranges::stable_sort(findings, std::greater(), &Finding::savedBytes);
    return findings;
}

} // namespace tidemark::history
