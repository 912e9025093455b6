#include "ui/tables/row_table.h"

#include "ui/charts/row_surface.h"
#include "ui/state/row_columns.h"
#include "ui/state/row_text.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"

#include <QContextMenuEvent>
#include <QItemSelection>
#include <QMenu>
#include <QPainter>
#include <QTableView>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

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

constexpr int kLeastWidth = 60; // of a column of texts, which is as wide as its content needs
constexpr int kAroundText = 16; // pixels in a cell in addition to its text
constexpr int kAroundSwatch = 19; // pixels for a swatch, with its gap
constexpr int kMeasured = 25; // rows whose texts decide the widths: the first, which are the largest
constexpr std::size_t kSearched = 300; // rows that are searched for any text

bool hasPadding(const Rows& rows)
{
    for (std::size_t i = 0; i < rows.count; ++i)
        if (rows.padding(RowId::at(i)).value_or(0) > 0)
            return true;
    return false;
}

/// Whether the column is as wide as its texts need.
bool isFitted(const ColumnInfo& info)
{
    return info.text && (info.inTable != InTable::OnDemand || info.column == RowColumn::Kind);
}

std::vector<ColumnHeader::Column> columnsAtFirst()
{
    std::vector<ColumnHeader::Column> columns(kRowColumns);
    for (const ColumnInfo& info : rowColumnInfos()) {
        ColumnHeader::Column& column = columns[static_cast<std::size_t>(info.column)];
        column.width = info.width;
        if (isFitted(info)) {
            column.width = kLeastWidth;
            column.most = info.width;
        }
        column.fitsTitle = isFitted(info);
        column.isShown = info.inTable != InTable::OnDemand;
        column.isShownNarrow = info.inTable == InTable::Always;
        if (info.column == RowColumn::Kind)
            column.standsInFor = static_cast<int>(RowColumn::Category);
        column.isFixed = info.column == RowColumn::Name;
        column.givesWay = info.column == RowColumn::Shape;
        column.leavesFirst = info.column == RowColumn::Lifetime; // the chart shows it too
    }
    return columns;
}

} // namespace

MatchFinder::MatchFinder(ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(state, &ViewState::changedForModels, this, [this](Aspects changed) {
        if (changed & Aspect::View)
            m_births.clear();
        if (changed & (Aspect::View | Aspect::Cursor | Aspect::Filter))
            forget();
    });
}

void MatchFinder::forget()
{
    ++m_search;
    m_by = 0;
    m_left = 0;
    m_found.reset();
}

void MatchFinder::reorder()
{
    const View& view = *m_state->view();
    m_firstBirth.assign(view.axis.count + 1U, 0);
    for (std::size_t i = 0; i < view.rows.count; ++i)
        ++m_firstBirth[view.rows.start[RowId::at(i)].index() + 1];
    for (std::size_t step = 1; step < m_firstBirth.size(); ++step)
        m_firstBirth[step] += m_firstBirth[step - 1];
    m_births.resize(view.rows.count);
    std::vector<std::uint32_t> next = m_firstBirth;
    for (std::size_t i = 0; i < view.rows.count; ++i)
        m_births[next[view.rows.start[RowId::at(i)].index()]++] = static_cast<std::uint32_t>(i);
}

void MatchFinder::search(int by)
{
    if (by == m_by) {
        if (!isSearching())
            emit finished();
        return;
    }
    forget();
    m_by = by;
    if (m_state->isEmpty() || m_state->view()->rows.count == 0) {
        emit finished();
        return;
    }
    if (m_births.empty())
        reorder();
    const auto count = static_cast<std::uint32_t>(m_births.size());
    const std::uint32_t first = m_firstBirth[m_state->cursor().index() + (by < 0 ? 1U : 0U)];
    m_next = by < 0 ? (first + count - 1) % count : first % count;
    m_left = count;
    lookOn();
}

void MatchFinder::lookOn()
{
    const Rows& rows = m_state->view()->rows;
    const auto count = static_cast<std::uint32_t>(m_births.size());
    for (std::uint32_t looks = 0; m_left > 0 && looks < kSlice; ++looks, --m_left) {
        const RowId row(m_births[m_next]);
        m_next = (m_next + (m_by < 0 ? count - 1 : 1)) % count;
        if (rows.start[row] < rows.end[row] && m_state->filter().matches(row)) {
            m_found = row;
            m_left = 0;
            break;
        }
    }
    if (m_left == 0) {
        emit finished();
        return;
    }
    QTimer::singleShot(0, this, [this, search = m_search] {
        if (search == m_search)
            lookOn();
    });
}

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
    const auto isWanted
        = [&](const LiveRow& live) { return std::binary_search(wanted.begin(), wanted.end(), live.row); };
    // A group's line is selected if all of its rows are.
    QItemSelection selection;
    if (!wanted.empty())
        selection
            = linesWhere(*m_model, [&](int line) { return std::ranges::all_of(m_model->rowsAt(line), isWanted); });
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

