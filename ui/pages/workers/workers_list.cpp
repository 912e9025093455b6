#include "ui/pages/workers/workers_list.h"

#include "ui/state/units.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QScrollBar>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <tuple>

namespace tidemark::ui {
namespace {

constexpr int kRanges = 3;
constexpr int kNarrow = 1000;
constexpr int kRule = 4; // maximum height of the rule below the ranges

class SortedWorkers : public QSortFilterProxyModel
{
public:
    SortedWorkers(const WorkersModel* model, QObject* parent)
        : QSortFilterProxyModel(parent)
        , m_model(model)
    {
        setSortRole(SortRole);
    }
    void setWords(const QString& text, const std::vector<int>& columns)
    {
        m_words = text.toLower().split(u' ', Qt::SkipEmptyParts);
        m_columns = columns;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        if (m_words.isEmpty())
            return true;
        const QString text = m_model->searchText(row, m_columns);
        return std::ranges::all_of(m_words, [&](const QString& word) { return text.contains(word); });
    }

    /// Equal rows keep their natural order, whatever was filtered before.
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        if (QSortFilterProxyModel::lessThan(left, right))
            return true;
        if (QSortFilterProxyModel::lessThan(right, left))
            return false;
        return (left.row() < right.row()) == (sortOrder() == Qt::AscendingOrder);
    }

private:
    const WorkersModel* m_model;
    QStringList m_words;
    std::vector<int> m_columns; // the searched columns
};

} // namespace

WorkersModel::WorkersModel(Rows rows, const Units* units, QObject* parent)
    : QAbstractTableModel(parent)
    , m_rows(rows)
    , m_units(units)
{
    connect(units, &Units::changed, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
}

void WorkersModel::setTable(std::shared_ptr<const WorkerTable> table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

void WorkersModel::setScale(std::int64_t bytes)
{
    m_scale = bytes;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {BarRole});
}

QString WorkersModel::searchText(int row, const std::vector<int>& columns) const
{
    QStringList texts;
    for (const int column : columns)
        texts << cellText(index(row, column));
    return texts.join(u'\n').toLower();
}

int WorkersModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_table)
        return 0;
    return m_rows == Rows::Ranges ? kRanges : static_cast<int>(m_table->workers->list.size());
}

int WorkersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->fields.size());
}

std::optional<std::int64_t> WorkersModel::bytesOf(const QModelIndex& index) const
{
    const WorkerField& of = field(index);
    if (m_rows == Rows::Workers)
        return m_table->bytes(static_cast<std::size_t>(index.row()), of);
    if (of.kind != WorkerField::Kind::Bytes)
        return std::nullopt;
    const ColumnRange& range = m_table->ranges[of.column];
    return std::array{range.least, range.average, range.most}[static_cast<std::size_t>(index.row())];
}

std::int64_t WorkersModel::changeOf(const QModelIndex& index) const
{
    if (m_rows == Rows::Ranges || field(index).kind != WorkerField::Kind::Bytes)
        return 0;
    return m_table->change(static_cast<std::size_t>(index.row()), field(index));
}

QString WorkersModel::cellText(const QModelIndex& index) const
{
    using Kind = WorkerField::Kind;
    const Kind kind = field(index).kind;
    if (kind == Kind::Bytes) {
        const QString bytes = m_units->bytes(bytesOf(index), QStringLiteral("–"));
        // An arrow is shown in addition to the colour.
        const std::int64_t change = changeOf(index);
        if (change == 0)
            return bytes;
        return (change > 0 ? QStringLiteral("▲ ") : QStringLiteral("▼ ")) + bytes;
    }
    if (m_rows == Rows::Ranges && kind == Kind::Name)
        return QStringList({tr("min"), tr("average"), tr("max")}).at(index.row());
    if (m_rows == Rows::Ranges)
        return {};
    const Worker& worker = workerOf(index);
    switch (kind) {
    case Kind::Name:
        return text(worker.name());
    case Kind::Program:
        return text(worker.entry().fullName());
    case Kind::Session:
        return text(worker.file().session);
    case Kind::Path:
        return text(worker.file().path);
    case Kind::Chips:
        return worker.file().chips ? grouped(*worker.file().chips) : QString();
    case Kind::Checks:
        break;
    case Kind::Bytes:
        return {};
    }
    if (!worker.level)
        return tr("not attributed");
    const CheckCounts checks = countChecks(worker.level->checks);
    if (checks.failed > 0)
        return tr("✕ %1 of %2").arg(checks.failed).arg(checks.judged());
    return tr("✓ %1 passed").arg(checks.passed);
}

