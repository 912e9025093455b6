#include "ui/charts/strips_model.h"

#include <algorithm>
#include <numeric>

namespace tidemark::ui {

StripLayout::StripLayout(std::vector<StripItem> items, int width)
    : m_items(std::move(items))
    , m_byRow(m_items.size())
    , m_width(std::max(width, 0))
{
    m_begins.reserve(m_items.size());
    for (std::uint32_t i = 0; i < m_items.size(); ++i) {
        m_begins.push_back(m_total);
        m_total += m_items[i].bytes;
    }
    std::iota(m_byRow.begin(), m_byRow.end(), 0U);
    std::ranges::sort(m_byRow, {}, [this](std::uint32_t item) { return m_items[item].row; });
    if (m_total > 0)
        fillPixels();
}

void StripLayout::fillPixels()
{
    m_pixels.reserve(static_cast<std::size_t>(m_width));
    const double perPixel = static_cast<double>(m_total) / m_width;
    std::uint32_t item = 0;
    for (int pixel = 0; pixel < m_width; ++pixel) {
        const double begin = pixel * perPixel;
        const double end = begin + perPixel;
        const auto endOf = [&](std::uint32_t i) { return static_cast<double>(m_begins[i] + m_items[i].bytes); };
        while (item + 1 < m_items.size() && endOf(item) <= begin)
            ++item;
        std::uint32_t best = item;
        double bestShare = 0;
        for (std::uint32_t i = item; i < m_items.size() && static_cast<double>(m_begins[i]) < end; ++i) {
            const double share = std::min(end, endOf(i)) - std::max(begin, static_cast<double>(m_begins[i]));
            if (share > bestShare) {
                bestShare = share;
                best = i;
            }
        }
        m_pixels.push_back(best);
        if (m_runs.empty() || m_runs.back().item != best)
            m_runs.push_back({best, pixel, pixel});
        m_runs.back().end = pixel + 1;
    }
}

std::optional<std::uint32_t> StripLayout::itemAt(int pixel) const
{
    if (pixel < 0 || static_cast<std::size_t>(pixel) >= m_pixels.size())
        return std::nullopt;
    return m_pixels[static_cast<std::size_t>(pixel)];
}

std::optional<std::uint32_t> StripLayout::itemOfRow(RowId row) const
{
    const auto rowOf = [this](std::uint32_t item) { return m_items[item].row; };
    const auto found = std::ranges::lower_bound(m_byRow, row, {}, rowOf);
    return found == m_byRow.end() || rowOf(*found) != row ? std::nullopt : std::optional(*found);
}

StripLayout::Span StripLayout::spanOf(std::uint32_t item) const
{
    const double perByte = m_width / static_cast<double>(m_total);
    return {static_cast<double>(m_begins[item]) * perByte,
            static_cast<double>(m_begins[item] + m_items[item].bytes) * perByte};
}

void StripsModel::update(const ViewState& state, int width)
{
    *this = {};
    if (state.isEmpty())
        return;
    const Rows& rows = state.view()->rows;
    std::vector<StripItem> inOrder;
    std::vector<StripItem> padding;
    inOrder.reserve(state.live().size());
    m_liveCount = state.live().size();
    for (const LiveRow& live : state.liveOrMarked()) {
        const std::int64_t size = rows.size[live.row];
        if (rows.isLive(live.row, state.cursor())) {
            m_sizes += size;
            m_occupied += size - live.overlap;
        }
        if (size > 0)
            inOrder.push_back({live.row, size});
        const auto added = rows.padding(live.row);
        m_isPaddingKnown = m_isPaddingKnown && added;
        if (added > 0)
            padding.push_back({live.row, *added});
    }
    std::vector<StripItem> bySize = inOrder;
    std::ranges::stable_sort(bySize, std::ranges::greater(), &StripItem::bytes);
    std::ranges::stable_sort(padding, std::ranges::greater(), &StripItem::bytes);
    m_strips = {StripLayout(std::move(inOrder), width), StripLayout(std::move(bySize), width),
                StripLayout(std::move(padding), width)};
}

} // namespace tidemark::ui
