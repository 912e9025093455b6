#include "ui/charts/strips_model.h"

#include <algorithm>

namespace tidemark::ui {

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