QString WorkersModel::toolTip(const QModelIndex& index) const
{
    const auto bytes = bytesOf(index);
    if (!bytes)
        return cellText(index);
    QString tip = exactBytes(*bytes);
    if (const std::int64_t change = changeOf(index); change != 0)
        tip += u'\n'
            + (change > 0 ? tr("%1 more than most workers") : tr("%1 less than most workers"))
                  .arg(m_units->bytes(std::abs(change)));
    return tip;
}

QVariant WorkersModel::sortKey(const QModelIndex& index) const
{
    using Kind = WorkerField::Kind;
    switch (field(index).kind) {
    case Kind::Name:
        return index.row(); // sorts by the natural order of the names
    case Kind::Bytes:
        return QVariant::fromValue<qlonglong>(bytesOf(index).value_or(std::numeric_limits<qlonglong>::min()));
    case Kind::Checks:
        if (const auto& level = workerOf(index).level)
            return -static_cast<qlonglong>(countChecks(level->checks).failed);
        return qlonglong{1};
    case Kind::Chips:
        return qlonglong{workerOf(index).file().chips.value_or(0)};
    default:
        return cellText(index);
    }
}

QVariant WorkersModel::tone(const QModelIndex& index) const
{
    if (m_rows == Rows::Ranges)
        return {};
    if (const std::int64_t change = changeOf(index); change != 0)
        return (change > 0) == field(index).isMoreBetter ? -1 : 1;
    if (const auto& level = workerOf(index).level; level && field(index).kind == WorkerField::Kind::Checks)
        return countChecks(level->checks).failed > 0 ? 1 : -1;
    return {};
}

QVariant WorkersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    using Kind = WorkerField::Kind;
    const WorkerField& of = field(index);
    switch (role) {
    case Qt::DisplayRole:
        return cellText(index);
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(index));
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case SortRole:
        return sortKey(index);
    case PlainRole:
        if (const auto bytes = bytesOf(index))
            return QString::number(*bytes);
        return {};
    case ElideRole: // names and paths start alike
        if (of.kind == Kind::Name || of.kind == Kind::Path)
            return Qt::ElideMiddle;
        return {};
    case MonospaceRole:
        return of.kind == Kind::Program;
    case BarRole:
        if (of.isPeak && m_rows == Rows::Workers && m_scale > 0)
            if (const auto bytes = bytesOf(index))
                return std::min(1.0, static_cast<double>(*bytes) / static_cast<double>(m_scale));
        return {};
    case HueRole:
        return static_cast<int>(Hue::Argument);
    case MutedRole:
        return (m_rows == Rows::Ranges && of.kind == Kind::Name) || bytesOf(index) == 0;
    case ToneRole:
        return tone(index);
    default:
        return {};
    }
}

QVariant WorkersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const WorkerField& of = m_table->fields[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return of.title;
    if (role == Qt::ToolTipRole && !of.help.isEmpty())
        return of.help;
    const bool isNumber = of.kind == WorkerField::Kind::Bytes || of.kind == WorkerField::Kind::Chips;
    if (role == Qt::TextAlignmentRole)
        return cellAlignment(isNumber);
    return {};
}

