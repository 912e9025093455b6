#include "ui/tables/grid_model.h"

#include "ui/state/grouped.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

namespace tidemark::ui {
namespace {

constexpr std::int64_t kWhole = 1000;

} // namespace

GridModel::GridModel(const Units* units, QObject* parent)
    : QAbstractTableModel(parent)
    , m_units(units)
{
    connect(units, &Units::changed, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
}

void GridModel::setGrid(Grid grid)
{
    beginResetModel();
    m_grid = std::move(grid);
    m_rowAt = -1;
    endResetModel();
}

int GridModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_grid.count());
}

int GridModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_grid.columns.size());
}

const GridCell& GridModel::cell(const QModelIndex& index) const
{
    const auto column = static_cast<std::size_t>(index.column());
    if (!m_grid.makeRow)
        return m_grid.rows[static_cast<std::size_t>(index.row())][column];
    if (m_rowAt != index.row()) {
        m_row = m_grid.row(static_cast<std::size_t>(index.row()));
        m_rowAt = index.row();
    }
    return m_row[column];
}

bool GridModel::isMarked(const QModelIndex& index) const
{
    return m_grid.marked == static_cast<std::size_t>(index.row());
}

bool GridModel::isNumber(int column) const
{
    const auto place = static_cast<std::size_t>(column);
    return m_grid.isBytes(place) || m_grid.isPermille(place) || m_grid.columns[place].isCount;
}

QString GridModel::cellText(const QModelIndex& index) const
{
    const GridCell& of = cell(index);
    if (const auto* words = std::get_if<std::string>(&of))
        return text(*words);
    const auto* number = std::get_if<std::int64_t>(&of);
    if (!number)
        return QStringLiteral("–");
    const auto column = static_cast<std::size_t>(index.column());
    const bool isGrowth = m_grid.columns[column].isChange && *number > 0;
    return (isGrowth ? QStringLiteral("+") : QString())
        + (m_grid.isBytes(column)          ? m_units->bytes(*number)
               : m_grid.isPermille(column) ? percent(*number, kWhole)
                                           : grouped(*number));
}

QVariant GridModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const GridCell& of = cell(index);
    const auto* number = std::get_if<std::int64_t>(&of);
    const Grid::Column& column = m_grid.columns[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(index);
    case PlainRole:
        return number                                    ? QVariant(QString::number(*number))
            : std::holds_alternative<std::monostate>(of) ? QVariant(QString())
                                                         : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        if (number && m_grid.isBytes(static_cast<std::size_t>(index.column())))
            return plainToolTip(column.title + QStringLiteral(": ") + exactBytes(*number));
        return std::holds_alternative<std::monostate>(of) ? tr("Not in the log")
                                                          : QVariant(plainToolTip(cellText(index)));
    case MonospaceRole:
        return column.isCode;
    case ElideRole: // names of phases, operations and runs often begin alike
        return column.isCode || index.column() == 0 ? QVariant(Qt::ElideMiddle) : QVariant();
    case MutedRole:
        return std::holds_alternative<std::monostate>(of);
    case ToneRole:
        return column.isBadBelowZero && number && *number < 0 ? 1 : 0;
    case GroupRole:
        return isMarked(index);
    default:
        return {};
    }
}

QVariant GridModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= columnCount())
        return {};
    const auto place = static_cast<std::size_t>(section);
    if (role == Qt::DisplayRole)
        return m_grid.columns[place].title;
    if (role == Qt::ToolTipRole)
        return m_grid.columns[place].help;
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

} // namespace tidemark::ui
