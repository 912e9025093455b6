#include "ui/pages/workers/workers_list.h"

#include "ui/state/text_matches.h"
#include "ui/tables/grid.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QLabel>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr int kNarrow = 1000;
constexpr int kRule = 4; // maximum height of the rule below the ranges

/// What the checks of a worker say. Without a level there is nothing to check.
QString checksText(const Worker& worker)
{
    if (!worker.level)
        return UiText::tr("not attributed");
    const CheckCounts checks = countChecks(worker.level->checks);
    if (checks.failed > 0)
        return UiText::tr("✕ %1 of %2").arg(checks.failed).arg(checks.judged());
    return UiText::tr("✓ %1 passed").arg(checks.passed);
}

/// The content of a column that has no bytes. Empty words if it is not known.
GridCell cellOf(const Worker& worker, WorkerField::Kind kind)
{
    using Kind = WorkerField::Kind;
    switch (kind) {
    case Kind::Name:
        return worker.name();
    case Kind::Program:
        return worker.entry().fullName();
    case Kind::Session:
        return worker.file().session;
    case Kind::Path:
        return worker.file().path;
    case Kind::Chips:
        return worker.file().chips ? gridCell(worker.file().chips) : GridCell(std::string());
    case Kind::Checks: // those that fail most come first
        if (worker.level)
            return -static_cast<std::int64_t>(countChecks(worker.level->checks).failed);
        return {};
    case Kind::Bytes:
        break;
    }
    return {};
}

Grid::Column columnOf(const WorkerField& field)
{
    Grid::Column column;
    column.title = field.title;
    column.help = field.help;
    column.isCode = field.kind == WorkerField::Kind::Program;
    column.isCount = field.kind == WorkerField::Kind::Chips;
    if (field.kind == WorkerField::Kind::Path)
        column.elide = Qt::ElideMiddle; // paths start alike
    return column;
}

/// A column of numbers, shown in the unit of the window. The numbers of some workers differ from those of most.
void fillBytes(Grid::Column& column, const std::shared_ptr<const WorkerTable>& table, const WorkerField& field)
{
    column.id = table->columns[field.column].id;
    const auto bytes = [table, &field](std::size_t row) { return table->bytes(row, field); };
    const auto change = [table, &field](std::size_t row) { return table->change(row, field); };
    column.cell = [bytes](std::size_t row) { return gridCell(bytes(row)); };
    column.text = [bytes, change](std::size_t row, ByteUnit unit) {
        const auto amount = bytes(row);
        const QString words = amount ? text(bytesText(*amount, unit)) : QStringLiteral("–");
        // An arrow is shown in addition to the colour.
        if (change(row) == 0)
            return words;
        return (change(row) > 0 ? QStringLiteral("▲ ") : QStringLiteral("▼ ")) + words;
    };
    column.isMuted = [bytes](std::size_t row) { return bytes(row) == 0; };
    column.tone = [change, isMoreBetter = field.isMoreBetter](std::size_t row) {
        const auto sign = static_cast<int>(std::clamp<std::int64_t>(change(row), -1, 1));
        return isMoreBetter ? -sign : sign;
    };
}

QString bytesTip(const WorkerTable& table, const WorkerField& field, std::size_t worker, const Units& units)
{
    const auto bytes = table.bytes(worker, field);
    if (!bytes)
        return QStringLiteral("–");
    const std::int64_t change = table.change(worker, field);
    if (change == 0)
        return exactBytes(*bytes);
    return exactBytes(*bytes) + u'\n'
        + (change > 0 ? UiText::tr("%1 more than most workers") : UiText::tr("%1 less than most workers"))
              .arg(units.bytes(std::abs(change)));
}

