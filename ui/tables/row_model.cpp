#include "ui/tables/row_model.h"

#include "core/base/text.h"
#include "ui/state/row_columns.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/tables/sort_rows.h"
#include "ui/theme/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tidemark::ui {
namespace {

/// The number of a cell. None if the cell is empty or its data is not known.
std::optional<std::int64_t> numberOf(const ColumnInfo& info, const View& view, const RowMeanings* meanings,
                                     const RowUses* uses, const LiveRow& live, StepId at)
{
    if (info.rank) {
        if (!meanings)
            return std::nullopt;
        return info.rank(*meanings, live.row);
    }
    if (info.idleSteps) {
        if (!uses || !view.rows.isLive(live.row, at))
            return std::nullopt;
        return info.idleSteps(*uses, view, live.row, at);
    }
    const std::int64_t number = info.number(view, live);
    if (!isKnown(info, number))
        return std::nullopt;
    return number;
}

std::string textKey(const View& view, RowId row, const Facts& facts, RowColumn column)
{
    const std::string text = infoOf(column).text(view, row, facts);
    return text.empty() ? text : naturalKey(text);
}

/// The tool tip of a group of rows.
QString groupToolTip(const ViewState& state, const GroupNode& node, const View& view)
{
    QString tip = text(node.group);
    if (node.name != node.group && !tip.endsWith(text(node.name)))
        tip = text(node.name);
    tip += QStringLiteral("\n")
        + RowModel::tr("%1, %2 occupied").arg(countedRows(&view, node.rows), exactBytes(node.bytes));
    if (!state.listedRange())
        tip += RowModel::tr(", %1 of this %2")
                   .arg(percent(node.bytes, view.levelAt(state.cursor())), text(view.axis.cell));
    if (node.size != node.bytes)
        tip += QStringLiteral("\n")
            + RowModel::tr("The sizes add up to %1 because memory is re-used in place.").arg(exactBytes(node.size));
    if (node.repeats > 1)
        tip += QStringLiteral("\n")
            + RowModel::tr("%1 alike, %2 each on average")
                  .arg(grouped(node.repeats), state.bytes(node.bytes / node.repeats));
    return tip;
}

/// Says if a row was found by the name of a row that shares its memory.
QString sharerFound(const ViewState& state, RowId row)
{
    const Rows& rows = state.view()->rows;
    const QString words = state.filter().text().trimmed();
    if (words.isEmpty() || text(rows.label(row)).contains(words, Qt::CaseInsensitive))
        return {};
    for (const std::string& name : searchedSharers(rows, row))
        if (text(name).contains(words, Qt::CaseInsensitive))
            return UiText::tr("Found because it shares memory with %1").arg(text(name));
    return {};
}

} // namespace

QString displayText(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    const ColumnInfo& info = infoOf(column);
    if (const Facts& facts = state.facts().of(live.row);
        column == RowColumn::Shape && !facts.shapeWithoutLayout.empty())
        return text(facts.shapeWithoutLayout); // the layout has its own column
    if (info.text)
        return text(info.text(view, live.row, state.facts().of(live.row)));
    const auto number = cellValue(state, live, column);
    if (!number)
        return {};
    if (info.holds == Holds::Bytes)
        return state.bytes(*number);
    if (info.holds == Holds::Address)
        return QStringLiteral("0x%1").arg(*number, 0, 16);
    if (info.holds == Holds::Count)
        return grouped(*number);
    const QString position = positionText(view.axis, StepId(static_cast<std::uint32_t>(*number)));
    if (info.holds == Holds::Life)
        return QStringLiteral("%1–%2").arg(position, positionText(view.axis, view.rows.end[live.row]));
    return position;
}

QString plainText(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    const ColumnInfo& info = infoOf(column);
    if (info.text)
        return displayText(state, live, column);
    const auto number = cellValue(state, live, column);
    if (!number)
        return {};
    if (info.holds == Holds::Life)
        return QStringLiteral("%1–%2").arg(*number).arg(view.rows.end[live.row].value);
    return QString::number(*number);
}

