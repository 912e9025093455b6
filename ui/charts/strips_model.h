#pragma once

#include "core/view/rows.h"
#include "ui/state/view_state.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::ui {

struct StripItem {
    RowId row;
    std::int64_t bytes = 0; // > 0
};

/// Items next to each other in a strip, each as wide as its share of the bytes. Items thinner than a pixel share the
/// pixel with their neighbours, and the pixel shows the item that covers most of it. The time to find the item at a
/// pixel does not depend on the number of items.
class StripLayout
{
public:
    struct Span {
        double begin = 0; // pixels from the strip's left edge
        double end = 0;
    };
    /// The pixels [begin, end) that show one item.
    struct Run {
        std::uint32_t item = 0;
        int begin = 0;
        int end = 0;
    };

    StripLayout() = default;
    StripLayout(std::vector<StripItem> items, int width);

    const std::vector<StripItem>& items() const { return m_items; }
    const std::vector<Run>& runs() const { return m_runs; }
    std::int64_t totalBytes() const { return m_total; }
    int width() const { return m_width; }

    std::optional<std::uint32_t> itemAt(int pixel) const;
    std::optional<std::uint32_t> itemOfRow(RowId row) const;
    Span spanOf(std::uint32_t item) const;

private:
    void fillPixels();

    std::vector<StripItem> m_items;
    std::vector<std::int64_t> m_begins; // bytes before each item
    std::vector<std::uint32_t> m_byRow; // items by ascending row: a view has far more rows than live ones
    std::vector<std::uint32_t> m_pixels;
    std::vector<Run> m_runs;
    std::int64_t m_total = 0;
    int m_width = 0;
};

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