/// `scale`: the bytes of a full bar. `units` must outlive the grid.
Grid workersGrid(const std::shared_ptr<const WorkerTable>& table, std::int64_t scale, const Units& units)
{
    Grid grid;
    grid.made = table->workers->list.size();
    for (const WorkerField& field : table->fields) {
        Grid::Column& column = grid.columns.emplace_back(columnOf(field));
        const auto worker = [table](std::size_t row) -> const Worker& { return table->workers->list[row]; };
        column.cell = [worker, kind = field.kind](std::size_t row) { return cellOf(worker(row), kind); };
        if (field.kind == WorkerField::Kind::Bytes) {
            fillBytes(column, table, field);
            column.toolTip = [table, &field, &units](std::size_t row) { return bytesTip(*table, field, row, units); };
        } else if (field.kind == WorkerField::Kind::Checks) {
            column.text = [worker](std::size_t row, ByteUnit) { return checksText(worker(row)); };
            column.toolTip = [worker](std::size_t row) { return checksText(worker(row)); };
            column.tone = [worker](std::size_t row) {
                if (!worker(row).level)
                    return 0;
                return countChecks(worker(row).level->checks).failed > 0 ? 1 : -1;
            };
        }
        if (field.isPeak)
            column.share = [table, &field, scale](std::size_t row) -> std::optional<double> {
                const auto bytes = table->bytes(row, field);
                if (!bytes || scale <= 0)
                    return std::nullopt;
                return std::min(1.0, static_cast<double>(*bytes) / static_cast<double>(scale));
            };
    }
    return grid;
}

/// The rows for the least, mean and largest value.
Grid rangesGrid(const WorkerTable& table)
{
    const std::array names{UiText::tr("min"), UiText::tr("average"), UiText::tr("max")};
    Grid grid;
    grid.made = names.size();
    for (const WorkerField& field : table.fields) {
        Grid::Column& column = grid.columns.emplace_back(columnOf(field));
        if (field.kind != WorkerField::Kind::Bytes) {
            const bool isName = field.kind == WorkerField::Kind::Name;
            column.cell = [names, isName](std::size_t row) {
                return GridCell(isName ? names[row].toStdString() : std::string());
            };
            column.isMuted = [](std::size_t) { return true; };
            continue;
        }
        const ColumnRange& range = table.ranges[field.column];
        const std::array amounts{range.least, range.average, range.most};
        column.id = table.columns[field.column].id;
        column.cell = [amounts](std::size_t row) { return gridCell(amounts[row]); };
        column.isMuted = [amounts](std::size_t row) { return amounts[row] == 0; };
        column.toolTip
            = [amounts](std::size_t row) { return amounts[row] ? exactBytes(*amounts[row]) : QStringLiteral("–"); };
    }
    return grid;
}

} // namespace

WorkersList::WorkersList(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_rangesModel(new GridModel(units, this))
    , m_model(new GridModel(units, this))
    , m_ranges(new FlatTable(this))
    , m_workers(new FlatTable(this))
    , m_nothing(makeNothingLabel(m_workers->viewport()))
    , m_besideRanges(new QWidget(this))
{
    m_ranges->setModel(m_rangesModel);
    m_workers->setModel(m_model);
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
    m_workers->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // fewer rows make no room for wider columns
    m_besideRanges->setFixedWidth(m_workers->verticalScrollBar()->sizeHint().width());
    connect(m_workers, &FlatTable::opened, this, [this] { emit opened(*current()); });
    connect(m_workers->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WorkersList::currentChanged);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &WorkersList::remember);
    connect(m_model, &QAbstractItemModel::modelReset, this, &WorkersList::restore);
    onResize(this, [this] {
        if (m_header)
            m_header->setNarrow(width() < grown(kNarrow, font()));
    });
}

void WorkersList::makeHeader()
{
    std::vector<QString> names;
    std::vector<ColumnHeader::Column> columns;
    for (const WorkerField& field : m_table->fields) {
        names.push_back(field.title + (field.header.isShown ? u'+' : u'-'));
        columns.push_back(field.header);
    }
    if (names == m_columns)
        return; // the user's column settings stay
    m_columns = std::move(names);
    m_searched.clear();
    m_header = new ColumnHeader(std::move(columns), 0, Qt::AscendingOrder, m_ranges);
    m_ranges->setHorizontalHeader(m_header);
    m_header->setSortIndicatorShown(true);
    m_header->setTextElideMode(Qt::ElideRight);
    connect(m_header, &QHeaderView::sectionResized, this, &WorkersList::followHeader);
    connect(m_header, &QHeaderView::sectionMoved, this, &WorkersList::followHeader);
    connect(m_header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        m_model->sort(column, order);
        m_workers->scrollToTop();
    });
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
        if (m_table->fields[static_cast<std::size_t>(section)].isText() && m_header->sectionSize(section) > 0)
            texts.push_back(section);
    if (texts == m_searched)
        return;
    m_searched = std::move(texts);
    if (!m_filter.isEmpty())
        applyFilter();
}