QString cellToolTip(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const View& view = *state.view();
    const ColumnInfo& info = infoOf(column);
    if (info.holds == Holds::Bytes) {
        const auto bytes = cellValue(state, live, column);
        return bytes ? exactBytes(*bytes) : QString();
    }
    if (info.holds == Holds::Life)
        return UiText::tr("%1, live for %2 of %3")
            .arg(lifetimeText(view, live.row), grouped(view.rows.end[live.row].value - view.rows.start[live.row].value),
                 grouped(view.axis.count));
    if (column == RowColumn::Idle)
        return idleText(state, live.row);
    if (column == RowColumn::Source)
        return sourceText(state.facts().of(live.row));
    if (column == RowColumn::Name)
        return (namesText(state.facts().of(live.row)) + u'\n' + sharerFound(state, live.row)).trimmed();
    if (info.isOfMeanings)
        return text(state.facts().of(live.row).rule);
    if (info.holds == Holds::Code)
        return displayText(state, live, column);
    return {};
}

void RowOrder::reset(std::shared_ptr<const View> view)
{
    m_view = std::move(view);
    m_meanings.reset();
    m_uses.reset();
    m_keys = {};
}

bool RowOrder::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    m_meanings = std::move(meanings);
    if (!infoOf(m_column).isOfMeanings)
        return false;
    m_keys = {};
    return true;
}

bool RowOrder::setUses(std::shared_ptr<const RowUses> uses, StepId at)
{
    m_uses = std::move(uses);
    m_at = at;
    return infoOf(m_column).idleSteps;
}

void RowOrder::set(RowColumn column, Qt::SortOrder order)
{
    if (column != m_column)
        m_keys = {};
    m_column = column;
    m_order = order;
}

void RowOrder::sort(std::vector<LiveRow>& rows)
{
    if (rows.empty())
        return;
    const ColumnInfo& info = infoOf(m_column);
    if ((info.rank && !m_meanings) || (info.idleSteps && !m_uses))
        return;
    if (info.rank || info.number || info.idleSteps) {
        sortRows(rows, m_order, [&](const LiveRow& live) {
            return numberOf(info, *m_view, m_meanings.get(), m_uses.get(), live, m_at);
        });
        return;
    }
    if (m_keys.count() == 0)
        m_keys = KeptTexts(
            m_view->rows.count,
            [view = m_view.get(), meanings = m_meanings, column = m_column, facts = Facts()](std::size_t row) mutable {
                describeWithMeaning(view->rows, meanings.get(), RowId::at(row), facts);
                return textKey(*view, RowId::at(row), facts, column);
            },
            std::numeric_limits<std::size_t>::max());
    sortRows(rows, m_order, [&](const LiveRow& live) {
        const std::string_view key = m_keys.of(live.row.index());
        return key.empty() ? std::nullopt : std::optional(key);
    });
}

std::optional<std::int64_t> cellValue(const ViewState& state, const LiveRow& live, RowColumn column)
{
    return numberOf(infoOf(column), *state.view(), state.meanings().get(), state.uses().get(), live, state.cursor());
}

QVariant sortKey(const ViewState& state, const LiveRow& live, RowColumn column)
{
    const ColumnInfo& info = infoOf(column);
    if (info.rank || info.number || info.idleSteps) {
        const auto number = cellValue(state, live, column);
        return number ? QVariant::fromValue<qlonglong>(*number) : QVariant();
    }
    const std::string key = textKey(*state.view(), live.row, state.facts().of(live.row), column);
    return valueIf(!key.empty(), QByteArray::fromStdString(key));
}

RowModel::RowModel(const ViewState* state, QObject* parent)
    : QAbstractTableModel(parent)
    , m_state(state)
{
    connect(state, &ViewState::changedForModels, this, &RowModel::follow);
    reload();
}

