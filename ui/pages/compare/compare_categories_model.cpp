#include "ui/pages/compare/compare_categories_model.h"

#include "ui/state/grouped.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

#include <algorithm>
#include <cstdlib>

namespace tidemark::ui {
namespace {

const auto kIndent = QStringLiteral("         "); // aligns with the text of a category, right of its square

QString nameOfRole(const ComparedCategory::Role& role)
{
    return role.name.empty() ? CompareCategoriesModel::tr("others") : text(role.name);
}

} // namespace

CompareCategoriesModel::CompareCategoriesModel(const Units* units, QObject* parent)
    : QAbstractTableModel(parent)
    , m_units(units)
{
    connect(units, &Units::changed, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, Count - 1));
    });
}

void CompareCategoriesModel::setComparison(std::shared_ptr<const Comparison> comparison)
{
    set(std::move(comparison), m_showsRoles);
}

void CompareCategoriesModel::setShowsRoles(bool shows)
{
    set(m_comparison, shows);
}

/// Everything that can fail runs before the reset, so that after an exception the model shows the old data.
void CompareCategoriesModel::set(std::shared_ptr<const Comparison> comparison, bool showsRoles)
{
    std::vector<Line> lines;
    std::int64_t largest = 0;
    if (comparison) {
        Line total{tr("Total"), {}, 0, 0};
        for (const ComparedCategory& each : comparison->categories) {
            lines.push_back({text(each.category.label), each.category.id, each.a.bytes, each.b.bytes, &each});
            largest = std::max(largest, std::abs(each.change()));
            total.a += each.a.bytes;
            total.b += each.b.bytes;
            if (showsRoles)
                for (const ComparedCategory::Role& role : each.roles)
                    lines.push_back({kIndent + nameOfRole(role), {}, role.a.bytes, role.b.bytes, &each, &role});
        }
        lines.push_back(std::move(total));
    }
    beginResetModel();
    m_comparison = std::move(comparison);
    m_showsRoles = showsRoles;
    m_lines = std::move(lines);
    m_largest = largest;
    endResetModel();
}

QString CompareCategoriesModel::rolesText(const ComparedCategory& category) const
{
    QString lines;
    for (const ComparedCategory::Role& role : category.roles)
        lines += tr("\n%1: %2 → %3, %4")
                     .arg(nameOfRole(role), m_units->bytes(role.a.bytes), m_units->bytes(role.b.bytes),
                          changeText(role.change(), m_units->unit()));
    return category.roles.size() > 1 ? lines : QString();
}

const ComparedCategory* CompareCategoriesModel::categoryAt(int place) const
{
    return m_lines[static_cast<std::size_t>(place)].of;
}

const ComparedCategory::Role* CompareCategoriesModel::roleAt(int place) const
{
    return m_lines[static_cast<std::size_t>(place)].role;
}

CompareCategoriesModel::Mark CompareCategoriesModel::markAt(int place) const
{
    const Line& line = m_lines[static_cast<std::size_t>(place)];
    return {line.of ? line.of->category.id : std::string(), line.name};
}

int CompareCategoriesModel::placeOf(const Mark& mark) const
{
    int place = rowCount() - 1;
    while (place >= 0 && markAt(place) != mark)
        --place;
    return place;
}

int CompareCategoriesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int CompareCategoriesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant CompareCategoriesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    const std::int64_t change = line.b - line.a;
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Name:
            return line.name;
        case InA:
            return m_units->bytes(line.a);
        case InB:
            return m_units->bytes(line.b);
        case Change:
            return changeText(change, m_units->unit());
        default:
            return {};
        }
    case PlainRole:
        switch (column) {
        case InA:
            return static_cast<qlonglong>(line.a);
        case InB:
            return static_cast<qlonglong>(line.b);
        case Change:
            return static_cast<qlonglong>(change);
        default:
            return {};
        }
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column == Name ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole:
        return plainToolTip(tr("%1\nA: %2\nB: %3\nB − A: %4")
                                .arg(line.name.trimmed(), exactBytes(line.a), exactBytes(line.b), exactBytes(change))
                            + (line.of && !line.role ? rolesText(*line.of) : QString()));
    case CategoryRole:
        return QByteArray::fromStdString(line.category);
    case SwatchRole:
        return column == Name && !line.category.empty();
    case ChangeBarRole:
        return column == Bar && !line.category.empty() && m_largest > 0
            ? QVariant(static_cast<double>(change) / static_cast<double>(m_largest))
            : QVariant();
    case ToneRole:
        return column == Change ? (change > 0) - (change < 0) : 0;
    case MutedRole:
        return line.role != nullptr || (column == Change && change == 0);
    case TotalRole:
        return line.of == nullptr;
    default:
        return {};
    }
}

QVariant CompareCategoriesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= Count)
        return {};
    static const std::array kTitles = {tr("Category"), tr("A"), tr("B"), tr("B − A"), tr("− · +")};
    if (role == Qt::DisplayRole)
        return kTitles[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole && section == Bar)
        return QVariant(Qt::AlignCenter);
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Name ? Qt::AlignLeft : Qt::AlignRight));
    return {};
}

} // namespace tidemark::ui
