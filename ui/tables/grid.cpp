#include "ui/tables/grid.h"

#include "core/report/table.h"
#include "ui/tables/sort_rows.h"
#include "ui/theme/text.h"

#include <QMenu>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr int kShortName = 96;
constexpr int kLongName = 320;
constexpr int kNumberWidth = 96;

constexpr std::int64_t kWhole = 1000;

} // namespace

GridCell gridCell(std::string words)
{
    return words.empty() ? GridCell() : GridCell(std::move(words));
}

ColumnHeader::Column gridNameColumn()
{
    ColumnHeader::Column column;
    column.width = kShortName;
    column.most = kLongName;
    column.isShown = column.isShownNarrow = column.isFixed = true;
    column.givesWay = true;
    return column;
}

ColumnHeader::Column gridNumberColumn(int ifRoom)
{
    ColumnHeader::Column column;
    column.width = kNumberWidth;
    column.isShown = column.isShownNarrow = ifRoom == 0;
    column.ifRoom = ifRoom;
    return column;
}

void writeGrid(std::ostream& out, const Grid& grid)
{
    std::vector<TableColumn> columns;
    for (std::size_t i = 0; i < grid.columns.size(); ++i)
        columns.push_back({grid.columns[i].id, grid.isBytes(i)});
    const auto writer = makeTableWriter(out, TableFormat::Csv, std::move(columns));
    for (std::size_t i = 0; i < grid.count(); ++i) {
        std::vector<Cell> cells;
        for (std::size_t column = 0; column < grid.columns.size(); ++column)
            cells.push_back(std::visit([](const auto& value) { return Cell(value); }, grid.cell(i, column)));
        writer->row(std::move(cells));
    }
    writer->finish();
}

GridModel::GridModel(const Units* units, QObject* parent)
    : QAbstractTableModel(parent)
    , m_units(units)
{
    connect(units, &Units::changed, this, &GridModel::refresh);
}

void GridModel::refresh()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

/// Everything that may throw comes before the reset. After an exception the model still has its old contents.
void GridModel::setGrid(Grid grid, Lines shown)
{
    Lines lines = sorted(grid, shown);
    beginResetModel();
    m_grid = std::move(grid);
    m_shown = std::move(shown);
    m_lines = std::move(lines);
    endResetModel();
}

void GridModel::setTotal(GridRow cells)
{
    m_grid.rows[*m_grid.total] = std::move(cells);
    refresh();
}

GridModel::Lines GridModel::sorted(const Grid& grid, Lines lines) const
{
    if (m_sortedBy < 0 || m_sortedBy >= static_cast<int>(grid.columns.size()))
        return lines;
    if (!lines) {
        lines.emplace(grid.count());
        std::iota(lines->begin(), lines->end(), 0U);
    }
    const auto column = static_cast<std::size_t>(m_sortedBy);
    sortRows(*lines, m_order, [&](std::uint32_t row) -> std::optional<GridCell> {
        const GridCell cell = grid.cell(row, column);
        if (const auto* words = std::get_if<std::string>(&cell))
            return naturalKey(*words);
        if (const auto* number = std::get_if<std::int64_t>(&cell))
            return grid.columns[column].isChange ? std::abs(*number) : *number;
        return std::nullopt;
    });
    return lines;
}

