#include "ui/tables/kept_selection.h"

#include <QItemSelection>
#include <QTableView>

#include <algorithm>

namespace tidemark::ui {
namespace {

/// Returns whether rows of both views correspond: it is the same program, read again.
bool isSameTable(const View* a, const View* b)
{
    if (!a || !b || a->program != b->program || a->memory != b->memory || a->rows.count != b->rows.count)
        return false;
    const Rows& x = a->rows;
    const Rows& y = b->rows;
    for (std::size_t i = 0; i < x.count; ++i) {
        const RowId row = RowId::at(i);
        if (x.start[row] != y.start[row] || x.end[row] != y.end[row] || x.size[row] != y.size[row]
            || x.offset[row] != y.offset[row])
            return false;
    }
    return true;
}

} // namespace

KeptSelection::KeptSelection(ViewState* state, RowModel* model, QTableView* table)
    : QObject(table)
    , m_state(state)
    , m_model(model)
    , m_table(table)
    , m_view(state->view())
{
    connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &KeptSelection::take);
    // Needed after a click that does not change the table's selection but deselects rows in closed groups.
    connect(table, &QTableView::clicked, this, &KeptSelection::take);
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &KeptSelection::remember);
    connect(model, &QAbstractItemModel::modelReset, this, &KeptSelection::restore);
    state->onChange(Aspect::SelectedRows, this, &KeptSelection::follow);
}

void KeptSelection::follow()
{
    if (m_isRestoring)
        return;
    // If the same rows are selected again after the program was read again, do not scroll.
    const bool isBack = m_state->focus().selected() == m_last;
    m_last = m_state->focus().selected();
    show();
    if (!isBack && m_table->selectionModel()->hasSelection())
        m_table->scrollTo(m_table->currentIndex());
}

void KeptSelection::take()
{
    if (m_isRestoring)
        return;
    const QScopedValueRollback guard(m_isRestoring, true);
    std::vector<RowId> rows;
    bool hasGroups = false;
    m_totals = {};
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection())
        for (int line = range.top(); line <= range.bottom(); ++line) {
            hasGroups = hasGroups || m_model->isGroup(line);
            for (const LiveRow& live : m_model->rowsAt(line)) {
                m_totals.add(*m_model->view(), live);
                rows.push_back(live.row);
            }
        }
    m_state->focus().setSelected(std::move(rows));
    m_last = m_state->focus().selected();
    if (hasGroups)
        sum(); // counts each row once, whether it is selected alone or with its group
    emit changed();
}

void KeptSelection::sum()
{
    const std::vector<RowId>& selected = m_state->focus().selected();
    m_totals = {};
    if (selected.empty())
        return;
    for (const LiveRow& live : m_model->rows())
        if (std::binary_search(selected.begin(), selected.end(), live.row))
            m_totals.add(*m_model->view(), live);
}

void KeptSelection::show()
{
    const QScopedValueRollback guard(m_isRestoring, true);
    const std::vector<RowId>& wanted = m_state->focus().selected();
    const int lines = m_model->rowCount();
    const auto isWanted
        = [&](const LiveRow& live) { return std::binary_search(wanted.begin(), wanted.end(), live.row); };
    QItemSelection selection;
    int begin = -1; // first line of a run of selected lines
    for (int i = 0; !wanted.empty() && i <= lines; ++i) {
        // A group's line is selected if all of its rows are.
        if (i < lines && std::ranges::all_of(m_model->rowsAt(i), isWanted)) {
            begin = begin < 0 ? i : begin;
        } else if (begin >= 0) {
            selection.append(
                QItemSelectionRange(m_model->index(begin, 0), m_model->index(i - 1, m_model->columnCount() - 1)));
            begin = -1;
        }
    }
    m_table->setAutoScroll(false);
    if (!selection.isEmpty())
        m_table->selectionModel()->setCurrentIndex(selection.front().topLeft(), QItemSelectionModel::NoUpdate);
    m_table->setAutoScroll(true);
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    sum();
    emit changed();
}

void KeptSelection::remember()
{
    m_isSeen = m_table->selectionModel()->hasSelection()
        && m_table->viewport()->rect().intersects(m_table->visualRect(m_table->currentIndex()));
}

void KeptSelection::restore()
{
    const auto before = std::exchange(m_view, m_model->view());
    if (before != m_view && !isSameTable(before.get(), m_view.get())) {
        m_last.clear();
        m_table->scrollToTop();
    }
    show();
    if (m_isSeen && m_table->selectionModel()->hasSelection())
        m_table->scrollTo(m_table->currentIndex());
}

} // namespace tidemark::ui
