#include "ui/rules/taken_model.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

namespace tidemark::ui {

TakenModel::TakenModel(std::shared_ptr<const View> view, ByteUnit unit, QObject* parent)
    : QAbstractTableModel(parent)
    , m_view(std::move(view))
    , m_unit(unit)
{ }

void TakenModel::setRows(std::vector<LiveRow> rows, std::shared_ptr<const RowMeanings> builtIn)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_builtIn = std::move(builtIn);
    endResetModel();
}

int TakenModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TakenModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TakenModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RowId row = m_rows[static_cast<std::size_t>(index.row())].row;
    const std::int64_t size = m_view->rows.size[row];
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return column == Name ? text(m_view->rows.label(row))
            : column == Size  ? text(bytesText(size, m_unit))
                              : text(m_builtIn->categoryOf(row).label);
    case Qt::ToolTipRole:
        return plainToolTip(column == Name       ? text(m_view->rows.label(row))
                                : column == Size ? tr("%1 B").arg(grouped(size))
                                                 : text(m_builtIn->rule(row)));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (column == Size ? Qt::AlignRight : Qt::AlignLeft));
    case PlainRole:
        return column == Size ? QVariant(QString::number(size)) : QVariant();
    case MonospaceRole:
        return column == Name;
    case CategoryRole:
        return QByteArray::fromStdString(m_builtIn->categoryOf(row).id);
    case SwatchRole:
        return column == Before;
    default:
        return {};
    }
}

QVariant TakenModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section == Size ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    return section == Name ? capitalised(rowsWord(m_view.get()))
        : section == Size  ? tr("Size")
                           : tr("Without the rule");
}

} // namespace tidemark::ui
