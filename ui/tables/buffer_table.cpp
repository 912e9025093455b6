#include "ui/tables/buffer_table.h"

#include "ui/tables/buffer_delegate.h"

#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>

#include <algorithm>

namespace tidemark::ui {
namespace {

/// Rows of the one are rows of the other.
bool isSameProgram(const SpaceTimeline* a, const SpaceTimeline* b)
{
    const auto isSameRow = [](const BufferRow& x, const BufferRow& y) {
        return x.buffer == y.buffer && x.allocation == y.allocation && x.start == y.start && x.end == y.end
            && x.offset == y.offset && x.size == y.size;
    };
    return a && b && a->space == b->space && a->plan->module().name() == b->plan->module().name()
        && std::ranges::equal(a->rows, b->rows, isSameRow);
}

} // namespace

BufferTable::BufferTable(ViewState* state, const BufferFacts* facts, QWidget* parent)
    : QTableView(parent)
    , m_state(state)
    , m_facts(facts)
    , m_model(new BufferModel(state, facts, this))
    , m_proxy(new BufferProxy(state, m_model, this))
{
    setModel(m_proxy);
    setItemDelegate(new BufferDelegate(this));
    setAccessibleName(tr("Buffers live at the cursor"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setMouseTracking(true);
    setHorizontalScrollMode(ScrollPerPixel);
    setSortingEnabled(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(18);
    verticalHeader()->setDefaultSectionSize(22);
    QHeaderView* header = horizontalHeader();
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(40);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this, header](QPoint at) {
        QMenu menu(this);
        addColumnActions(&menu);
        menu.exec(header->mapToGlobal(at));
    });
    connect(header, &QHeaderView::sectionResized, this, &BufferTable::onSectionResized);
    resetColumns();

    connect(m_proxy, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_isSelectionSeen
            = selectionModel()->hasSelection() && viewport()->rect().intersects(visualRect(currentIndex()));
    });
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &BufferTable::restoreSelection);
    connect(state, &ViewState::shownChanged, this, &BufferTable::followPin);
    connect(this, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { zoomToLife(*m_state, bufferAt(index)); });
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (selectionModel()->isRowSelected(index.row()))
            m_state->setPinned(bufferAt(index));
    });
}

std::uint32_t BufferTable::bufferAt(const QModelIndex& index) const
{
    return index.data(BufferModel::RowRole).toUInt();
}

std::vector<std::uint32_t> BufferTable::selectedBuffers() const
{
    std::vector<std::uint32_t> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.push_back(bufferAt(index));
    return rows;
}

void BufferTable::selectBuffers(const std::vector<std::uint32_t>& rows)
{
    m_kept = rows;
    showSelection();
    if (selectionModel()->hasSelection())
        scrollTo(currentIndex());
}

void BufferTable::showSelection()
{
    const QScopedValueRollback guard(m_isRestoring, true);
    QItemSelection selection;
    QModelIndex first;
    for (const std::uint32_t row : m_kept) {
        const int at = m_model->rowOf(row);
        const QModelIndex index = at < 0 ? QModelIndex() : m_proxy->mapFromSource(m_model->index(at, 0));
        if (!index.isValid())
            continue;
        selection.select(index, index.siblingAtColumn(kBufferColumns - 1));
        if (!first.isValid() || index.row() < first.row())
            first = index;
    }
    setAutoScroll(false);
    if (first.isValid())
        selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    setAutoScroll(true);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

void BufferTable::restoreSelection()
{
    if (const auto before = std::exchange(m_timeline, m_state->timeline()); before != m_timeline) {
        // Nothing is pinned in a new timeline; whoever reads the same file again pins the buffer again.
        const auto followed = std::exchange(m_followed, std::nullopt);
        const bool isSame = isSameProgram(before.get(), m_timeline.get());
        if (!isSame || (followed && m_kept == std::vector{*followed}))
            m_kept.clear();
        if (!isSame)
            scrollToTop();
    }
    if (!m_kept.empty())
        showSelection();
    if (m_isSelectionSeen && selectionModel()->hasSelection())
        scrollTo(currentIndex());
    emit selectionSumsChanged();
}

void BufferTable::followPin()
{
    viewport()->update();
    const auto pinned = m_state->pinned();
    const auto before = std::exchange(m_followed, pinned);
    if (pinned == before)
        return;
    if (pinned && std::ranges::find(m_kept, *pinned) == m_kept.end())
        selectBuffers({*pinned});
    else if (!pinned && m_kept == std::vector{*before})
        selectBuffers({});
}

BufferModel::Totals BufferTable::selectedTotals() const
{
    BufferModel::Totals totals;
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        const BufferCell cell = m_model->cell(m_proxy->mapToSource(index).row());
        ++totals.rows;
        totals.size += cell.row().size;
        totals.overlap += cell.live.overlap;
    }
    return totals;
}

std::vector<LiveRow> BufferTable::shownRows() const
{
    std::vector<LiveRow> rows;
    for (int i = 0; i < m_proxy->rowCount(); ++i)
        rows.push_back(m_model->liveRow(m_proxy->mapToSource(m_proxy->index(i, 0)).row()));
    return rows;
}

void zoomToLife(ViewState& state, std::uint32_t row)
{
    const BufferRow& life = state.timeline()->rows[row];
    const std::uint32_t room = std::max<std::uint32_t>(1, (life.end - life.start) / 10);
    state.setVisible({life.start - std::min(life.start, room), life.end + room});
}

} // namespace tidemark::ui
