#include "ui/state/focus.h"

#include <algorithm>

namespace tidemark::ui {

void Focus::reset(std::size_t rows)
{
    ++m_generation;
    m_rows = rows;
    m_hovered.reset();
    m_pinned.reset();
    m_selected.clear();
}

std::optional<RowId> Focus::find(const ItemRef& item) const
{
    if (item.generation != m_generation || !isRow(item.row))
        return std::nullopt;
    return item.row;
}

void Focus::setHovered(std::optional<RowId> row)
{
    if (row == m_hovered || (row && !isRow(*row)))
        return;
    m_hovered = row;
    report(Aspect::Pointed);
}

void Focus::setPinned(std::optional<RowId> row)
{
    if (row == m_pinned || (row && !isRow(*row)))
        return;
    const auto before = std::exchange(m_pinned, row);
    const bool isSelected = row && std::binary_search(m_selected.begin(), m_selected.end(), *row);
    Aspects changed = Aspect::Pointed;
    if (row && !isSelected) {
        m_selected = {*row};
        changed |= Aspect::SelectedRows;
    } else if (!row && m_selected == std::vector{*before}) {
        m_selected.clear();
        changed |= Aspect::SelectedRows;
    }
    report(changed);
}

void Focus::setSelected(std::vector<RowId> rows)
{
    std::erase_if(rows, [this](RowId row) { return !isRow(row); });
    std::ranges::sort(rows, {}, &RowId::value);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows == m_selected)
        return;
    m_selected = std::move(rows);
    report(Aspect::SelectedRows);
}

} // namespace tidemark::ui
