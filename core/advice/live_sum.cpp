#include "core/advice/live_sum.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace tidemark {
namespace {

struct Life {
    std::int64_t size = 0;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
};

/// Adds to `differences` the bytes that the row saves from each of its steps on. `changes` are all changes of the
/// row.
void addRow(const Life& row, std::span<const RowChange> changes, std::vector<std::int64_t>& differences)
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

LiveSum::LiveSum(std::vector<std::int64_t> levels, RowLives lives, std::vector<std::int64_t> sizes)
    : m_levels(std::move(levels))
    , m_sizes(std::move(sizes))
    , m_lives(lives)
    , m_peakStep(static_cast<std::uint32_t>(std::ranges::max_element(m_levels) - m_levels.begin()))
{
    if (!m_sizes.empty())
        m_lives.size = {m_sizes.data(), sizeof(std::int64_t)};
}

std::vector<std::int64_t> LiveSum::levelsWith(std::vector<RowChange> changes) const
{
    std::ranges::sort(changes, {}, [](const RowChange& change) {
        return std::tuple(change.row.value, change.begin, change.end, change.size);
    });
    std::vector<std::int64_t> differences(m_levels.size() + 1, 0);
    for (auto begin = changes.begin(); begin != changes.end();) {
        const RowId row = begin->row;
        const auto end = std::find_if(begin, changes.end(), [&](const RowChange& c) { return !(c.row == row); });
        addRow({m_lives.size[row], m_lives.start[row].value, m_lives.end[row].value}, std::span(begin, end),
               differences);
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

std::int64_t LiveSum::sizeOf(const std::vector<RowId>& rows) const
{
    std::int64_t sum = 0;
    for (const RowId row : rows)
        sum += size(row);
    return sum;
}

bool LiveSum::isAtPeak(RowId row) const
{
    return m_lives.start[row].value <= m_peakStep && m_peakStep < m_lives.end[row].value;
}

void LiveSum::sortBySize(std::vector<RowId>& rows) const
{
    std::ranges::stable_sort(rows, [this](RowId a, RowId b) { return size(a) > size(b); });
}

} // namespace tidemark
