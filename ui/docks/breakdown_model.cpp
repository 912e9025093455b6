#include "ui/docks/breakdown_model.h"

#include "ui/state/grouped.h"

#include <QFont>

#include <algorithm>

namespace tidemark::ui {

BreakdownModel::BreakdownModel(const ViewState* state, QObject* parent)
    : QAbstractTableModel(parent)
    , m_state(state)
{
    connect(state, &ViewState::timelineChanged, this, &BreakdownModel::reload);
    connect(state, &ViewState::cursorChanged, this, &BreakdownModel::reload);
    connect(state, &ViewState::unitChanged, this, &BreakdownModel::reload);
    reload();
}

void BreakdownModel::setBy(BreakdownBy by)
{
    if (by == m_by)
        return;
    m_by = by;
    reload();
}

void BreakdownModel::reload()
{
    beginResetModel();
    m_rows.clear();
    if (!m_state->isEmpty()) {
        m_rows = breakDown(*m_state->timeline(), m_state->live(), m_by);
        BreakdownRow total;
        total.name = tr("Total").toStdString();
        for (const BreakdownRow& row : m_rows) {
            total.count += row.count;
            total.bytes += row.bytes;
            total.size += row.size;
        }
        m_rows.push_back(total);
    }
    endResetModel();
}

int BreakdownModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BreakdownModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString BreakdownModel::cellText(const BreakdownRow& row, Column column) const
{
    switch (column) {
    case Name:
        return QString::fromStdString(row.name);
    case Count:
        return grouped(row.count);
    case Size:
        return m_state->bytes(row.bytes);
    case Share:
        return QString::fromStdString(percentText(row.bytes, m_rows.back().bytes));
    case Bar:
    case ColumnCount:
        break;
    }
    return {};
}

QVariant BreakdownModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const BreakdownRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isTotal = index.row() + 1 == static_cast<int>(m_rows.size());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, column);
    case Qt::ToolTipRole: {
        QString tip = tr("%1 B").arg(grouped(row.bytes));
        if (row.size != row.bytes)
            tip += tr(" occupied; the sizes add up to %1 B, as memory is re-used in place").arg(grouped(row.size));
        return column == Name ? QString::fromStdString(row.name).toHtmlEscaped() : tip;
    }
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (column == Name ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole:
        if (isTotal) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return {};
    case ShareRole:
        if (column == Bar && !isTotal) {
            std::int64_t largest = 1;
            for (std::size_t i = 0; i + 1 < m_rows.size(); ++i)
                largest = std::max(largest, m_rows[i].bytes);
            return static_cast<double>(row.bytes) / static_cast<double>(largest);
        }
        return {};
    case KindRole:
        return m_by == BreakdownBy::Type && !isTotal ? QVariant(static_cast<int>(row.kind)) : QVariant();
    case TotalRole:
        return isTotal;
    default:
        return {};
    }
}

QVariant BreakdownModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section == Name ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Name:
        return m_by == BreakdownBy::Type ? tr("Allocation type") : tr("Opcode");
    case Count:
        return tr("#");
    case Size:
        return tr("Size");
    case Share:
        return tr("Share");
    case Bar:
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace tidemark::ui