void GridModel::sort(int column, Qt::SortOrder order)
{
    m_sortedBy = column;
    m_order = order;
    Lines lines = sorted(m_grid, m_shown);
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

std::size_t GridModel::rowAt(int line) const
{
    const auto at = static_cast<std::size_t>(line);
    return m_lines ? (*m_lines)[at] : at;
}

int GridModel::rowCount(const QModelIndex& parent) const
{
    return countBelow(parent, m_lines ? m_lines->size() : m_grid.count());
}

QString GridModel::numberText(std::int64_t number, std::size_t column) const
{
    QString words = grouped(number);
    if (m_grid.isBytes(column))
        words = m_units->bytes(number);
    else if (m_grid.isPermille(column))
        words = percent(number, kWhole);
    if (m_grid.columns[column].isChange)
        words.prepend(plusOf(number));
    return words;
}

QString GridModel::cellText(std::size_t row, std::size_t column) const
{
    if (m_grid.columns[column].bar)
        return {};
    if (m_grid.columns[column].text)
        return m_grid.columns[column].text(row, m_units->unit());
    const GridCell cell = m_grid.cell(row, column);
    if (const auto* words = std::get_if<std::string>(&cell))
        return text(*words);
    if (const auto* number = std::get_if<std::int64_t>(&cell))
        return numberText(*number, column);
    return QStringLiteral("–");
}

QVariant GridModel::toolTip(std::size_t row, std::size_t column) const
{
    if (m_grid.toolTip)
        return plainToolTip(m_grid.toolTip(row));
    if (m_grid.columns[column].toolTip)
        return plainToolTip(m_grid.columns[column].toolTip(row));
    const GridCell cell = m_grid.cell(row, column);
    if (std::holds_alternative<std::monostate>(cell))
        return tr("Not in the log");
    const auto* number = std::get_if<std::int64_t>(&cell);
    if (number && m_grid.isBytes(column))
        return plainToolTip(m_grid.columns[column].title + QStringLiteral(": ") + exactBytes(*number));
    return plainToolTip(cellText(row, column));
}

int GridModel::toneOf(std::size_t row, std::size_t column) const
{
    const Grid::Column& of = m_grid.columns[column];
    if (of.tone)
        return of.tone(row);
    if (!of.isBadAboveZero && !of.isBadBelowZero)
        return 0;
    const auto number = gridValue<std::int64_t>(m_grid.cell(row, column)).value_or(0);
    const auto sign = static_cast<int>(std::clamp<std::int64_t>(number, -1, 1));
    return of.isBadAboveZero ? sign : std::max(0, -sign);
}

bool GridModel::isMuted(std::size_t row, std::size_t column) const
{
    const Grid::Column& of = m_grid.columns[column];
    if (of.isMuted && of.isMuted(row))
        return true;
    const GridCell cell = m_grid.cell(row, column);
    return std::holds_alternative<std::monostate>(cell) || (of.isBadAboveZero && cell == GridCell(std::int64_t{0}));
}

std::optional<Hue> GridModel::hueOf(std::size_t row, std::size_t column) const
{
    const auto& hue = m_grid.columns[column].hue;
    return hue ? hue(row) : std::nullopt;
}

QVariant GridModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::size_t row = rowAt(index.row());
    const auto place = static_cast<std::size_t>(index.column());
    const Grid::Column& column = m_grid.columns[place];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, place);
    case PlainRole: {
        const GridCell cell = m_grid.cell(row, place);
        if (const auto* number = std::get_if<std::int64_t>(&cell); number && m_grid.isNumber(place))
            return QString::number(*number);
        if (const auto* words = std::get_if<std::string>(&cell); words && column.text)
            return text(*words);
        return valueIf(std::holds_alternative<std::monostate>(cell), QString());
    }
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole:
        return toolTip(row, place);
    case MonospaceRole:
        return column.isCode;
    case ElideRole:
        if (column.elide)
            return *column.elide;
        return valueIf(column.isCode || place == 0, Qt::ElideMiddle);
    case MutedRole:
        return isMuted(row, place);
    case ToneRole:
        return toneOf(row, place);
    case CategoryRole:
        if (column.category && !hueOf(row, place))
            return QByteArray::fromStdString(column.category(row));
        return {};
    case SwatchRole:
        return column.category && !column.category(row).empty();
    case ChangeBarRole:
        if (const auto bar = column.bar ? column.bar(row) : std::nullopt)
            return *bar;
        return {};
    case BarRole:
        if (const auto share = column.share ? column.share(row) : std::nullopt)
            return *share;
        return {};
    case HueRole:
        if (const auto hue = hueOf(row, place))
            return static_cast<int>(*hue);
        return valueIf(column.share != nullptr, static_cast<int>(Hue::Argument));
    case GroupRole:
        return m_grid.marked == row;
    case TotalRole:
        return m_grid.total == row;
    default:
        return {};
    }
}

QVariant GridModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const auto place = static_cast<std::size_t>(section);
    const Grid::Column& column = m_grid.columns[place];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.help;
    case Qt::TextAlignmentRole:
        if (column.bar)
            return QVariant(Qt::AlignCenter);
        return cellAlignment(m_grid.isNumber(place));
    case Qt::InitialSortOrderRole:
        return m_grid.isNumber(place) ? Qt::DescendingOrder : Qt::AscendingOrder;
    default:
        return {};
    }
}

GridTable::GridTable(const Units* units, std::vector<Grid::Column> columns, const QString& name, QWidget* parent)
    : GridTable(units, std::move(columns), name, -1, Qt::AscendingOrder, parent)
{ }

GridTable::GridTable(const Units* units, std::vector<Grid::Column> columns, const QString& name, int sortedBy,
                     Qt::SortOrder order, QWidget* parent)
    : FlatTable(parent)
    , m_grid(new GridModel(units, this))
{
    std::vector<ColumnHeader::Column> headers;
    for (const Grid::Column& column : columns)
        headers.push_back(column.header);
    Grid empty;
    empty.columns = std::move(columns);
    m_grid->setGrid(std::move(empty));
    setModel(m_grid);
    m_header = new ColumnHeader(std::move(headers), sortedBy, order, this);
    setHorizontalHeader(m_header);
    m_header->setSectionsClickable(sortedBy >= 0);
    m_header->setSortIndicatorShown(sortedBy >= 0);
    if (sortedBy >= 0) {
        m_grid->sort(sortedBy, order);
        connect(m_header, &QHeaderView::sortIndicatorChanged, m_grid, &GridModel::sort);
    }
    m_header->resetColumns();
    setAccessibleName(name);
    connect(this, &QAbstractItemView::entered, this,
            [this](const QModelIndex& index) { emit lineHovered(index.row()); });
    connect(this, &QAbstractItemView::viewportEntered, this, [this] { emit lineHovered(-1); });
    // Another row may come under the pointer.
    connect(m_grid, &QAbstractItemModel::modelReset, this, [this] { emit lineHovered(-1); });
}

void GridTable::setGrid(Grid grid, std::optional<std::vector<std::uint32_t>> shown)
{
    m_grid->setGrid(std::move(grid), std::move(shown));
}

void GridTable::fitNumbers(bool mayShrink)
{
    std::map<int, int> needed;
    for (int column = 0; column < m_grid->columnCount(); ++column)
        needed[column] = std::max(1, sizeHintForColumn(column)); // columns that need nothing are hidden
    m_header->setNeeded(std::move(needed), mayShrink);
}

void GridTable::addToMenu(QMenu* menu)
{
    FlatTable::addToMenu(menu);
    menu->addAction(tr("Copy &Table"), this, &GridTable::copyAll)->setEnabled(m_grid->rowCount() > 0);
}

void GridTable::leaveEvent(QEvent* event)
{
    FlatTable::leaveEvent(event);
    emit lineHovered(-1);
}

} // namespace tidemark::ui
