#include "ui/panels/breakdown_model.h"

#include "core/view/group_tree.h"
#include "core/view/repeated_parts.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

/// The parts of a tree that contain groups, except those groups themselves.
std::set<std::string> outerParts(const std::vector<Group>& groups)
{
    std::set<std::string> parts;
    for (const Group& group : groups)
        for (std::size_t end = group.id.find('/'); end != std::string::npos; end = group.id.find('/', end + 1))
            parts.insert(group.id.substr(0, end));
    return parts;
}

} // namespace

BreakdownModel::BreakdownModel(const ViewState* state, QObject* parent)
    : QAbstractTableModel(parent)
    , m_state(state)
{
    connect(state, &ViewState::changedForModels, this, &BreakdownModel::follow);
    follow(Aspect::View);
}

bool BreakdownModel::isByCategory() const
{
    return m_way == Facet::kByCategory;
}

/// Returns whether the line is a group that is a part of a tree.
bool BreakdownModel::isTreePart(const Line& line) const
{
    return line.kind == Line::Whole && m_grouping && m_grouping->isTree;
}

bool BreakdownModel::isSourceLine(const Line& line) const
{
    return line.kind == Line::Whole && m_grouping && m_grouping->id == "source";
}

/// Reads the way in use. Idle times are no groups, so their rows are grouped by category or type.
void BreakdownModel::readWay()
{
    if (m_state->isEmpty())
        return;
    const View& view = *m_state->view();
    std::string way = m_state->groupWay();
    if (way == Facet::kByIdle)
        way = view.meanings ? Facet::kByCategory : Facet::kByKind;
    if (way != m_way)
        m_open.clear();
    m_way = way;
    m_grouping.reset();
    for (const GroupWay& each : groupWays(view))
        if (each.id == way)
            m_title = each.label;
    if (way != Facet::kByKind && way != Facet::kByCategory)
        for (Grouping& each : groupingsOf(view, m_state->meanings()))
            if (each.id == way)
                m_grouping = std::move(each);
}

std::vector<Group> BreakdownModel::groups() const
{
    const View& view = *m_state->view();
    if (!isByCategory())
        return breakDown(view, m_state->live(), m_grouping ? &*m_grouping : nullptr);
    if (const RowMeanings* meanings = m_state->meanings().get())
        return breakDown(view, m_state->live(), *meanings);
    Group all;
    all.name = tr("Not known yet").toStdString();
    for (const Group& group : breakDown(view, m_state->live())) {
        all.count += group.count;
        all.bytes += group.bytes;
        all.size += group.size;
    }
    return {all};
}

void BreakdownModel::follow(Aspects changed)
{
    const Aspects way = Aspect::View | Aspect::Meanings | Aspect::Groups;
    if (!(changed & (way | Aspect::Cursor | Aspect::Units)))
        return;
    try {
        if (changed & way)
            readWay();
        reload();
    } catch (...) {
        beginResetModel();
        m_lines.clear(); // they may be of an earlier view
        endResetModel();
        // Thrown later, so that the other listeners are called.
        const auto fail = [failure = std::current_exception()] { std::rethrow_exception(failure); };
        QMetaObject::invokeMethod(this, fail, Qt::QueuedConnection);
    }
}

/// Everything that may throw comes before the reset. After an exception the model still has its old contents.
void BreakdownModel::reload()
{
    std::vector<Group> all;
    std::set<std::string> outer;
    std::vector<Line> lines;
    std::int64_t largest = 1;
    if (!m_state->isEmpty()) {
        all = groups();
        if (m_grouping && m_grouping->isTree)
            outer = outerParts(all);
        std::ranges::stable_sort(all, std::ranges::greater(), &Group::bytes);
        Line total{Line::Total, 0, {}, 0, 0, 0};
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Group& group = all[i];
            lines.push_back({Line::Whole, i, {}, group.count, group.bytes, group.size});
            if (m_open.contains(group.id))
                addLargest(group, i, lines);
            largest = std::max(largest, group.bytes);
            total.count += group.count;
            total.bytes += group.bytes;
            total.size += group.size;
        }
        lines.push_back(total);
    }
    beginResetModel();
    m_view = m_state->view();
    m_groups = std::move(all);
    m_outer = std::move(outer);
    m_lines = std::move(lines);
    m_largest = largest;
    endResetModel();
}