void RowModel::follow(Aspects changed)
{
    // Rows keep their order unless it depends on the new data.
    bool isOther = changed.testAnyFlags(Aspect::View | Aspect::Cursor | Aspect::Filter);
    if (changed & Aspect::Groups)
        isOther |= takeWay();
    if (changed & Aspect::Meanings)
        isOther |= m_order.setMeanings(m_state->meanings()) || !m_groupingId.empty();
    if (changed & Aspect::Uses)
        isOther |= m_order.setUses(m_state->uses(), m_state->cursor());
    if (!isOther) {
        if (changed & (Aspect::Groups | Aspect::Meanings | Aspect::Uses | Aspect::Units))
            refreshCells();
        return;
    }
    try {
        reload();
    } catch (...) {
        beginResetModel();
        m_now = {}; // the old contents may be of an earlier view
        endResetModel();
        // Thrown later, so that the other listeners are called.
        const auto fail = [failure = std::current_exception()] { std::rethrow_exception(failure); };
        QMetaObject::invokeMethod(this, fail, Qt::QueuedConnection);
    }
}

/// Everything that may throw comes before the reset. After an exception the model still has its old contents.
void RowModel::reload()
{
    Contents next;
    next.view = m_state->view();
    if (m_now.view != next.view) {
        m_order.reset(next.view);
        m_order.setMeanings(m_state->meanings());
    }
    m_order.setUses(m_state->uses(), m_state->cursor());
    for (const LiveRow& live : m_state->listed()) {
        next.all.add(*next.view, live);
        next.largest = std::max(next.largest, next.view->rows.size[live.row]);
        if (!m_state->filter().matches(live.row))
            continue;
        next.shown.add(*next.view, live);
        next.rows.push_back(live);
    }
    m_order.sort(next.rows);
    group(next);
    beginResetModel();
    m_now = std::move(next);
    endResetModel();
}

void RowModel::group(Contents& contents) const
{
    if (!m_isGroupingWanted)
        return;
    const std::vector<Grouping> all = groupingsOf(*contents.view, m_state->meanings());
    const auto found = std::ranges::find(all, m_groupingId, &Grouping::id);
    if (found == all.end())
        return;
    const std::array levels = {&*found};
    contents.tree.emplace(*contents.view, contents.rows, levels);
    const auto rows = contents.tree->rowsOf(contents.tree->root());
    contents.rows.assign(rows.begin(), rows.end());
    addLines(*contents.tree, 0, 0, contents.lines);
}

void RowModel::addLines(const GroupTree& tree, std::uint32_t node, std::uint32_t depth, std::vector<Line>& lines) const
{
    const GroupNode& parent = tree[node];
    for (std::uint32_t child = parent.firstChild; child < parent.firstChild + parent.children; ++child) {
        lines.push_back({false, depth, child});
        const GroupNode& group = tree[child];
        if (!m_open.contains(keyOf(tree, group)))
            continue;
        addLines(tree, child, depth + 1, lines);
        for (std::uint32_t row = group.firstRow; group.children == 0 && row < group.firstRow + group.rows; ++row)
            lines.push_back({true, depth + 1, row});
    }
}

void RowModel::relist()
{
    std::vector<Line> lines;
    addLines(*m_now.tree, 0, 0, lines);
    beginResetModel();
    m_now.lines = std::move(lines);
    endResetModel();
}

void RowModel::setGrouped(bool isGrouped)
{
    m_isGroupingWanted = isGrouped;
    follow(Aspect::Groups);
}

/// Returns whether rows are or were grouped, so that the list is another one.
bool RowModel::takeWay()
{
    std::string way;
    if (!m_state->isEmpty())
        way = m_state->groupWay();
    if (way != m_groupingId)
        m_open.clear();
    m_groupingId = way;
    return m_isGroupingWanted || isGrouped();
}

void RowModel::setOpen(int line, bool open)
{
    if (isOpen(line) == open)
        return;
    if (open)
        m_open.insert(keyOf(*m_now.tree, nodeAt(line)));
    else
        m_open.erase(keyOf(*m_now.tree, nodeAt(line)));
    relist();
}

void RowModel::setAllOpen(bool open)
{
    if (!isGrouped())
        return;
    m_open.clear();
    for (const GroupNode& node : m_now.tree->nodes())
        if (open && node.level >= 0)
            m_open.insert(keyOf(*m_now.tree, node));
    relist();
}

