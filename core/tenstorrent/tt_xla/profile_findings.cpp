#include "core/tenstorrent/tt_xla/profile_figures.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

constexpr std::size_t kMostShortages = 20; // number of failed allocations with a finding of their own
constexpr std::int64_t kWorthSaying = 1000; // a finding must save at least 1/1000 of the peak

Finding findingOf(const OutOfMemory& shortage)
{
    Finding finding;
    finding.id = "out_of_memory";
    finding.isEstimate = true;
    finding.source = "tt-metal's allocator, at line " + std::to_string(shortage.line);
    finding.assumption = "Nothing else is allocated before.";
    const std::int64_t needed = shortage.perBank;
    switch (shortage.cause()) {
    case OutOfMemory::Cause::TooBig: {
        const std::int64_t free = shortage.free ? *shortage.free : *shortage.bankSize;
        finding.label = "Out of memory: too big";
        finding.text = "A buffer needs %1 in each bank, and %2 are free: the memory is too small";
        finding.amounts = {needed, free};
        finding.savedBytes = (needed - free) * shortage.banks;
        break;
    }
    case OutOfMemory::Cause::Fragmented:
        finding.label = "Out of memory: fragmented";
        finding.text
            = "A buffer needs %1 in each bank, and %2 are free, but the largest free block has %3: the buffers "
              "between free blocks must be freed or moved";
        finding.amounts = {needed, *shortage.free, *shortage.largest};
        finding.savedBytes = (needed - *shortage.largest) * shortage.banks;
        break;
    case OutOfMemory::Cause::Contradicting:
    case OutOfMemory::Cause::Unknown:
        finding.label = "Out of memory";
        finding.text = "A buffer needs %1 in each bank; the line does not state the free memory";
        if (shortage.cause() == OutOfMemory::Cause::Contradicting)
            finding.text = "A buffer needs %1 in each bank, though the line says that a free block is as large";
        finding.amounts = {needed};
        finding.savedBytes = shortage.bytes;
        break;
    }
    return finding;
}

std::optional<Finding> paddingFinding(const Levels& levels, const std::vector<OperationRow>& rows)
{
    Finding finding;
    finding.id = "tile_padding";
    finding.label = "Shapes that fill their tiles";
    finding.isEstimate = true;
    finding.source = "the layouts of the operations' results";
    finding.assumption = "The last two dimensions are multiples of the tile's sides.";
    finding.text = "Tiles of results that are live at the peak contain %1 of padding";
    // Without the padding, another moment may be the peak.
    std::vector<std::int64_t> change(levels.level.values.size() + 1);
    std::int64_t padding = 0; // padding that is live at the peak
    const StepId peak = StepId::at(levels.peakAt);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const OperationRow& row = rows[i];
        const std::int64_t own = row.unpadded < 0 ? 0 : row.size - row.unpadded;
        change[row.start.index()] += own;
        change[row.end.index()] -= own;
        if (own == 0 || peak < row.start || row.end <= peak)
            continue;
        padding += own;
        finding.rows.push_back(RowId::at(i));
    }
    if (!levels.peak || padding < *levels.peak / kWorthSaying)
        return std::nullopt;
    std::ranges::stable_sort(finding.rows, std::greater(), [&](RowId row) { return rows[row.index()].size; });
    finding.amounts = {padding};
    std::int64_t after = 0;
    std::int64_t now = 0;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < levels.level.values.size(); ++i) {
        before = now;
        now += change[i];
        after = std::max({after, levels.inside.values[i] - std::max(now, before)});
    }
    finding.peakBefore = levels.peak;
    finding.peakAfter = after;
    finding.savedBytes = *levels.peak - after;
    return finding.savedBytes > 0 ? std::optional(std::move(finding)) : std::nullopt;
}

} // namespace

std::vector<Finding> findingsOf(const ShownMemory& shown)
{
    std::vector<Finding> findings;
    for (const OutOfMemory& shortage : shown.profile->shortages)
        if (shortage.memory && shortage.isIn(shown.memory, shown.extent) && findings.size() < kMostShortages)
            findings.push_back(findingOf(shortage));
    if (auto padding = paddingFinding(shown.levels, shown.rows->rows))
        findings.push_back(std::move(*padding));
    std::ranges::stable_sort(findings, std::greater(), &Finding::savedBytes);
    return findings;
}

} // namespace tidemark::ttxla