RowTable::RowTable(ViewState* state, QWidget* parent)
    : FlatTable(parent)
    , m_state(state)
    , m_finder(new MatchFinder(state, this))
    , m_model(new RowModel(state, this))
    , m_header(new ColumnHeader(columnsAtFirst(), static_cast<int>(RowColumn::Size), Qt::DescendingOrder, this))
{
    setModel(m_model);
    setHorizontalHeader(m_header);
    setSortingEnabled(true);
    setMouseTracking(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // fewer rows make no room for wider columns
    m_header->resetColumns();
    refreshColumns();
    m_selection = new KeptSelection(state, m_model, this);

    connect(m_selection, &KeptSelection::changed, this, &RowTable::selectionSumsChanged);
    // Names of groups are longer than names of rows, and groups have no shape.
    const auto fitToGroups = [this] {
        const std::string way = m_state->groupWay();
        const bool isOther = std::exchange(m_fittedWay, way) != way;
        if (std::exchange(m_isFittedToGroups, m_model->isGrouped()) != m_model->isGrouped() || isOther)
            fitColumns();
    };
    connect(m_model, &QAbstractItemModel::modelReset, this, fitToGroups);
    state->onChange(Aspect::GroupWay, this, fitToGroups);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RowTable::refreshHovered);
    connect(m_finder, &MatchFinder::finished, this, &RowTable::goToFound);
    state->onChange(Aspect::View, this, &RowTable::refreshColumns);
    state->onChange(Aspect::Meanings, this, &RowTable::fitColumns);
    state->onChange(Aspect::Pointed, viewport(), qOverload<>(&QWidget::update));
    state->onChange(Aspect::Cursor | Aspect::Filter, this, [this] { m_isGoing = false; });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto row = rowAt(index))
            zoomTo(*row);
        else
            setOpen(index.row(), !m_model->isOpen(index.row()));
    });
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (const auto row = rowAt(index); row && selectionModel()->isRowSelected(index.row()))
            m_state->focus().setPinned(row);
    });
}

void RowTable::refreshColumns()
{
    std::vector<bool> offered(kRowColumns, m_state->isEmpty());
    if (!m_state->isEmpty())
        for (const RowColumn column : m_state->view()->rows.columns)
            offered[static_cast<std::size_t>(column)] = column != m_leftOut;
    m_header->setOffered(std::move(offered));
    fitColumns();
}

/// Makes each column of texts as wide as the texts of the largest rows, and hides columns without any text or padding.
/// Only another view or way to group changes the widths, not the cursor and not the filter, so that columns stay where
/// they are.
void RowTable::fitColumns()
{
    if (m_state->isEmpty() || m_state->live().empty())
        return;
    const std::vector<LiveRow>& live = m_state->live();
    std::vector<LiveRow> rows(std::min(kSearched, live.size()));
    std::partial_sort_copy(live.begin(), live.end(), rows.begin(), rows.end(),
                           [&sizes = m_state->view()->rows.size](const LiveRow& a, const LiveRow& b) {
                               return sizes[a.row] > sizes[b.row];
                           });
    std::map<int, int> needed;
    for (const ColumnInfo& info : rowColumnInfos()) {
        if (!isFitted(info))
            continue;
        if (info.isOfMeanings && !m_state->meanings()) { // they come soon, and the column is there already
            needed[static_cast<int>(info.column)] = grown(info.width, font());
            continue;
        }
        const QFontMetrics metrics(isMonospace(info) ? fixedFontLike(font()) : font());
        int& widest = needed[static_cast<int>(info.column)];
        for (std::size_t i = 0; i < rows.size() && (std::cmp_less(i, kMeasured) || widest == 0); ++i)
            widest = std::max(widest, metrics.horizontalAdvance(displayText(*m_state, rows[i], info.column)));
        if (info.column == RowColumn::Name && m_model->isGrouped())
            for (int line = 0; line < std::min(m_model->rowCount(), kMeasured); ++line)
                widest = std::max(widest,
                                  metrics.horizontalAdvance(m_model->index(line, 0).data().toString()) + kAroundSwatch);
        if (widest > 0)
            widest += kAroundText;
        const bool hasSwatch = info.column != RowColumn::Name || m_state->groupWay() != Facet::kByCategory;
        if (widest > 0 && hasSwatch && (info.column == RowColumn::Name || !isMonospace(info)))
            widest += kAroundSwatch;
    }
    if (!hasPadding(m_state->view()->rows))
        needed[static_cast<int>(RowColumn::Padding)] = 0;
    if (m_state->view()->axis.count == 1)
        needed[static_cast<int>(RowColumn::Lifetime)] = 0; // all rows are live in the only cell
    m_header->setNeeded(std::move(needed), true);
}