std::optional<int> RowModel::parentOf(int line) const
{
    if (!isGrouped())
        return std::nullopt;
    for (int above = line - 1; above >= 0; --above)
        if (lineAt(above).depth < lineAt(line).depth)
            return above;
    return std::nullopt;
}

std::span<const LiveRow> RowModel::rowsAt(int line) const
{
    const std::span<const LiveRow> rows = m_now.rows;
    if (!isGrouped())
        return rows.subspan(static_cast<std::size_t>(line), 1);
    if (isGroup(line))
        return rows.subspan(nodeAt(line).firstRow, nodeAt(line).rows);
    return rows.subspan(lineAt(line).at, 1);
}

std::optional<RowId> RowModel::rowAt(int line) const
{
    if (isGroup(line))
        return std::nullopt;
    return rowsAt(line).front().row;
}

int RowModel::lineOf(std::size_t position) const
{
    if (!isGrouped())
        return static_cast<int>(position);
    // The lines that contain the row are consecutive, the outermost first.
    int found = -1;
    for (int line = 0; line < static_cast<int>(m_now.lines.size()); ++line) {
        const std::span<const LiveRow> rows = rowsAt(line);
        const auto first = static_cast<std::size_t>(rows.data() - m_now.rows.data());
        if (first <= position && position < first + rows.size())
            found = line;
    }
    return found;
}

void RowModel::reveal(std::size_t position)
{
    if (!isGrouped())
        return;
    std::uint32_t node = 0;
    bool isNew = false;
    while ((*m_now.tree)[node].children > 0) {
        const GroupNode& parent = (*m_now.tree)[node];
        for (node = parent.firstChild; (*m_now.tree)[node].firstRow + (*m_now.tree)[node].rows <= position;)
            ++node;
        isNew = m_open.insert(keyOf(*m_now.tree, (*m_now.tree)[node])).second || isNew;
    }
    if (isNew)
        relist();
}

void RowModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= kRowColumns)
        return;
    m_order.set(static_cast<RowColumn>(column), order);
    reload();
}

void RowModel::refreshCells()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, kRowColumns - 1));
}

int RowModel::rowCount(const QModelIndex& parent) const
{
    return countBelow(parent, isGrouped() ? m_now.lines.size() : m_now.rows.size());
}

/// A bar in the column of sizes.
QVariant RowModel::barOf(std::int64_t bytes, std::int64_t whole, RowColumn column) const
{
    if (column != RowColumn::Size || whole <= 0)
        return {};
    return static_cast<double>(bytes) / static_cast<double>(whole);
}

/// The colour of a row; the column of types shows the colour of the type.
QVariant RowModel::lookOf(const LiveRow& live, RowColumn column) const
{
    if (column == RowColumn::Kind)
        return {};
    return QVariant::fromValue(&m_state->lookOf(live.row));
}

/// The column of categories, which is always there, if they are the groups of the colours; else the name.
bool RowModel::hasSwatch(RowColumn column) const
{
    const bool isByCategory = m_state->groups()->way == Facet::kByCategory;
    return column == (isByCategory ? RowColumn::Category : RowColumn::Name);
}

QVariant RowModel::lifeOf(const LiveRow& live, RowColumn column) const
{
    if (column != RowColumn::Lifetime)
        return {};
    const double cells = m_now.view->axis.count;
    return QVariant::fromValue(Life{m_now.view->rows.start[live.row].value / cells,
                                    m_now.view->rows.end[live.row].value / cells, m_state->cursor().value / cells});
}

QVariant RowModel::treePlaceOf(int line, RowColumn column) const
{
    if (column != RowColumn::Name || !isGrouped())
        return {};
    TreePlace place{.depth = static_cast<int>(lineAt(line).depth)};
    if (isGroup(line))
        place.children = isOpen(line) ? TreePlace::Children::Shown : TreePlace::Children::Hidden;
    return QVariant::fromValue(place);
}