bool WorkersList::setTable(std::shared_ptr<const WorkerTable> table)
{
    const auto key
        = [](const Worker& worker) { return std::tie(worker.file().path, worker.entry().name, worker.entry().id); };
    const auto before = current();
    const std::shared_ptr<const WorkerTable> old = std::exchange(m_table, std::move(table));
    m_model->setGrid({}); // its rows are of the old table
    m_before.reset();
    m_rangesModel->setGrid(rangesGrid(*m_table));
    makeHeader();
    applyFilter();
    followHeader();
    std::optional<std::size_t> kept;
    if (before)
        kept = placeIn(m_table->workers->list, key(old->workers->list[*before]), key);
    setCurrent(kept.value_or(0));
    emit currentChanged();
    return kept.has_value();
}

void WorkersList::setScale(std::int64_t bytes)
{
    if (std::exchange(m_scale, bytes) != bytes)
        applyFilter();
}

void WorkersList::setFilter(const QString& text)
{
    m_filter = text.trimmed();
    applyFilter();
}

void WorkersList::showOnlyDiffering(bool only)
{
    m_isOnlyDiffering = only;
    applyFilter();
}

void WorkersList::applyFilter()
{
    if (!m_table)
        return;
    Grid grid = workersGrid(m_table, m_scale, *m_units);
    const bool isSearched = !m_filter.isEmpty() && !m_searched.empty();
    const bool isOnlyDiffering = m_isOnlyDiffering && !m_table->workers->differing.empty();
    if (!isSearched && !isOnlyDiffering) {
        m_model->setGrid(std::move(grid));
        return;
    }
    TextMatches texts(grid.made, [&](std::size_t worker) {
        std::string words;
        for (const int column : m_searched)
            words += gridValue<std::string>(grid.cell(worker, static_cast<std::size_t>(column))).value_or("") + '\n';
        return validUtf8(words);
    });
    texts.setText(m_filter);
    std::vector<std::uint32_t> matching;
    for (std::size_t worker = 0; worker < grid.made; ++worker)
        if ((!isSearched || texts.matches(worker)) && (!isOnlyDiffering || m_table->differs(worker)))
            matching.push_back(static_cast<std::uint32_t>(worker));
    m_model->setGrid(std::move(grid), std::move(matching));
}

void WorkersList::remember()
{
    if (const auto worker = current())
        m_before = worker;
    m_selected.clear();
    for (const int line : m_workers->selectedRows())
        m_selected.insert(m_model->rowAt(line));
}

void WorkersList::restore()
{
    refreshNothing();
    const std::vector<std::size_t> all = shown();
    const std::size_t before = m_before.value_or(0);
    auto now = std::ranges::find(all, before);
    if (now == all.end())
        now = std::ranges::find_if(all, [before](std::size_t worker) { return worker > before; });
    if (now != all.end())
        setCurrent(*now);
    else if (!all.empty())
        setCurrent(all.back());
    else
        emit currentChanged();
    const auto lines = linesWhere(*m_model, [this](int line) { return m_selected.contains(m_model->rowAt(line)); });
    m_workers->selectionModel()->select(lines, QItemSelectionModel::Select);
    emit shownChanged();
}

void WorkersList::refreshNothing()
{
    m_nothing->setVisible(m_model->rowCount() == 0);
    if (m_nothing->isHidden())
        return;
    const Words& words = m_table->workers->list.front().document->catalogue().words;
    m_nothing->setText(tr("No %1 matches “%2”. %3")
                           .arg(text(words.source).toHtmlEscaped(), m_filter.toHtmlEscaped(),
                                QStringLiteral("<a href=\"clear\">%1</a>").arg(tr("Clear the filter"))));
}

int WorkersList::fullHeight() const
{
    const int rows
        = static_cast<int>(m_table->workers->list.size()) * m_workers->verticalHeader()->defaultSectionSize();
    return m_ranges->minimumHeight() + kRule + rows + m_workers->horizontalScrollBar()->sizeHint().height();
}

std::vector<std::size_t> WorkersList::shown() const
{
    std::vector<std::size_t> workers;
    for (int line = 0; line < m_model->rowCount(); ++line)
        workers.push_back(m_model->rowAt(line));
    return workers;
}

std::optional<std::size_t> WorkersList::current() const
{
    const QModelIndex index = m_workers->currentIndex();
    if (!index.isValid())
        return std::nullopt;
    return m_model->rowAt(index.row());
}

void WorkersList::setCurrent(std::size_t worker)
{
    const auto line = placeIn(shown(), worker);
    if (!line)
        return;
    const QModelIndex index = m_model->index(static_cast<int>(*line), 0);
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
