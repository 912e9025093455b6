#include "ui/docks/breakdown_model.h"

#include "ui/state/grouped.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

#include <QStringList>

#include <algorithm>

namespace tidemark::ui {
namespace {

Group sumOf(const std::vector<Group>& groups, const QString& name)
{
    Group sum;
    sum.name = name.toStdString();
    for (const Group& group : groups) {
        sum.count += group.count;
        sum.bytes += group.bytes;
        sum.size += group.size;
    }
    return sum;
}

} // namespace

BreakdownModel::BreakdownModel(const ViewState* state, QObject* parent)
    : QAbstractTableModel(parent)
    , m_state(state)
{
    connect(state, &ViewState::viewChanged, this, &BreakdownModel::reload);
    connect(state, &ViewState::liveChanged, this, &BreakdownModel::reload);
    connect(state, &ViewState::meaningsChanged, this, &BreakdownModel::reload);
    connect(&state->units(), &Units::changed, this, &BreakdownModel::reload);
    reload();
}

QStringList BreakdownModel::ways() const
{
    QStringList ways = {tr("Allocation type")};
    if (m_state->isEmpty())
        return ways;
    if (m_state->view()->meanings)
        ways << tr("Category");
    for (const Grouping& grouping : m_state->view()->rows.groupings)
        ways << text(grouping.label);
    return ways;
}

bool BreakdownModel::isByCategory() const
{
    return m_way == kByCategory && m_state->view()->meanings;
}

const Grouping* BreakdownModel::grouping() const
{
    const std::vector<Grouping>& groupings = m_state->view()->rows.groupings;
    const int first = m_state->view()->meanings ? 2 : 1;
    return m_way >= first && m_way - first < static_cast<int>(groupings.size())
        ? &groupings[static_cast<std::size_t>(m_way - first)]
        : nullptr;
}

std::vector<Group> BreakdownModel::groups() const
{
    const View& view = *m_state->view();
    if (!isByCategory())
        return breakDown(view, m_state->live(), grouping());
    if (const RowMeanings* meanings = m_state->meanings().get())
        return breakDown(view, m_state->live(), *meanings);
    return {sumOf(breakDown(view, m_state->live()), tr("Not known yet"))};
}

void BreakdownModel::setWay(int way)
{
    if (way == m_way)
        return;
    m_way = way;
    reload();
}

void BreakdownModel::reload()
{
    beginResetModel();
    m_groups.clear();
    m_largest = 1;
    if (!m_state->isEmpty()) {
        m_groups = groups();
        for (const Group& group : m_groups)
            m_largest = std::max(m_largest, group.bytes);
        m_groups.push_back(sumOf(m_groups, tr("Total")));
    }
    endResetModel();
}

int BreakdownModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_groups.size());
}

int BreakdownModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

bool BreakdownModel::isTotal(const QModelIndex& index) const
{
    return index.row() + 1 == static_cast<int>(m_groups.size());
}

QString BreakdownModel::cellText(const Group& group, Column column) const
{
    switch (column) {
    case Name:
        return text(group.name);
    case Count:
        return grouped(group.count);
    case Size:
        return m_state->bytes(group.bytes);
    case Share:
        return text(percentText(group.bytes, m_groups.back().bytes));
    case Bar:
    case ColumnCount:
        break;
    }
    return {};
}

QString BreakdownModel::toolTip(const Group& group, Column column) const
{
    if (column == Name)
        return text(group.name);
    QString tip = tr("%1 B").arg(grouped(group.bytes));
    if (group.size != group.bytes)
        tip += tr(" occupied; the sizes add up to %1 B, as memory is re-used in place").arg(grouped(group.size));
    return tip;
}

QVariant BreakdownModel::barOf(const Group& group) const
{
    return static_cast<double>(group.bytes) / static_cast<double>(m_largest);
}

QVariant BreakdownModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Group& group = m_groups[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(group, column);
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(group, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (column == Name ? Qt::AlignLeft : Qt::AlignRight));
    case PlainRole:
        return column == Size ? QVariant(QString::number(group.bytes)) : QVariant();
    case MonospaceRole:
        return column == Name && grouping() && !isTotal(index); // opcodes, not words
    case BarRole:
        return column == Bar && !isTotal(index) ? barOf(group) : QVariant();
    case HueRole:
        return group.hue ? QVariant(static_cast<int>(*group.hue)) : QVariant();
    case CategoryRole:
        return group.category.empty() ? QVariant() : QVariant(QByteArray::fromStdString(group.category));
    case SwatchRole:
        return column == Name && (group.hue || !group.category.empty());
    case TotalRole:
        return isTotal(index);
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
        return ways().value(m_way, ways().front());
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