QVariant RowModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = static_cast<RowColumn>(index.column());
    if (isGroup(index.row()))
        return groupData(index.row(), column, role);
    const LiveRow& live = rowsAt(index.row()).front();
    const ColumnInfo& info = infoOf(column);
    switch (role) {
    case Qt::DisplayRole:
        return displayText(*m_state, live, column);
    case Qt::ToolTipRole:
        return plainToolTip(cellToolTip(*m_state, live, column));
    case Qt::TextAlignmentRole:
        return cellAlignment(isNumber(info));
    case SortRole:
        return sortKey(*m_state, live, column);
    case PlainRole:
        return plainText(*m_state, live, column);
    case MonospaceRole:
        return isMonospace(info);
    case ElideRole:
        // Names begin alike and differ at the end: "jit(train_step)/…", "state['opt_state'][0].mu['w']". Words do not:
        // "(in use before, source unknown)".
        if (column == RowColumn::OpName || column == RowColumn::Name)
            return valueIf(!displayText(*m_state, live, column).startsWith(u'('), Qt::ElideLeft);
        return valueIf(column == RowColumn::Source, Qt::ElideMiddle);
    case HueRole:
        return static_cast<int>(m_now.view->rows.kindOf(live.row).hue);
    case LookRole:
        return lookOf(live, column);
    case SwatchRole:
        return hasSwatch(column);
    case BarRole:
        return barOf(m_now.view->rows.size[live.row], m_now.largest, column);
    case BarTextRole:
        return m_state->bytes(m_now.largest);
    case LifeRole:
        return lifeOf(live, column);
    case MutedRole:
        return column == RowColumn::Padding && info.number(*m_now.view, live) == 0;
    case HoveredRole:
        return m_state->focus().hovered() == live.row;
    case TreeRole:
        return treePlaceOf(index.row(), column);
    case RowRole:
        return live.row.value;
    default:
        return {};
    }
}

QString RowModel::groupText(int line, RowColumn column) const
{
    const GroupNode& node = nodeAt(line);
    switch (column) {
    case RowColumn::Name:
        return tr("%1  (%2)").arg(text(node.name), grouped(node.rows));
    case RowColumn::Size:
        return m_state->bytes(node.bytes);
    default:
        return {};
    }
}

QVariant RowModel::groupData(int line, RowColumn column, int role) const
{
    const GroupNode& node = nodeAt(line);
    const bool isName = column == RowColumn::Name;
    switch (role) {
    case Qt::DisplayRole:
        return groupText(line, column);
    case PlainRole:
        if (column == RowColumn::Size)
            return QString::number(node.bytes);
        return groupText(line, column);
    case Qt::ToolTipRole:
        return plainToolTip(groupToolTip(*m_state, node, *m_now.view));
    case Qt::AccessibleTextRole:
        if (isName)
            return tr("%1, %2, %3").arg(text(node.name), grouped(node.rows), isOpen(line) ? tr("open") : tr("closed"));
        return groupText(line, column);
    case Qt::TextAlignmentRole:
        return cellAlignment(isNumber(infoOf(column)));
    case ElideRole:
        return valueIf(isName, Qt::ElideMiddle);
    case BarRole:
        return barOf(node.bytes, m_now.shown.occupied(), column);
    case BarTextRole:
        return m_state->bytes(m_now.shown.occupied());
    case CategoryRole:
        return valueIf(m_groupingId == Facet::kByCategory, QByteArray::fromStdString(node.group));
    case GroupRole:
        return true;
    case TreeRole:
        return treePlaceOf(line, column);
    default:
        return {};
    }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kRowColumns)
        return {};
    const ColumnInfo& column = infoOf(static_cast<RowColumn>(section));
    if (role == Qt::DisplayRole)
        return columnTitle(column);
    if (role == Qt::ToolTipRole)
        return columnHelp(column, m_now.view ? m_now.view->axis : Axis());
    if (role == Qt::TextAlignmentRole)
        return cellAlignment(isNumber(column));
    if (role == Qt::InitialSortOrderRole)
        return column.holds == Holds::Bytes || column.idleSteps ? Qt::DescendingOrder : Qt::AscendingOrder;
    return {};
}

} // namespace tidemark::ui