bool BreakdownModel::isIn(RowId row, const Group& group) const
{
    if (isByCategory())
        return m_state->meanings() && m_state->meanings()->categoryOf(row).id == group.id;
    if (m_grouping)
        return m_grouping->groupOf(row) == group.id;
    return m_state->view()->rows.kindOf(row).id == group.id;
}

std::vector<LiveRow> BreakdownModel::largestOf(const Group& group) const
{
    std::vector<LiveRow> rows;
    for (const LiveRow& live : m_state->live())
        if (isIn(live.row, group))
            rows.push_back(live);
    const RowValues<std::int64_t>& size = m_state->view()->rows.size;
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [&](const LiveRow& live) { return size[live.row] - live.overlap; });
    return rows;
}

void BreakdownModel::addLargest(const Group& group, std::size_t at, std::vector<Line>& lines) const
{
    Line others{Line::Others, at, {}, 0, 0, 0};
    std::size_t shown = 0;
    for (const LiveRow& live : largestOf(group)) {
        const std::int64_t size = m_state->view()->rows.size[live.row];
        if (shown++ < kLargest) {
            lines.push_back({Line::Row, at, live.row, 1, size - live.overlap, size});
            continue;
        }
        ++others.count;
        others.bytes += size - live.overlap;
        others.size += size;
    }
    if (others.count > 0)
        lines.push_back(others);
}

bool BreakdownModel::isGroup(int line) const
{
    return lineAt(line).kind == Line::Whole && facetOf(line).has_value();
}

bool BreakdownModel::isOpen(int line) const
{
    return lineAt(line).kind != Line::Total && m_open.contains(groupOf(lineAt(line)).id);
}

void BreakdownModel::setOpen(int line, bool open)
{
    if (!facetOf(line) || isOpen(line) == open)
        return;
    if (open)
        m_open.insert(groupOf(lineAt(line)).id);
    else
        m_open.erase(groupOf(lineAt(line)).id);
    reload();
}

std::optional<Facet> BreakdownModel::facetOf(int line) const
{
    const Line& at = lineAt(line);
    if (at.kind == Line::Total)
        return std::nullopt;
    const Group& group = groupOf(at);
    if (isByCategory() && !m_state->meanings())
        return std::nullopt;
    if (isByCategory())
        return Facet::of(RowCategory{group.id, group.name});
    if (m_grouping) {
        // If the facet "itself" is set, it stays the facet of the line, even if no group lies inside the line's group
        // now.
        const Facet itself = Facet::ofItself(*m_grouping, group.id);
        if (m_outer.contains(group.id) || m_state->filter().has(itself))
            return itself;
        return Facet::of(*m_grouping, group.id);
    }
    return Facet::of(RowKind{group.id, group.name, Hue::Temporary});
}

std::optional<int> BreakdownModel::lineOf(const Facet& facet) const
{
    for (int line = 0; line < rowCount(); ++line)
        if (facetOf(line) == facet)
            return line;
    return std::nullopt;
}

std::vector<RowId> BreakdownModel::rowsOf(int line) const
{
    const Line& at = lineAt(line);
    if (at.kind == Line::Row)
        return {at.row};
    std::vector<RowId> rows;
    if (!facetOf(line)) {
        for (const LiveRow& live : m_state->live())
            rows.push_back(live.row);
        return rows;
    }
    for (const LiveRow& live : largestOf(groupOf(at)))
        rows.push_back(live.row);
    if (at.kind == Line::Others)
        rows.erase(rows.begin(), rows.end() - at.count);
    return rows;
}

int BreakdownModel::rowCount(const QModelIndex& parent) const
{
    return countBelow(parent, m_lines.size());
}

int BreakdownModel::columnCount(const QModelIndex& parent) const
{
    return countBelow(parent, ColumnCount);
}

QString BreakdownModel::nameOf(const Line& line) const
{
    switch (line.kind) {
    case Line::Total: // a message may cover more than it lists
        return m_state->view()->axis.kind == AxisKind::None ? tr("All that is listed") : tr("Total");
    case Line::Others:
        return tr("%1 more").arg(grouped(line.count));
    case Line::Row:
        return text(m_state->view()->rows.label(line.row));
    case Line::Whole:
        break;
    }
    return text(groupOf(line).label());
}