void RowTable::leaveOut(RowColumn column)
{
    m_leftOut = column;
    refreshColumns();
}

std::optional<RowId> RowTable::rowAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return std::nullopt;
    return m_model->rowAt(index.row());
}

void RowTable::mouseMoveEvent(QMouseEvent* event)
{
    FlatTable::mouseMoveEvent(event);
    hoverAt(event->position().toPoint());
}

void RowTable::wheelEvent(QWheelEvent* event)
{
    FlatTable::wheelEvent(event);
    hoverAt(event->position().toPoint()); // another row is under the pointer now
}

void RowTable::hoverAt(QPoint at)
{
    m_pointer = at;
    m_state->focus().setHovered(rowAt(indexAt(at)));
}

/// Updates the hovered row after rows moved under a pointer that did not move. If no row is hovered because keys were
/// used, that stays so.
void RowTable::refreshHovered()
{
    if (m_state->focus().hovered() && m_pointer)
        hoverAt(*m_pointer);
}

void RowTable::leaveEvent(QEvent* event)
{
    FlatTable::leaveEvent(event);
    m_pointer.reset();
    m_state->focus().setHovered(std::nullopt);
}

void RowTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    FlatTable::currentChanged(current, previous);
    if (m_selection && !m_selection->isRestoring() && hasFocus())
        if (const auto row = rowAt(current))
            m_state->focus().setPinned(row);
}

void RowTable::focusInEvent(QFocusEvent* event)
{
    // The base class makes the first row the current one, which is not a choice of the user.
    const auto guard = m_selection->restoring();
    FlatTable::focusInEvent(event);
}

void RowTable::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        event->ignore(); // for the window: unpin, clear the filter, fit
        return;
    }
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isStep = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    const QModelIndex current = currentIndex();
    // Keys choose a row even if the pointer is over another row.
    if (isEnter || isStep)
        m_state->focus().setHovered(std::nullopt);
    if (current.isValid() && takeGroupKey(event->key(), current.row()))
        return;
    const auto row = rowAt(current);
    if (isEnter && row && m_state->focus().pinned() == row)
        zoomTo(*row);
    else if (current.isValid() && (isEnter || (isStep && !selectionModel()->hasSelection())))
        choose(current);
    else
        FlatTable::keyPressEvent(event);
}

void RowTable::setOpen(int line, bool open)
{
    const auto guard = m_selection->restoring();
    m_model->setOpen(line, open);
    selectionModel()->setCurrentIndex(m_model->index(line, 0), QItemSelectionModel::NoUpdate);
}

bool RowTable::takeGroupKey(int key, int line)
{
    const bool isGroup = m_model->isGroup(line);
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (isGroup && isEnter) {
        setOpen(line, !m_model->isOpen(line));
    } else if (isGroup && key == Qt::Key_Right && !m_model->isOpen(line)) {
        setOpen(line, true);
    } else if (isGroup && key == Qt::Key_Left && m_model->isOpen(line)) {
        setOpen(line, false);
    } else if (key == Qt::Key_Left && m_model->parentOf(line)) {
        selectionModel()->setCurrentIndex(m_model->index(*m_model->parentOf(line), 0),
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    } else {
        return false;
    }
    return true;
}

void RowTable::mousePressEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const QModelIndex index = indexAt(at);
    if (event->button() == Qt::LeftButton && CellDelegate::arrow(visualRect(index), index).contains(at)) {
        setFocus(Qt::MouseFocusReason);
        setOpen(index.row(), !m_model->isOpen(index.row()));
        return;
    }
    FlatTable::mousePressEvent(event);
}

void RowTable::choose(const QModelIndex& index)
{
    std::vector<RowId> rows;
    for (const LiveRow& live : m_model->rowsAt(index.row()))
        rows.push_back(live.row);
    const ViewState::Batch batch(*m_state);
    m_state->focus().setSelected(std::move(rows));
    if (const auto row = rowAt(index))
        m_state->focus().setPinned(row);
}

void RowTable::zoomTo(RowId row)
{
    m_state->axis().zoomTo(m_state->view()->rows.start[row], m_state->view()->rows.end[row]);
}

void RowTable::goToMatch(int by)
{
    const std::vector<LiveRow>& all = m_model->rows();
    const auto rows = static_cast<std::ptrdiff_t>(all.size());
    if (rows == 0) {
        m_isGoing = true;
        m_finder->search(by);
        return;
    }
    std::ptrdiff_t from = by > 0 ? -1 : rows;
    if (const QModelIndex current = currentIndex(); selectionModel()->hasSelection() && current.isValid()) {
        from = m_model->rowsAt(current.row()).data() - all.data();
        if (by > 0 && m_model->isGroup(current.row()))
            --from; // the first row of the group is next
    }
    m_state->focus().setHovered(std::nullopt);
    const auto to = static_cast<std::size_t>((from + by + rows) % rows);
    m_model->reveal(to);
    choose(m_model->index(m_model->lineOf(to), 0));
}

