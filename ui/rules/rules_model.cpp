#include "ui/rules/rules_model.h"

#include "ui/state/units.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"

#include <algorithm>

namespace tidemark::ui {

RulesModel::Entry::Entry(Rule of)
    : rule(std::move(of))
    , fault(capitalised(faultOf(rule)))
{ }

RulesModel::RulesModel(std::vector<RowKind> kinds, ByteUnit unit, QObject* parent)
    : QAbstractTableModel(parent)
    , m_kinds(std::move(kinds))
    , m_unit(unit)
{ }

QString RulesModel::fieldText(RuleField field)
{
    const QStringList all{tr("Argument path"), tr("Op name"), tr("Name"), tr("Opcode"),
                          tr("Shape"),         tr("Source"),  tr("Type")};
    return all[static_cast<qsizetype>(field)];
}

Rule RulesModel::rule(int row) const
{
    if (row < 0)
        return {};
    return m_entries[static_cast<std::size_t>(row)].rule;
}

void RulesModel::setRules(std::vector<Rule> rules)
{
    std::vector<Entry> entries;
    for (Rule& rule : rules)
        entries.emplace_back(std::move(rule));
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
    emit edited();
}

std::vector<Rule> RulesModel::rules() const
{
    std::vector<Rule> result;
    for (const Entry& entry : m_entries)
        result.push_back(entry.rule);
    return result;
}

std::vector<Rule> RulesModel::usable() const
{
    std::vector<Rule> result;
    for (const Entry& entry : m_entries)
        if (entry.fault.isEmpty())
            result.push_back(entry.rule);
    return result;
}

int RulesModel::firstFault() const
{
    const auto place = placeWhere(m_entries, [](const Entry& entry) { return !entry.fault.isEmpty(); });
    return place ? static_cast<int>(*place) : -1;
}

RuleId RulesModel::usableId(int row) const
{
    if (row < 0 || !fault(row).isEmpty())
        return {};
    const auto before = std::count_if(m_entries.begin(), m_entries.begin() + row,
                                      [](const Entry& entry) { return entry.fault.isEmpty(); });
    return RuleId::at(static_cast<std::size_t>(before));
}

void RulesModel::setRule(int row, Rule rule)
{
    m_entries[static_cast<std::size_t>(row)] = Entry(std::move(rule));
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    emit edited();
}

void RulesModel::insertRule(int row, Rule rule)
{
    beginInsertRows({}, row, row);
    m_entries.insert(m_entries.begin() + row, Entry(std::move(rule)));
    endInsertRows();
    emit edited();
}

void RulesModel::removeRule(int row)
{
    beginRemoveRows({}, row, row);
    m_entries.erase(m_entries.begin() + row);
    endRemoveRows();
    emit edited();
}

void RulesModel::moveRule(int row, int by)
{
    beginMoveRows({}, row, row, {}, by > 0 ? row + 2 : row - 1);
    std::swap(m_entries[static_cast<std::size_t>(row)], m_entries[static_cast<std::size_t>(row + by)]);
    endMoveRows();
    emit edited();
}

void RulesModel::setUses(const std::vector<RuleUse>& uses)
{
    std::size_t next = 0;
    for (Entry& entry : m_entries) {
        entry.use.reset();
        if (entry.fault.isEmpty() && next < uses.size())
            entry.use = uses[next++];
    }
    if (!m_entries.empty())
        emit dataChanged(index(0, Count), index(rowCount() - 1, Bytes));
}

int RulesModel::rowCount(const QModelIndex& parent) const
{
    return countBelow(parent, m_entries.size());
}

int RulesModel::columnCount(const QModelIndex& parent) const
{
    return countBelow(parent, ColumnCount);
}

QString RulesModel::kindsText(const Rule& rule) const
{
    if (rule.kinds.empty())
        return tr("All");
    QStringList labels;
    for (const std::string& id : rule.kinds) {
        const auto found = std::ranges::find(m_kinds, id, &RowKind::id);
        labels << text(found == m_kinds.end() ? id : found->label);
    }
    return labels.join(QStringLiteral(", "));
}

QString RulesModel::cellText(const Entry& entry, Column column) const
{
    switch (column) {
    case Category:
        return text(entry.rule.category);
    case Field:
        return fieldText(entry.rule.field);
    case Pattern:
        return text(entry.rule.pattern);
    case Kinds:
        return kindsText(entry.rule);
    case Count:
    case Bytes:
    case ColumnCount:
        break;
    }
    if (!entry.use)
        return {};
    return column == Count ? grouped(entry.use->rows) : text(bytesText(entry.use->bytes, m_unit));
}

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    const bool isNumber = column == Count || column == Bytes;
    switch (role) {
    case Qt::DisplayRole:
        if (column == Category && !entry.fault.isEmpty())
            return tr("✕ ") + cellText(entry, column);
        return cellText(entry, column);
    case Qt::ToolTipRole:
        if (!entry.fault.isEmpty())
            return plainToolTip(entry.fault);
        if (column == Bytes && entry.use)
            return plainToolTip(exactBytes(entry.use->bytes));
        return plainToolTip(cellText(entry, column));
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case PlainRole:
        if (column == Bytes && entry.use)
            return QString::number(entry.use->bytes);
        return {};
    case MonospaceRole:
        return column == Pattern || column == Category;
    case MutedRole:
        return !entry.fault.isEmpty() || (isNumber && entry.use && entry.use->rows == 0);
    case CategoryRole:
        return QByteArray::fromStdString(entry.rule.category);
    case SwatchRole:
        return column == Category && entry.fault.isEmpty();
    default:
        return {};
    }
}

QVariant RulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const bool isNumber = section == Count || section == Bytes;
    if (role == Qt::TextAlignmentRole)
        return cellAlignment(isNumber);
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{tr("Category"), tr("Looks in"), tr("Pattern"), tr("Types"), tr("#"), tr("Bytes")};
    return titles[section];
}

} // namespace tidemark::ui
