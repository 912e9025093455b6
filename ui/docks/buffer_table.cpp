#include "ui/docks/buffer_table.h"

#include "ui/models/buffer_delegate.h"

#include <QDataStream>
#include <QHeaderView>
#include <QIODevice>
#include <QMenu>
#include <QScopedValueRollback>

#include <algorithm>
#include <array>
#include <map>

namespace tidemark::ui {
namespace {

constexpr std::array kNarrowHidden = {BufferColumn::Type, BufferColumn::Source, BufferColumn::OpName};

bool isShownAtFirst(BufferColumn column, bool narrow)
{
    return column <= BufferColumn::OpName
        && !(narrow && std::ranges::find(kNarrowHidden, column) != kNarrowHidden.end());
}

int widthAtFirst(BufferColumn column)
{
    static const std::map<BufferColumn, int> kWidths
        = {{BufferColumn::Name, 180},     {BufferColumn::Size, 190},   {BufferColumn::Shape, 236},
           {BufferColumn::Lifetime, 130}, {BufferColumn::OpName, 96},  {BufferColumn::Layout, 180},
           {BufferColumn::Type, 104},     {BufferColumn::Opcode, 104}, {BufferColumn::Source, 104}};
    const auto width = kWidths.find(column);
    return width == kWidths.end() ? 84 : width->second;
}

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

void BufferTable::setNarrow(bool narrow)
{
    m_isNarrow = narrow;
    for (const BufferColumn column : kNarrowHidden)
        if (!m_chosen.contains(column))
            setColumnHidden(static_cast<int>(column), !isShownAtFirst(column, narrow));
}

void BufferTable::setColumnChosen(BufferColumn column, bool isShown)
{
    m_chosen[column] = isShown;
    setColumnHidden(static_cast<int>(column), !isShown);
}

void BufferTable::addColumnActions(QMenu* menu)
{
    for (int i = 0; i < kBufferColumns; ++i) {
        const auto column = static_cast<BufferColumn>(i);
        QAction* action = menu->addAction(columnTitle(column));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        action->setEnabled(column != BufferColumn::Name);
        connect(action, &QAction::toggled, this, [this, column](bool on) { setColumnChosen(column, on); });
    }
    menu->addSeparator();
    menu->addAction(tr("Reset Columns"), this, &BufferTable::resetColumns);
}

void BufferTable::resetColumns()
{
    m_chosen.clear();
    for (int i = 0; i < kBufferColumns; ++i) {
        const auto column = static_cast<BufferColumn>(i);
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(i), i);
        setColumnWidth(i, widthAtFirst(column));
        setColumnHidden(i, !isShownAtFirst(column, m_isNarrow));
    }
    sortByColumn(static_cast<int>(BufferColumn::Size), Qt::DescendingOrder);
}

QByteArray BufferTable::saveColumns() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << horizontalHeader()->saveState() << static_cast<qint32>(m_chosen.size());
    for (const auto& [column, isShown] : m_chosen)
        stream << static_cast<qint32>(column) << isShown;
    return state;
}

void BufferTable::restoreColumns(const QByteArray& state)
{
    QDataStream stream(state);
    QByteArray header;
    qint32 count = 0;
    stream >> header >> count;
    if (stream.status() != QDataStream::Ok || !horizontalHeader()->restoreState(header))
        return;
    m_chosen.clear();
    for (qint32 i = 0; i < count && i < kBufferColumns; ++i) {
        qint32 column = 0;
        bool isShown = false;
        stream >> column >> isShown;
        if (column >= 0 && column < kBufferColumns)
            m_chosen[static_cast<BufferColumn>(column)] = isShown;
    }
    setNarrow(m_isNarrow);
    sortByColumn(horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
}

void zoomToLife(ViewState& state, std::uint32_t row)
{
    const BufferRow& life = state.timeline()->rows[row];
    const std::uint32_t room = std::max<std::uint32_t>(1, (life.end - life.start) / 10);
    state.setVisible({life.start - std::min(life.start, room), life.end + room});
}

} // namespace tidemark::ui
