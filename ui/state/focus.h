#pragma once

#include "core/view/rows.h"

#include <QObject>

#include <optional>
#include <vector>

namespace tidemark::ui {

/// A row of one view, told from the rows of every view before and after it.
struct ItemRef {
    quint64 generation = 0;
    RowId row;
    friend bool operator==(const ItemRef&, const ItemRef&) = default;
};

/// The rows that the user is about: hovered, pinned, selected. All are rows of the view shown; whoever keeps one for
/// later (a menu, a queued call) keeps an ItemRef, which does nothing after the view is another.
class Focus : public QObject
{
    Q_OBJECT

public:
    explicit Focus(QObject* parent = nullptr);

    /// Another view: forgets all rows. Tells nothing.
    void reset(std::size_t rows);
    quint64 generation() const { return m_generation; }
    ItemRef refer(RowId row) const { return {m_generation, row}; }
    /// The row, as long as its view is shown.
    std::optional<RowId> find(const ItemRef& item) const;

    std::optional<RowId> hovered() const { return m_hovered; }
    void setHovered(std::optional<RowId> row);
    std::optional<RowId> pinned() const { return m_pinned; }
    void setPinned(std::optional<RowId> row);
    /// The row that overlay and card are about: the hovered one, else the pinned one.
    std::optional<RowId> pointed() const { return m_hovered ? m_hovered : m_pinned; }

    /// Rows chosen together, ascending; the pinned one need not be among them.
    const std::vector<RowId>& selected() const { return m_selected; }
    /// In any order; what is no row of the view is left out.
    void setSelected(std::vector<RowId> rows);

signals:
    void pointedChanged(); // hovered or pinned
    void selectedChanged();

private:
    bool isRow(RowId row) const { return row && row.index() < m_rows; }

    quint64 m_generation = 1;
    std::size_t m_rows = 0;
    std::optional<RowId> m_hovered;
    std::optional<RowId> m_pinned;
    std::vector<RowId> m_selected;
};

} // namespace tidemark::ui
