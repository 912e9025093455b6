#pragma once

#include "ui/charts/strip_layout.h"
#include "ui/state/view_state.h"

#include <array>

namespace tidemark::ui {

/// The buffers that are live at the cursor in three orders, laid out in strips of the same width.
class StripsModel
{
public:
    enum Strip { ProgramOrder, Size, Padding, StripCount };

    void update(const ViewState& state, int width);

    const StripLayout& strip(int index) const { return m_strips[static_cast<std::size_t>(index)]; }
    std::size_t liveCount() const { return m_liveCount; }
    std::int64_t occupied() const { return m_occupied; }
    std::int64_t sizes() const { return m_sizes; }
    /// Returns whether the padding of every live row is known.
    bool isPaddingKnown() const { return m_isPaddingKnown; }

private:
    std::array<StripLayout, StripCount> m_strips;
    std::size_t m_liveCount = 0;
    std::int64_t m_occupied = 0;
    std::int64_t m_sizes = 0;
    bool m_isPaddingKnown = true;
};

} // namespace tidemark::ui