void RowTable::goToFound()
{
    if (!std::exchange(m_isGoing, false))
        return;
    const auto row = m_finder->found();
    if (!row) {
        emit nothingMatched();
        return;
    }
    const ViewState::Batch batch(*m_state);
    m_state->axis().setCursor(m_state->view()->rows.start[*row]);
    m_state->focus().setPinned(row);
}

void RowTable::paintEvent(QPaintEvent* event)
{
    FlatTable::paintEvent(event);
    const QModelIndex current = currentIndex();
    if (!hasFocus() || !current.isValid() || selectionModel()->isRowSelected(current.row()))
        return;
    QPainter painter(viewport());
    painter.setPen(colorsFor(palette()).highlight);
    painter.drawRect(0, rowViewportPosition(current.row()), viewport()->width() - 1, rowHeight(current.row()) - 1);
}

QMenu* RowTable::makeMenu(std::optional<RowId> row)
{
    auto* menu = new QMenu(this);
    if (row) {
        addRowActions(*menu, m_state, *row);
        menu->addSeparator();
    }
    const auto add = [&](const char* name, const QString& text, auto&& act) {
        menu->addAction(text, this,
                        [this, generation = m_state->focus().generation(), act] {
                            if (m_state->focus().generation() == generation)
                                (this->*act)();
                        })
            ->setObjectName(QLatin1String(name));
    };
    add("copyRows", tr("Copy Rows"), &RowTable::copyRows);
    add("copyRowsPlain", tr("Copy Rows with Plain Bytes"), &RowTable::copyRowsPlain);
    add("copyRowsAsCsv", tr("Copy as CSV"), &RowTable::copyRowsAsCsv);
    menu->addSeparator();
    QAction* grouped = menu->addAction(tr("Group the Rows"), m_model, &RowModel::setGrouped);
    grouped->setCheckable(true);
    grouped->setChecked(m_model->isGrouped());
    if (m_model->isGrouped()) {
        menu->addAction(tr("Open All Groups"), m_model, [this] { m_model->setAllOpen(true); });
        menu->addAction(tr("Close All Groups"), m_model, [this] { m_model->setAllOpen(false); });
    }
    menu->addSeparator();
    QMenu* columns = menu->addMenu(tr("Columns"));
    columns->setObjectName(QStringLiteral("columns"));
    m_header->addColumnActions(columns);
    m_state->onChange(Aspect::View, menu, &QWidget::close);
    return menu;
}

void RowTable::contextMenuEvent(QContextMenuEvent* event)
{
    QModelIndex index = indexAt(event->pos());
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        index = currentIndex();
        at = viewport()->mapToGlobal(visualRect(index).center());
    }
    if (index.isValid())
        popUp(makeMenu(rowAt(index)), at);
}

RowExport RowTable::shown() const
{
    return {m_model->view(), m_state->meanings(), m_model->rows(), describeRows(m_model->rows().size()),
            m_state->rules()};
}

QString RowTable::describeRows(std::size_t count) const
{
    QStringList words{FlatTable::describeRows(count, m_model->all().rows)};
    if (!m_state->isEmpty() && m_state->view()->axis.kind != AxisKind::None) {
        words << cellText(m_state->view()->axis, m_state->cursor());
        if (const Facet* marked = m_state->filter().facetBy(Facet::kByMarked))
            words << marked->text;
    }
    return words.join(QStringLiteral(", "));
}

void RowTable::copyRowsAsCsv()
{
    RowExport selected = shown();
    std::vector<bool> isChosen(selected.rows.size()); // selected alone or with its group
    for (const int line : selectedRows())
        for (const LiveRow& live : m_model->rowsAt(line))
            isChosen[static_cast<std::size_t>(&live - m_model->rows().data())] = true;
    selected.rows.clear();
    for (std::size_t i = 0; i < isChosen.size(); ++i)
        if (isChosen[i])
            selected.rows.push_back(m_model->rows()[i]);
    if (selected.rows.empty())
        return;
    m_copying.run<QString>(
        {},
        [selected](const Progress& progress) -> Result<QString> {
            std::ostringstream csv;
            csv.exceptions(std::ios::badbit); // otherwise the text would be cut off silently when memory runs out
            if (const auto done = writeCsv(csv, selected, progress); !done)
                return done.error();
            return QString::fromStdString(csv.str());
        },
        [this, what = describeRows(selected.rows.size())](const Result<QString>& text) {
            if (!text) {
                emit copyFailed(tr("The rows were not copied: %1").arg(ui::text(text.error().message)));
                return;
            }
            copyText(*text);
            emit copied(what);
        });
}

} // namespace tidemark::ui