WorkersList::WorkersList(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_rangesModel(new WorkersModel(WorkersModel::Rows::Ranges, units, this))
    , m_model(new WorkersModel(WorkersModel::Rows::Workers, units, this))
    , m_sorted(new SortedWorkers(m_model, this))
    , m_ranges(new FlatTable(this))
    , m_workers(new FlatTable(this))
    , m_nothing(makeNothingLabel(m_workers->viewport()))
    , m_besideRanges(new QWidget(this))
{
    m_sorted->setSourceModel(m_model);
    m_ranges->setModel(m_rangesModel);
    m_workers->setModel(m_sorted);
    m_ranges->setAccessibleName(tr("Minimum, average and maximum of all workers"));
    m_workers->setAccessibleName(tr("Workers"));
    m_ranges->setSelectionMode(QAbstractItemView::NoSelection);
    m_ranges->setFocusPolicy(Qt::NoFocus);
    m_ranges->setAlternatingRowColors(false);
    m_ranges->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_ranges->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_ranges->setFrameShape(QFrame::NoFrame);
    m_workers->horizontalHeader()->hide();
    m_ranges->viewport()->installEventFilter(this);
    inColumn(m_workers->viewport(), {m_nothing});
    setFocusProxy(m_workers);
    connect(m_nothing, &QLabel::linkActivated, this, &WorkersList::clearRequested);

    inColumn(this, {inLine(nullptr, {{m_ranges, 1}, m_besideRanges}), makeRule(this), {m_workers, 1}});

    QScrollBar* across = m_workers->horizontalScrollBar();
    connect(across, &QScrollBar::valueChanged, m_ranges->horizontalScrollBar(), &QScrollBar::setValue);
    connect(m_ranges->horizontalScrollBar(), &QScrollBar::valueChanged, across, &QScrollBar::setValue);
    const QScrollBar* down = m_workers->verticalScrollBar();
    connect(down, &QScrollBar::rangeChanged, this, [this, down](int least, int most) {
        m_besideRanges->setFixedWidth(most > least ? down->sizeHint().width() : 0);
    });
    m_besideRanges->setFixedWidth(0);
    connect(m_workers, &FlatTable::opened, this, [this] { emit opened(*current()); });
    connect(m_workers->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WorkersList::currentChanged);
    connect(m_sorted, &QAbstractItemModel::layoutChanged, this, &WorkersList::shownChanged);
}

void WorkersList::makeHeader()
{
    std::vector<QString> names;
    std::vector<ColumnHeader::Column> columns;
    for (const WorkerField& field : m_model->table()->fields) {
        names.push_back(field.title + (field.header.isShown ? u'+' : u'-'));
        columns.push_back(field.header);
    }
    if (names == m_columns)
        return; // the user's column settings stay
    m_columns = std::move(names);
    m_header = new ColumnHeader(std::move(columns), 0, Qt::AscendingOrder, m_ranges);
    m_ranges->setHorizontalHeader(m_header);
    m_header->setSortIndicatorShown(true);
    m_header->setTextElideMode(Qt::ElideRight);
    connect(m_header, &QHeaderView::sectionResized, this, &WorkersList::followHeader);
    connect(m_header, &QHeaderView::sectionMoved, this, &WorkersList::followHeader);
    connect(m_header, &QHeaderView::sortIndicatorChanged, m_sorted, &QSortFilterProxyModel::sort);
    m_header->setNarrow(width() < grown(kNarrow, font()));
    m_header->resetColumns();
    m_ranges->setFixedHeight(m_header->sizeHint().height()
                             + m_rangesModel->rowCount() * m_ranges->verticalHeader()->defaultSectionSize());
}

void WorkersList::followHeader()
{
    QHeaderView* own = m_workers->horizontalHeader();
    own->setStretchLastSection(false);
    own->setMinimumSectionSize(m_header->minimumSectionSize());
    for (int section = 0; section < m_header->count(); ++section) {
        own->setSectionHidden(section, m_header->isSectionHidden(section));
        if (!m_header->isSectionHidden(section))
            own->resizeSection(section, m_header->sectionSize(section));
    }
    for (int visual = 0; visual < m_header->count(); ++visual)
        own->moveSection(own->visualIndex(m_header->logicalIndex(visual)), visual);

    std::vector<int> texts;
    for (int section = 0; section < m_header->count(); ++section)
        if (m_rangesModel->table()->fields[static_cast<std::size_t>(section)].isText()
            && m_header->sectionSize(section) > 0)
            texts.push_back(section);
    if (texts == m_searched)
        return;
    m_searched = std::move(texts);
    if (!m_filter.isEmpty())
        applyFilter();
}

std::optional<std::size_t> WorkersList::find(const Worker& wanted) const
{
    const auto key
        = [](const Worker& worker) { return std::tie(worker.file().path, worker.entry().name, worker.entry().id); };
    return placeIn(m_model->table()->workers->list, key(wanted), key);
}

bool WorkersList::setTable(std::shared_ptr<const WorkerTable> table)
{
    const std::shared_ptr<const WorkerTable> old = m_model->table();
    const auto before = current();
    m_rangesModel->setTable(table);
    m_model->setTable(table);
    makeHeader();
    m_sorted->sort(m_header->sortIndicatorSection(), m_header->sortIndicatorOrder());
    followHeader();
    std::optional<std::size_t> kept;
    if (before)
        kept = find(old->workers->list[*before]);
    setCurrent(kept.value_or(0));
    m_before.reset();
    keepOneSelected();
    refreshNothing();
    emit shownChanged();
    emit currentChanged();
    return kept.has_value();
}

void WorkersList::setScale(std::int64_t bytes)
{
    m_model->setScale(bytes);
}

void WorkersList::setFilter(const QString& text)
{
    m_filter = text.trimmed();
    applyFilter();
}

void WorkersList::applyFilter()
{
    if (const auto selected = current())
        m_before = selected;
    static_cast<SortedWorkers*>(m_sorted)->setWords(m_filter, m_searched);
    keepOneSelected();
    refreshNothing();
    emit shownChanged();
}

void WorkersList::keepOneSelected()
{
    const std::vector<std::size_t> all = shown();
    if (all.empty() || m_workers->selectionModel()->hasSelection())
        return;
    const bool isBeforeShown = m_before && std::ranges::find(all, *m_before) != all.end();
    setCurrent(isBeforeShown ? *m_before : current().value_or(all.front()));
}

void WorkersList::refreshNothing()
{
    m_nothing->setVisible(m_sorted->rowCount() == 0 && m_model->rowCount() > 0);
    if (m_nothing->isHidden())
        return;
    const Words& words = m_model->table()->workers->list.front().document->catalogue().words;
    m_nothing->setText(tr("No %1 matches “%2”. %3")
                           .arg(text(words.source).toHtmlEscaped(), m_filter.toHtmlEscaped(),
                                QStringLiteral("<a href=\"clear\">%1</a>").arg(tr("Clear the filter"))));
}

int WorkersList::fullHeight() const
{
    const int rows = m_model->rowCount() * m_workers->verticalHeader()->defaultSectionSize();
    return m_ranges->minimumHeight() + kRule + rows + m_workers->horizontalScrollBar()->sizeHint().height();
}

void WorkersList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_header)
        m_header->setNarrow(width() < grown(kNarrow, font()));
}

