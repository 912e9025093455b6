#include "core/xla/advice/live_sum.h"

#include <algorithm>
#include <tuple>

namespace tidemark {
namespace {

/// Adds to `differences` how much less the row takes from each of its steps on. `changes` are all of the row.
void addRow(const BufferRow& row, std::span<const RowChange> changes, std::vector<std::int64_t>& differences)
{
    std::vector<std::uint32_t> borders;
    for (const RowChange& change : changes)
        for (const std::uint32_t border : {change.begin, change.end})
            borders.push_back(std::clamp(border, row.start, row.end));
    std::ranges::sort(borders);
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        std::int64_t size = row.size;
        for (const RowChange& change : changes)
            if (change.begin <= borders[i] && borders[i] < change.end)
                size = std::min(size, change.size);
        differences[borders[i]] -= row.size - size;
        differences[borders[i + 1]] += row.size - size;
    }
}

} // namespace

LiveSum::LiveSum(const SpaceTimeline& timeline)
    : m_timeline(timeline)
    , m_levels(timeline.bytes.begin(), timeline.bytes.end())
{
    for (std::int64_t& level : m_levels)
        level += timeline.totals.untraced;
    m_peakStep = static_cast<std::uint32_t>(std::ranges::max_element(m_levels) - m_levels.begin());
}

std::vector<std::int64_t> LiveSum::levelsWith(std::vector<RowChange> changes) const
{
    std::ranges::sort(changes, {}, [](const RowChange& change) {
        return std::tuple(change.row.value, change.begin, change.end, change.size);
    });
    std::vector<std::int64_t> differences(m_levels.size() + 1, 0);
    for (auto begin = changes.begin(); begin != changes.end();) {
        const auto end = std::find_if(begin, changes.end(), [&](const RowChange& c) { return !(c.row == begin->row); });
        addRow(m_timeline.rows[begin->row], std::span(begin, end), differences);
        begin = end;
    }
    std::vector<std::int64_t> levels = m_levels;
    std::int64_t less = 0;
    for (std::size_t step = 0; step < levels.size(); ++step)
        levels[step] += less += differences[step];
    return levels;
}

std::int64_t LiveSum::peakWith(std::vector<RowChange> changes) const
{
    return std::ranges::max(levelsWith(std::move(changes)));
}

} // namespace tidemark
