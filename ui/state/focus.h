#pragma once

#include "core/view/rows.h"
#include "ui/state/aspects.h"

#include <optional>
#include <vector>

namespace tidemark::ui {

/// A row together with its view, so that it is not confused with a row of an earlier or later view.
struct ItemRef {
    quint64 generation = 0;
    RowId row;
    friend bool operator==(const ItemRef&, const ItemRef&) = default;
};

/// The rows that are hovered, pinned and selected. All are rows of the shown view. Code that keeps a row for later (a
/// menu, a queued call) must keep an ItemRef instead, which no longer refers to a row after the view has changed.
class Focus : public StatePart
{
public:
    using StatePart::StatePart;

    /// Call when the view changes. Forgets all rows. Reports nothing.
    void reset(std::size_t rows);
    quint64 generation() const { return m_generation; }
    ItemRef refer(RowId row) const { return {m_generation, row}; }
    /// The row, or none if its view is no longer shown.
    std::optional<RowId> find(const ItemRef& item) const;

    std::optional<RowId> hovered() const { return m_hovered; }
    void setHovered(std::optional<RowId> row);
    std::optional<RowId> pinned() const { return m_pinned; }
    /// Also selects the row, until it is no longer pinned or another row is selected.
    void setPinned(std::optional<RowId> row);
    /// The row that overlay and card show: the hovered row, else the pinned row.
    std::optional<RowId> pointed() const { return m_hovered ? m_hovered : m_pinned; }

    /// The selected rows, ascending. They need not contain the pinned row.
    const std::vector<RowId>& selected() const { return m_selected; }
    /// `rows` may have any order. Ids that are not rows of the view are ignored.
    void setSelected(std::vector<RowId> rows);

private:
    bool isRow(RowId row) const { return row && row.index() < m_rows; }

    quint64 m_generation = 1;
    std::size_t m_rows = 0;
    std::optional<RowId> m_hovered;
    std::optional<RowId> m_pinned;
    std::vector<RowId> m_selected;
};

} // namespace tidemark::ui
