#include "ui/panels/breakdown_panel.h"

#include "core/groups/group_tree.h"
#include "core/groups/repeated_parts.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/tables/flat_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/pop_up.h"
#include "ui/widgets/restyle.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QStringList>

#include <algorithm>
#include <map>
#include <utility>

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

// In pixels.
constexpr int kBar = 44;
constexpr int kAroundTitle = 12;

constexpr double kShareOfNames = 0.45; // of the width, guaranteed to names that need it
// Columns that are hidden to keep that share, the least important first.
constexpr BreakdownModel::Column kGivingWay[] = {BreakdownModel::Bar, BreakdownModel::Count, BreakdownModel::Share};

} // namespace

FactsLabel::FactsLabel(ViewState* state, QWidget* parent)
    : QLabel(parent)
    , m_state(state)
{
    setAccessibleName(tr("Facts"));
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setWordWrap(true);
    setFont(secondaryFont());
    setContentsMargins(9, 5, 9, 6);
    connect(this, &QLabel::linkActivated, this,
            [this](const QString& link) { m_state->show(m_facts[static_cast<std::size_t>(link.toInt())].rows); });
    state->onChange(Aspect::View | Aspect::Meanings, this, &FactsLabel::reload);
    state->onChange(Aspect::Units, this, &FactsLabel::refresh);
    reload();
}

void FactsLabel::reload()
{
    m_facts.clear();
    if (const RowMeanings* meanings = m_state->meanings().get())
        m_facts = memoryFacts(*m_state->view(), *meanings);
    refresh();
}

void FactsLabel::refresh()
{
    QStringList lines;
    for (std::size_t i = 0; i < m_facts.size(); ++i) {
        bool isFirst = true; // only the first amount is a link; the text around it is ours and has no markup
        lines << ui::text(withAmounts(factText(m_facts[i]), [&](std::int64_t bytes) {
            const QString amount = m_state->bytes(bytes);
            return (std::exchange(isFirst, false) ? QStringLiteral("<a href=\"%1\">%2</a>").arg(i).arg(amount) : amount)
                .toStdString();
        }));
    }
    setText(lines.join(QStringLiteral("<br>")));
    setVisible(!lines.isEmpty());
}

BreakdownModel::BreakdownModel(const ViewState* state, QObject* parent)
    : QAbstractTableModel(parent)
    , m_state(state)
{
    connect(state, &ViewState::changedForModels, this, &BreakdownModel::follow);
    follow(Aspect::View);
}

bool BreakdownModel::isPath(const Line& line) const
{
    return isTreePart(line) || (line.kind == Line::Whole && m_grouping && m_grouping->id == "source");
}

bool BreakdownModel::isCode(const Line& line) const
{
    if (line.kind == Line::Row)
        return true;
    if (line.kind != Line::Whole || !m_grouping)
        return false;
    const std::string& name = groupOf(line).name;
    return !name.starts_with('(') || name.find('[') != std::string::npos; // a tuple's shape
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
        rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(at.count));
    return rows;
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
    if (m_grouping && !m_grouping->isTree)
        return text(m_grouping->textOf(groupOf(line).id));
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
    if (column == Name && line.kind == Line::Whole)
        return text(groupOf(line).label()) + helpOf(line); // with the folders of a source file
    if (column == Name)
        return nameOf(line);
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
    case MonospaceRole:
        return column == Name && isCode(line);
    case ElideRole:
        // Paths of operations and of source files begin alike and differ at their ends.
        return valueIf(column == Name && isCode(line) && isPath(line), Qt::ElideLeft);
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

BreakdownPanel::BreakdownPanel(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_model(new BreakdownModel(state, this))
    , m_table(new FlatTable(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Breakdown of the level at the cursor"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(36);
    header->setTextElideMode(Qt::ElideRight);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(BreakdownModel::Name, QHeaderView::Stretch);
    m_table->setCopiedColumns(
        {BreakdownModel::Name, BreakdownModel::Count, BreakdownModel::Size, BreakdownModel::Share});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->installEventFilter(this);
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) { act(index.row()); });
    m_table->setLastRowFrozen(true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { select(index.row()); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &BreakdownPanel::popUpMenu);
    state->onChange(Aspect::Filter, this, &BreakdownPanel::followFacet);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        fitColumns();
        followFacet();
    });

    inColumn(this, {{m_table, 1}, new FactsLabel(state, this)});
    onResize(this, [this] { fitColumns(); });
    onRestyle(this, [this] { fitColumns(); });
    fitColumns();
    followFacet();
}