std::vector<std::size_t> WorkersList::shown() const
{
    std::vector<std::size_t> workers;
    for (int row = 0; row < m_sorted->rowCount(); ++row)
        workers.push_back(static_cast<std::size_t>(m_sorted->mapToSource(m_sorted->index(row, 0)).row()));
    return workers;
}

std::optional<std::size_t> WorkersList::current() const
{
    const QModelIndex index = m_workers->currentIndex();
    if (!index.isValid())
        return std::nullopt;
    return static_cast<std::size_t>(m_sorted->mapToSource(index).row());
}

QModelIndex WorkersList::indexOf(std::size_t worker) const
{
    return m_sorted->mapFromSource(m_model->index(static_cast<int>(worker), 0));
}

void WorkersList::setCurrent(std::size_t worker)
{
    const QModelIndex index = indexOf(worker);
    if (!index.isValid())
        return;
    m_workers->setCurrentIndex(index);
    m_workers->scrollTo(index);
}

bool WorkersList::eventFilter(QObject* watched, QEvent* event)
{
    // The header resizes its last column without a signal, so its widths are read after the layout.
    if (event->type() == QEvent::Resize && watched == m_ranges->viewport() && m_header)
        QMetaObject::invokeMethod(this, &WorkersList::followHeader, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

} // namespace tidemark::ui
