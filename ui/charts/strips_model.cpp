#include "ui/charts/strips_model.h"

#include <algorithm>

namespace tidemark::ui {

void StripsModel::update(const ViewState& state, int width)
{
    *this = {};
    if (state.isEmpty())
        return;
    const SpaceTimeline& timeline = *state.timeline();
    std::vector<StripItem> inOrder;
    std::vector<StripItem> padding;
    inOrder.reserve(state.live().size());
    m_liveCount = state.live().size();
    for (const LiveRow& live : state.live()) {
        const BufferRow& row = timeline.rows[live.row.value];
        m_sizes += row.size;
        m_occupied += row.size - live.overlap;
        if (row.size > 0)
            inOrder.push_back({live.row.value, row.size});
        if (row.size > row.unpadded)
            padding.push_back({live.row.value, row.size - row.unpadded});
    }
    std::vector<StripItem> bySize = inOrder;
    std::ranges::stable_sort(bySize, std::ranges::greater(), &StripItem::bytes);
    std::ranges::stable_sort(padding, std::ranges::greater(), &StripItem::bytes);
    const std::size_t rows = timeline.rows.size();
    m_strips = {StripLayout(std::move(inOrder), width, rows), StripLayout(std::move(bySize), width, rows),
                StripLayout(std::move(padding), width, rows)};
}

} // namespace tidemark::ui