/// The width of the widest cell of a column.
int BreakdownPanel::widthOf(int column) const
{
    if (column == BreakdownModel::Bar)
        return kBar;
    const QAbstractItemView& lines = *m_table;
    const QString title = m_model->headerData(column, Qt::Horizontal).toString();
    const QHeaderView* header = m_table->horizontalHeader();
    return std::max({lines.sizeHintForColumn(column), header->fontMetrics().horizontalAdvance(title) + kAroundTitle,
                     header->minimumSectionSize()});
}

/// Gives the names the width that the other columns leave.
void BreakdownPanel::fitColumns()
{
    std::map<int, int> widths;
    for (const int column : {BreakdownModel::Count, BreakdownModel::Bar, BreakdownModel::Size, BreakdownModel::Share})
        widths[column] = widthOf(column);
    // The scroll bar may not be up to date yet.
    const bool scrolls
        = m_model->rowCount() * m_table->verticalHeader()->defaultSectionSize() > m_table->viewport()->height();
    const int room = width() - (scrolls ? style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0);
    int name = room;
    for (const auto& [column, width] : widths)
        name -= width;
    const int least = std::min(static_cast<int>(kShareOfNames * room), widthOf(BreakdownModel::Name));
    for (const int column : kGivingWay) {
        const bool isShown = name >= least;
        if (!isShown)
            name += widths[column];
        m_table->setColumnHidden(column, !isShown);
    }
    for (const auto& [column, width] : widths)
        m_table->horizontalHeader()->resizeSection(column, width);
}

void BreakdownPanel::act(int line)
{
    if (m_model->isRow(line))
        m_state->focus().setPinned(m_model->rowsOf(line).front());
    else if (const auto facet = m_model->facetOf(line))
        m_state->filter().toggleFacet(*facet);
    else
        followFacet(); // the click selected the total
}

void BreakdownPanel::select(int line)
{
    const ViewState::Batch batch(*m_state);
    // The first click of a double click may have removed the facet.
    if (const auto facet = m_model->facetOf(line); facet && !m_model->isRow(line))
        m_state->filter().setFacet(*facet);
    m_state->focus().setSelected(m_model->rowsOf(line));
}

void BreakdownPanel::setOpen(int line, bool open)
{
    const auto facet = m_model->facetOf(line);
    m_model->setOpen(line, open);
    if (facet)
        m_table->setCurrentIndex(m_model->index(m_model->lineOf(*facet).value_or(line), 0));
}

void BreakdownPanel::followFacet()
{
    std::optional<int> line; // of the filter's facet for the current way
    for (const Facet& facet : m_state->filter().facets())
        if (!line)
            line = m_model->lineOf(facet);
    if (line)
        m_table->selectRow(*line);
    else
        m_table->clearSelection();
}

bool BreakdownPanel::takeKey(int key)
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return false;
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        act(current.row());
        return true;
    case Qt::Key_Space:
        select(current.row());
        return true;
    case Qt::Key_Right:
        setOpen(current.row(), true);
        return true;
    case Qt::Key_Left:
        setOpen(current.row(), false);
        return true;
    default:
        return false;
    }
}

bool BreakdownPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers().setFlag(Qt::KeypadModifier, false) == Qt::NoModifier && takeKey(key->key()))
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

QMenu* BreakdownPanel::makeMenu(int line)
{
    auto* menu = new QMenu(this);
    const auto facet = m_model->facetOf(line);
    const auto add = [&](const char* name, const QString& text, auto&& act) {
        QAction* action = menu->addAction(text, this, act);
        action->setObjectName(QLatin1String(name));
        return action;
    };
    if (facet) {
        const bool isSet = m_state->filter().has(*facet);
        add("filter", isSet ? tr("Show All Again") : tr("Show Only %1").arg(facet->text),
            [this, facet] { m_state->filter().toggleFacet(*facet); });
        const bool isOpen = m_model->isOpen(line);
        add("largest", isOpen ? tr("Hide the Largest") : tr("Show the %1 Largest").arg(BreakdownModel::kLargest),
            [this, line, isOpen] { setOpen(line, !isOpen); });
    }
    const std::vector<RowId> rows = m_model->rowsOf(line);
    add("select", tr("Select %1").arg(grouped(rows.size())), [this, rows] { m_state->focus().setSelected(rows); });
    menu->addSeparator();
    add("copyRows", tr("Copy the Breakdown"), [this] { copyText(m_table->allRowsAsText()); });
    // The menu refers to the current lines.
    connect(m_model, &QAbstractItemModel::modelReset, menu, &QWidget::close);
    return menu;
}

void BreakdownPanel::popUpMenu(const QPoint& at)
{
    QModelIndex index = m_table->indexAt(at);
    if (!index.isValid())
        index = m_table->currentIndex();
    if (index.isValid())
        popUp(makeMenu(index.row()), m_table->viewport()->mapToGlobal(at));
}

} // namespace tidemark::ui