QString BreakdownModel::cellText(const Line& line, Column column) const
{
    switch (column) {
    case Name:
        if (line.isInGroup())
            return QStringLiteral("    ") + nameOf(line);
        return nameOf(line);
    case Count:
        if (line.kind == Line::Row)
            return {};
        return grouped(line.count);
    case Size:
        return m_state->bytes(line.bytes);
    case Share:
        return text(percentText(line.bytes, m_lines.back().bytes));
    case Bar:
    case ColumnCount:
        break;
    }
    return {};
}

/// The explanation of a line's category, on a line of its own. Empty if there is none.
QString BreakdownModel::helpOf(const Line& line) const
{
    if (!isByCategory() || !m_state->meanings() || line.kind != Line::Whole)
        return {};
    const std::vector<RowCategory>& categories = m_state->meanings()->categories;
    const auto found = std::ranges::find(categories, groupOf(line).id, &RowCategory::id);
    if (found == categories.end() || found->help.empty())
        return {};
    return u'\n' + capitalised(found->help);
}

QString BreakdownModel::toolTip(const Line& line, Column column) const
{
    if (column == Name && line.kind == Line::Row)
        return namesText(m_state->facts().of(line.row));
    if (column == Name)
        return nameOf(line) + helpOf(line);
    QString tip = tr("%1 in %2").arg(exactBytes(line.bytes), countedRows(m_view.get(), line.count));
    if (line.size != line.bytes)
        tip += tr("; the sizes add up to %1 because memory is re-used in place").arg(exactBytes(line.size));
    if (const std::int64_t uncertain = groupOf(line).uncertainBytes; line.kind == Line::Whole && uncertain > 0)
        tip += tr("; %1 only probable, because the evidence is weak").arg(exactBytes(uncertain));
    if (!isTreePart(line))
        return tip;
    if (const std::uint32_t repeats = repeatsOf(groupOf(line).id); repeats > 1)
        tip += tr("; %1 alike, %2 each on average").arg(grouped(repeats), m_state->bytes(line.bytes / repeats));
    return tip;
}

/// The colours of kinds and categories are theirs. Groups of other ways have the colour of their look.
QVariant BreakdownModel::colorOf(const Line& line, int role) const
{
    if (line.kind == Line::Total)
        return {};
    const Group& group = groupOf(line);
    if (role == HueRole)
        return valueIf(group.hue.has_value(), static_cast<int>(group.hue.value_or(Hue::Temporary)));
    if (role == UncertainRole)
        return group.isUncertain();
    if (role == CategoryRole)
        return valueIf(!group.category.empty(), QByteArray::fromStdString(group.category));
    if (line.kind == Line::Row)
        return QVariant::fromValue(&m_state->lookOf(line.row));
    if (group.hue || !group.category.empty())
        return {};
    const std::vector<GroupLook>& looks = m_state->groups()->looks;
    const auto found = std::ranges::find_if(looks, [&](const GroupLook& look) {
        return look.facet && look.facet->grouping == m_way && look.facet->group == group.id;
    });
    return QVariant::fromValue(found == looks.end() ? &looks.back() : &*found);
}

QVariant BreakdownModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Line& line = lineAt(index.row());
    const auto column = static_cast<Column>(index.column());
    const bool isTotal = line.kind == Line::Total;
    switch (role) {
    case Qt::DisplayRole:
        return cellText(line, column);
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(line, column));
    case Qt::TextAlignmentRole:
        return cellAlignment(column != Name);
    case PlainRole:
        return valueIf(column == Size, QString::number(line.bytes));
    case MonospaceRole: // names of the program, not words
        return column == Name && (line.kind == Line::Row || (line.kind == Line::Whole && m_grouping));
    case ElideRole:
        // Paths of operations and of source files begin alike and differ at their ends.
        return valueIf(column == Name && (isTreePart(line) || isSourceLine(line)), Qt::ElideLeft);
    case BarRole:
        return valueIf(column == Bar && !isTotal, static_cast<double>(line.bytes) / static_cast<double>(m_largest));
    case HueRole:
    case CategoryRole:
    case UncertainRole:
    case LookRole:
        return colorOf(line, role);
    case SwatchRole:
        return column == Name && line.kind == Line::Whole;
    case MutedRole:
        return line.isInGroup();
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
        return cellAlignment(section != Name);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Name:
        return m_title;
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
