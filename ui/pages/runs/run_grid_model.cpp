#include "ui/pages/runs/run_grid_model.h"

#include "ui/state/grouped.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

namespace tidemark::ui {

RunGridModel::RunGridModel(const Units* units, QObject* parent)
    : QAbstractTableModel(parent)
    , m_units(units)
{
    connect(units, &Units::changed, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
}

void RunGridModel::setGrid(RunGrid grid)
{
    beginResetModel();
    m_grid = std::move(grid);
    endResetModel();
}

int RunGridModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_grid.rows.size());
}

int RunGridModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_grid.columns.size());
}

bool RunGridModel::isMarked(const QModelIndex& index) const
{
    return m_grid.marked == static_cast<std::size_t>(index.row());
}

QString RunGridModel::cellText(const QModelIndex& index) const
{
    const RunCell& of = cell(index);
    if (const auto* words = std::get_if<std::string>(&of))
        return text(*words);
    const auto* bytes = std::get_if<std::int64_t>(&of);
    if (!bytes)
        return QStringLiteral("–");
    const bool isGrowth = m_grid.columns[static_cast<std::size_t>(index.column())].isChange && *bytes > 0;
    return (isGrowth ? QStringLiteral("+") : QString()) + m_units->bytes(*bytes);
}

QVariant RunGridModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const RunCell& of = cell(index);
    const auto* bytes = std::get_if<std::int64_t>(&of);
    const RunGrid::Column& column = m_grid.columns[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(index);
    case PlainRole:
        return bytes                                     ? QVariant(QString::number(*bytes))
            : std::holds_alternative<std::monostate>(of) ? QVariant(QString())
                                                         : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter
                        | (m_grid.isBytes(static_cast<std::size_t>(index.column())) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        if (bytes)
            return plainToolTip(column.title + QStringLiteral(": ") + exactBytes(*bytes));
        return std::holds_alternative<std::monostate>(of) ? tr("The log does not tell it")
                                                          : QVariant(plainToolTip(cellText(index)));
    case MonospaceRole:
        return column.id == "phase" || column.id == "git_commit";
    case MutedRole:
        return std::holds_alternative<std::monostate>(of);
    case ToneRole:
        return column.id == "headroom_bytes" && bytes && *bytes < 0 ? 1 : 0;
    case GroupRole:
        return isMarked(index);
    default:
        return {};
    }
}

QVariant RunGridModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= columnCount())
        return {};
    const auto place = static_cast<std::size_t>(section);
    if (role == Qt::DisplayRole)
        return m_grid.columns[place].title;
    if (role == Qt::ToolTipRole)
        return m_grid.columns[place].help;
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (m_grid.isBytes(place) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

} // namespace tidemark::ui
