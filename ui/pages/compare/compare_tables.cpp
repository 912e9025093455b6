#include "ui/pages/compare/compare_tables.h"

#include "core/base/find.h"
#include "ui/pages/page_parts.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/switch_button.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr int kLongName = 240;
constexpr int kBytesWidth = 80;
constexpr int kChangeWidth = 92;
constexpr int kBarWidth = 48;
constexpr int kShortName = 96;
constexpr std::array kCategoryTexts
    = {CompareCategories::Name, CompareCategories::InA, CompareCategories::InB, CompareCategories::Change};
const auto kIndent = QStringLiteral("         "); // aligns with the text of a category, right of its square

std::vector<Grid::Column> categoryColumns()
{
    const auto tr = [](const char* words) { return CompareCategories::tr(words); };
    const auto column = [](const char* id, const QString& title, int width) {
        return Grid::Column{
            .id = id,
            .title = title,
            .help = {},
            .header = {.width = width, .isShown = true, .isShownNarrow = true, .isFixed = true, .fitsTitle = true}};
    };
    std::vector<Grid::Column> columns{column("category", tr("Category"), kShortName),
                                      column("a_bytes", tr("A"), kBytesWidth), column("b_bytes", tr("B"), kBytesWidth),
                                      column("change_bytes", tr("B − A"), kChangeWidth),
                                      column("change_bytes", tr("− · +"), kBarWidth)};
    columns[CompareCategories::Name].header.givesWay = true;
    columns[CompareCategories::Name].header.most = kLongName;
    columns[CompareCategories::Name].elide = Qt::ElideRight;
    columns[CompareCategories::Change].isChange = columns[CompareCategories::Change].isBadAboveZero = true;
    // The numbers get their full width before the bars.
    columns[CompareCategories::Bar].header = {.width = kBarWidth, .isFixed = true, .ifRoom = 1, .grows = true};
    columns[CompareCategories::Bar].bar = [](std::size_t) { return std::nullopt; };
    return columns;
}

QString nameOfRole(const ComparedCategory::Role& role)
{
    return role.name.empty() ? CompareCategories::tr("others") : text(role.name);
}

constexpr int kTitledList = 900; // minimum width for a title
constexpr int kNarrowList = 580;
constexpr int kLeastRows = 4;
constexpr int kLeastList = 480; // a fixed width, because the switches change with the cursors
constexpr std::array kNumbers = {CompareGroups::InA, CompareGroups::InB, CompareGroups::Change};
constexpr std::array kStateOrder
    = {ChangeState::Less, ChangeState::More, ChangeState::OnlyA, ChangeState::OnlyB, ChangeState::Same};

constexpr std::int64_t kLongBytes = 931974349; // "888.8 MiB": the longest text with automatic units

/// The label of the group's kind.
std::string kindOf(const Comparison& comparison, const ComparedGroup& group)
{
    const ComparedSide side = group.a.rows.empty() ? ComparedSide::B : ComparedSide::A;
    return stepOf(comparison, side).view->rows.kindOf(sideOf(group, side).rows.front()).label;
}

/// The hue of a kind of rows. None if the categories are meanings.
std::optional<Hue> hueOf(const Comparison& comparison, const RowCategory& category)
{
    if (comparison.a.meanings)
        return std::nullopt;
    for (const ComparedSide side : kComparedSides)
        if (const RowKind* kind = findFirst(stepOf(comparison, side).view->rows.kinds, category.id, &RowKind::id))
            return kind->hue;
    return std::nullopt;
}

/// "less", the name of a state in the interface language.
QString stateText(ChangeState state)
{
    return text(labelOf(state));
}

/// "A: 6 buffers, 3,221,225,472 B"
QString sideText(const Comparison& comparison, ComparedSide side, const ComparedGroup& group)
{
    const Rows& rows = stepOf(comparison, side).view->rows;
    const RowsAtStep& held = sideOf(group, side);
    return UiText::tr("%1: %2, %3")
        .arg(letterOf(side), text(counted(held.count, rows.one, rows.many)), exactBytes(held.bytes));
}

QString toolTipOf(const Comparison& comparison, const ComparedGroup& group)
{
    QStringList lines{text(nameOf(group))};
    if (!group.shape.empty())
        lines << text(shapesOf(comparison, group));
    for (const ComparedSide side : kComparedSides)
        lines << sideText(comparison, side, group);
    lines << UiText::tr("B − A: %1").arg(exactBytes(group.change()));
    return lines.join(u'\n');
}

} // namespace

CompareCategories::CompareCategories(const Units* units, QWidget* parent)
    : GridTable(units, categoryColumns(), tr("Difference by category"), parent)
    , m_units(units)
    , m_lines(std::make_shared<const Lines>())
{
    setSelectionMode(SingleSelection);
    setMouseTracking(true);
    setLastRowFrozen(true);
    setCopiedColumns({Name, InA, InB, Change});
    connect(this, &GridTable::lineHovered, this, [this](int line) {
        if (std::exchange(m_hovered, line) != line)
            emit chosenChanged();
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &CompareCategories::chosenChanged);
    connect(units, &Units::changed, this, [this] { fitNumbers(true); });
}

CompareCategories::Lines CompareCategories::linesOf(const Comparison* comparison, bool showsRoles)
{
    Lines lines;
    if (!comparison)
        return lines;
    Line total;
    for (const ComparedCategory& each : comparison->categories) {
        lines.push_back({&each, nullptr, each.a.bytes, each.b.bytes});
        total.a += each.a.bytes;
        total.b += each.b.bytes;
        if (showsRoles)
            for (const ComparedCategory::Role& role : each.roles)
                lines.push_back({&each, &role, role.a.bytes, role.b.bytes});
    }
    lines.push_back(total);
    return lines;
}

QString CompareCategories::nameOf(const Line& line)
{
    if (!line.category)
        return tr("Total");
    return line.role ? nameOfRole(*line.role) : text(line.category->category.label);
}

/// The line of a category also names its roles: "saved: 4.13 GiB → 772.1 MiB, −3.38 GiB".
QString CompareCategories::toolTipOf(const Line& line) const
{
    QString tip = tr("%1\nA: %2\nB: %3\nB − A: %4")
                      .arg(nameOf(line), exactBytes(line.a), exactBytes(line.b), exactBytes(line.change()));
    if (line.category && !line.role && line.category->roles.size() > 1)
        for (const ComparedCategory::Role& role : line.category->roles)
            tip += tr("\n%1: %2 → %3, %4")
                       .arg(nameOfRole(role), m_units->bytes(role.a.bytes), m_units->bytes(role.b.bytes),
                            changeText(role.change(), m_units->unit()));
    return tip;
}

std::vector<Grid::Column> CompareCategories::columnsOf(const std::shared_ptr<const Comparison>& comparison,
                                                       const std::shared_ptr<const Lines>& lines)
{
    std::int64_t largest = 1; // change of a category
    for (const Line& line : *lines)
        if (line.category)
            largest = std::max(largest, std::abs(line.change()));
    std::vector<Grid::Column> columns = categoryColumns();
    for (Grid::Column& column : columns)
        column.isMuted = [lines](std::size_t row) { return (*lines)[row].role != nullptr; };
    columns[Name].cell = [lines](std::size_t row) { return GridCell(nameOf((*lines)[row]).toStdString()); };
    columns[Name].text = [lines](std::size_t row, ByteUnit) {
        const Line& line = (*lines)[row];
        return line.role ? kIndent + nameOf(line) : nameOf(line);
    };
    columns[Name].category = [lines](std::size_t row) { return (*lines)[row].id(); };
    columns[Name].hue = [comparison, lines](std::size_t row) -> std::optional<Hue> {
        const Line& line = (*lines)[row];
        return line.category ? hueOf(*comparison, line.category->category) : std::nullopt;
    };
    columns[InA].cell = [lines](std::size_t row) { return GridCell((*lines)[row].a); };
    columns[InB].cell = [lines](std::size_t row) { return GridCell((*lines)[row].b); };
    columns[Change].cell = columns[Bar].cell = [lines](std::size_t row) { return GridCell((*lines)[row].change()); };
    columns[Change].text = [lines](std::size_t row, ByteUnit unit) { return changeText((*lines)[row].change(), unit); };
    columns[Bar].bar = [lines, largest](std::size_t row) -> std::optional<double> {
        const Line& line = (*lines)[row];
        if (!line.category || line.role)
            return std::nullopt;
        return static_cast<double>(line.change()) / static_cast<double>(largest);
    };
    return columns;
}

/// Everything that may throw comes before the old contents are replaced.
void CompareCategories::take(std::shared_ptr<const Comparison> comparison, bool showsRoles)
{
    const auto lines = std::make_shared<const Lines>(linesOf(comparison.get(), showsRoles));
    Grid grid;
    grid.columns = columnsOf(comparison, lines);
    grid.made = lines->size();
    if (!lines->empty())
        grid.total = lines->size() - 1;
    grid.toolTip = [this, lines](std::size_t row) { return toolTipOf((*lines)[row]); };
    setGrid(std::move(grid));
    m_comparison = std::move(comparison);
    m_lines = lines;
    m_showsRoles = showsRoles;
    fitNumbers(false);
}

int CompareCategories::leastWidth() const
{
    int width = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    for (const Column column : kCategoryTexts)
        width += columns()->widthAtFirst(column);
    return width;
}

void CompareCategories::setComparison(std::shared_ptr<const Comparison> comparison)
{
    const auto markOf = [](const Line& line) {
        std::string category;
        if (line.category)
            category = line.category->category.id;
        return std::pair(category, nameOf(line));
    };
    std::optional<std::pair<std::string, QString>> mark;
    if (const std::vector<int> selected = selectedRows(); !selected.empty())
        mark = markOf((*m_lines)[static_cast<std::size_t>(selected.front())]);
    const QSignalBlocker quiet(this);
    m_hovered = -1;
    take(std::move(comparison), m_showsRoles);
    const auto place = placeIn(*m_lines, mark, markOf);
    if (!place)
        return;
    setAutoScroll(false); // the user may have scrolled elsewhere
    selectionModel()->setCurrentIndex(gridModel()->index(static_cast<int>(*place), 0),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    setAutoScroll(true);
}

void CompareCategories::setShowsRoles(bool shows)
{
    take(m_comparison, shows);
    emit chosenChanged();
}

std::optional<CompareCategories::Chosen> CompareCategories::chosen() const
{
    const std::vector<int> selected = selectedRows();
    int line = m_hovered;
    if (line < 0 && !selected.empty())
        line = selected.front();
    if (line < 0 || !(*m_lines)[static_cast<std::size_t>(line)].category)
        return std::nullopt;
    const auto [category, role, a, b] = (*m_lines)[static_cast<std::size_t>(line)];
    const QString name = text(category->category.label);
    if (!role)
        return Chosen{name, {category->a.rows, category->b.rows}};
    return Chosen{joined({name, text(role->name)}, QStringLiteral(", ")), {role->a.rows, role->b.rows}};
}

void CompareGroups::Sum::add(const ComparedGroup& group)
{
    ++groups;
    a += group.a.bytes;
    b += group.b.bytes;
}

void CompareGroups::setComparison(std::shared_ptr<const Comparison> comparison)
{
    m_comparison = std::move(comparison);
    m_texts.clear();
    m_allSum = {};
    if (m_comparison)
        for (const ComparedGroup& group : m_comparison->groups)
            m_allSum.add(group);
    choose();
}

void CompareGroups::setStates(std::array<bool, kStates> shown)
{
    m_states = shown;
    choose();
}

void CompareGroups::setText(const QString& text)
{
    m_text = text;
    choose();
}

void CompareGroups::choose()
{
    m_shown.clear();
    m_sums = {};
    m_shownSum = {};
    if (!m_comparison)
        return;
    const std::vector<ComparedGroup>& groups = m_comparison->groups;
    const QStringList words = m_text.toLower().split(u' ', Qt::SkipEmptyParts);
    if (!words.isEmpty() && m_texts.empty())
        for (const ComparedGroup& group : groups)
            m_texts.push_back(text(nameOf(group) + '\n' + group.shape + '\n' + kindOf(*m_comparison, group) + '\n'
                                   + group.category.label + '\n' + group.opcode)
                                  .toLower());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!std::ranges::all_of(words, [&](const QString& word) { return m_texts[i].contains(word); }))
            continue;
        const auto state = static_cast<std::size_t>(groups[i].state);
        m_sums[state].add(groups[i]);
        if (!m_states[state])
            continue;
        m_shown.push_back(static_cast<std::uint32_t>(i));
        m_shownSum.add(groups[i]);
    }
}

QString CompareGroups::longestNumber(Column column, ByteUnit unit) const
{
    if (!m_comparison)
        return {};
    std::int64_t change = 0;
    RowsAtStep longest;
    const ComparedSide side = column == InB ? ComparedSide::B : ComparedSide::A;
    for (const ComparedGroup& group : m_comparison->groups) {
        change = std::max(change, std::abs(group.change()));
        longest.count = std::max(longest.count, sideOf(group, side).count);
        longest.bytes = std::max(longest.bytes, sideOf(group, side).bytes);
    }
    if (unit == ByteUnit::Auto)
        change = longest.bytes = kLongBytes;
    return column == Change ? changeText(-change, unit) : countedText(longest.count, longest.bytes, unit);
}

std::vector<Grid::Column> CompareGroups::columns() const
{
    const auto tr = [](const char* words) { return UiText::tr(words); };
    std::vector<Grid::Column> all(ColumnCount);
    const auto add = [&](Column column, const QString& title, const QString& help, int width, bool isShown,
                         bool isShownNarrow) {
        all[column].title = title;
        all[column].help = help;
        all[column].header = {.width = width, .isShown = isShown, .isShownNarrow = isShownNarrow, .fitsTitle = isShown};
    };
    add(Path, tr("Op name"), tr("Without jit, jvp, transpose, checkpoint, while and the like; an argument by its path"),
        400, true, true);
    add(Shape, tr("Shape"), tr("Shape of the array, without layout"), 150, true, false);
    add(Kind, tr("Type"), tr("Argument, output, temporary …"), 90, false, false);
    add(Category, tr("Category"), tr("What the bytes are used for"), 150, false, false);
    add(InA, tr("A"), tr("Bytes at the cursor of A, and in how many"), 80, true, true);
    add(InB, tr("B"), tr("Bytes at the cursor of B, and in how many"), 80, true, true);
    QString changeHelp = tr("The changes of all rows add up to that of the level");
    if (!addsUp())
        changeHelp = tr("The rest of the level's change is not listed");
    add(Change, tr("B − A"), changeHelp, 90, true, true);
    add(State, tr("State"), tr("less, more, the same, or only in one of them"), 60, true, false);
    all[Path].header.isFixed = all[Path].header.givesWay = true;
    all[Shape].header.grows = true;
    all[Path].isCode = all[Shape].isCode = true;
    all[Shape].elide = Qt::ElideRight; // the types are at the beginning
    all[InA].id = "a_bytes";
    all[InB].id = "b_bytes";
    all[Change].id = "change_bytes";
    all[Change].isChange = all[Change].isBadAboveZero = true;
    if (!m_comparison)
        return all;
    const auto of
        = [comparison = m_comparison](std::size_t row) -> const ComparedGroup& { return comparison->groups[row]; };
    all[Path].cell = [of](std::size_t row) { return GridCell(nameOf(of(row))); };
    all[Path].isMuted = [of](std::size_t row) { return of(row).path.empty(); };
    all[Shape].cell
        = [of, comparison = m_comparison](std::size_t row) { return GridCell(shapesOf(*comparison, of(row))); };
    all[Kind].cell
        = [of, comparison = m_comparison](std::size_t row) { return GridCell(kindOf(*comparison, of(row))); };
    all[Category].cell = [of](std::size_t row) { return GridCell(of(row).category.label); };
    all[Category].category = [of](std::size_t row) { return of(row).category.id; };
    all[Category].hue
        = [of, comparison = m_comparison](std::size_t row) { return hueOf(*comparison, of(row).category); };
    for (const ComparedSide side : kComparedSides) {
        Grid::Column& column = all[side == ComparedSide::A ? InA : InB];
        column.cell = [of, side](std::size_t row) { return GridCell(sideOf(of(row), side).bytes); };
        column.text = [of, side](std::size_t row, ByteUnit unit) {
            const RowsAtStep& held = sideOf(of(row), side);
            return countedText(held.count, held.bytes, unit);
        };
        column.isMuted = [of, side](std::size_t row) {
            return sideOf(of(row), side).rows.empty() || of(row).state == ChangeState::Same;
        };
    }
    all[Change].cell = [of](std::size_t row) { return GridCell(of(row).change()); };
    all[Change].text = [of](std::size_t row, ByteUnit unit) { return changeText(of(row).change(), unit); };
    all[State].cell = [of](std::size_t row) { return GridCell(std::string(labelOf(of(row).state))); };
    return all;
}

Grid CompareGroups::grid() const
{
    Grid grid;
    grid.columns = columns();
    if (!m_comparison)
        return grid;
    grid.made = m_comparison->groups.size();
    grid.toolTip
        = [comparison = m_comparison](std::size_t row) { return toolTipOf(*comparison, comparison->groups[row]); };
    return grid;
}

CompareList::GroupMark CompareList::markOf(const ComparedGroup& of)
{
    // With op names, the opcode is only that of the largest row, so it does not identify the group.
    const bool hasPaths = !of.path.empty() || of.isOfSeveralPaths;
    return {of.path, of.isOfSeveralPaths, of.shape, of.kind, hasPaths ? std::string_view() : of.opcode, of.name};
}

CompareList::CompareList(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_table(new GridTable(units, m_groups.columns(), tr("What differs, by op name"), CompareGroups::Change,
                            Qt::DescendingOrder, this))
    , m_nothing(makeNothingLabel(m_table->viewport()))
{
    m_table->setMouseTracking(true);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // fewer rows make no room for wider columns
    inColumn(m_table->viewport(), {m_nothing});
    connect(m_nothing, &QLabel::linkActivated, this, &CompareList::showAll);
    m_footer = new ElidedLabel(this);
    m_footer->setObjectName(QStringLiteral("compareFooter"));
    m_bar = makeBar();
    inColumn(this, {m_bar, {m_table, 1}, inLine(nullptr, {m_footer}, {9, 3, 8, 4})});
    setFocusProxy(m_table);
    setMinimumWidth(grown(kLeastList, font()));
    m_table->setMinimumHeight(m_table->columns()->sizeHint().height()
                              + kLeastRows * m_table->verticalHeader()->defaultSectionSize()
                              + 2 * m_table->frameWidth());
    refreshNames();
    connect(m_table, &GridTable::lineHovered, this,
            [this](int line) { emit hovered(line < 0 ? nullptr : &groupAt(line)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CompareList::selectionChanged);
    connect(m_table->gridModel(), &QAbstractItemModel::modelReset, this, &CompareList::selectionChanged);
    // The path column changes its width when a column is shown or hidden.
    connect(m_table->columns(), &QHeaderView::sectionResized, this, &CompareList::refreshNames);
    connect(units, &Units::changed, this, [this] {
        fitNumbers(true);
        refresh();
    });
    onResize(this, [this] {
        fitColumns();
        m_title->setVisible(width() >= grown(kTitledList, font())); // the line below the table says the same
        refreshButtons();
    });
}

const ComparedGroup& CompareList::groupAt(int line) const
{
    return m_groups.comparison()->groups[m_table->gridModel()->rowAt(line)];
}

void CompareList::fitNumbers(bool mayShrink)
{
    const int margins = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1) + 1;
    std::map<int, int> needed;
    for (const CompareGroups::Column column : kNumbers)
        needed[column]
            = m_table->fontMetrics().horizontalAdvance(m_groups.longestNumber(column, m_units->unit())) + margins;
    m_table->columns()->setNeeded(std::move(needed), mayShrink);
    fitColumns();
}

void CompareList::fitColumns()
{
    m_table->columns()->setNarrow(width() < grown(kNarrowList, font()) + m_table->columns()->growth());
    refreshNames();
}

QWidget* CompareList::makeBar()
{
    auto* bar = new QWidget(this);
    m_title = new ElidedLabel(bar);
    // The room is used if there is no title.
    QHBoxLayout* const line = inLine(bar, {{m_title, 1000}, roomBetween()}, {9, 4, 8, 4}, 4);
    for (const ChangeState state : kStateOrder) {
        auto* button = new SwitchButton(bar);
        button->setChecked(CompareGroups::kDiffering[static_cast<std::size_t>(state)]);
        connect(button, &QToolButton::toggled, this, &CompareList::takeStates);
        m_buttons[static_cast<std::size_t>(state)] = button;
        line->addWidget(button);
    }
    line->addWidget(makeColumnsButton(bar, [this](QMenu* menu) { m_table->columns()->addColumnActions(menu); }));
    return bar;
}

/// The table is replaced first, because that may throw.
void CompareList::take(CompareGroups groups)
{
    Grid grid = groups.grid();
    if (const auto& comparison = groups.comparison())
        grid.columns[CompareGroups::Path].text
            = [this, comparison](std::size_t row, ByteUnit) { return nameText(*comparison, comparison->groups[row]); };
    m_table->setGrid(std::move(grid), groups.shown());
    m_groups = std::move(groups);
}

QString CompareList::nameText(const Comparison& comparison, const ComparedGroup& of) const
{
    const QString name = text(nameOf(of));
    if (of.shape.empty() || !m_table->isColumnHidden(CompareGroups::Shape))
        return name;
    const QString shape = text(shapesOf(comparison, of));
    return (m_areShapesFirst ? QStringLiteral("%2 · %1") : QStringLiteral("%1 · %2")).arg(name, shape);
}

QItemSelection CompareList::linesOf(const std::set<GroupMark>& marks) const
{
    if (marks.empty())
        return {};
    return linesWhere(*m_table->gridModel(), [&](int line) { return marks.contains(markOf(groupAt(line))); });
}

void CompareList::setComparison(std::shared_ptr<const Comparison> comparison)
{
    std::set<GroupMark> selectedMarks;
    for (const ComparedGroup* each : selected())
        selectedMarks.insert(markOf(*each));
    std::set<GroupMark> currentMark;
    const QModelIndex current = m_table->currentIndex();
    const int column = current.column();
    const bool isSeen = m_table->viewport()->rect().intersects(m_table->visualRect(current));
    if (current.isValid())
        currentMark.insert(markOf(groupAt(current.row())));
    const auto before = m_groups.comparison(); // the marks point into it
    {
        const QSignalBlocker quiet(this);
        CompareGroups next = m_groups;
        next.setComparison(std::move(comparison));
        take(std::move(next));
        m_table->setAutoScroll(false);
        if (const QItemSelection line = linesOf(currentMark); !line.isEmpty())
            m_table->selectionModel()->setCurrentIndex(m_table->gridModel()->index(line.front().top(), column),
                                                       QItemSelectionModel::NoUpdate);
        m_table->setAutoScroll(true);
        m_table->selectionModel()->select(linesOf(selectedMarks), QItemSelectionModel::ClearAndSelect);
    }
    if (const auto& now = m_groups.comparison()) {
        std::vector<bool> offered(CompareGroups::ColumnCount, true);
        offered[CompareGroups::Shape]
            = std::ranges::any_of(now->groups, [](const ComparedGroup& group) { return !group.shape.empty(); });
        m_table->columns()->setOffered(std::move(offered));
    }
    fitNumbers(false);
    if (isSeen && m_table->currentIndex().isValid())
        m_table->scrollTo(m_table->currentIndex());
    refresh();
}

void CompareList::setText(const QString& text)
{
    CompareGroups next = m_groups;
    next.setText(text);
    take(std::move(next));
    refresh();
}

void CompareList::setCompact(bool isCompact)
{
    if (isCompact == m_isCompact)
        return;
    m_isCompact = isCompact;
    refreshButtons();
}

void CompareList::setShapesFirst(bool areFirst)
{
    if (areFirst == m_areShapesFirst)
        return;
    m_areShapesFirst = areFirst;
    ColumnHeader* header = m_table->columns();
    header->moveSection(header->visualIndex(CompareGroups::Shape), areFirst ? 0 : 1);
    refreshNames();
}

void CompareList::takeStates()
{
    std::array<bool, CompareGroups::kStates> shown{};
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i] = m_buttons[i]->isChecked();
    if (shown == m_groups.states())
        return;
    CompareGroups next = m_groups;
    next.setStates(shown);
    take(std::move(next));
    refresh();
}

void CompareList::showUsualStates()
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setChecked(CompareGroups::kDiffering[i]);
}

void CompareList::showAll()
{
    for (QToolButton* each : m_buttons)
        each->setChecked(true);
    emit allRequested();
}

void CompareList::goBy(int by)
{
    const bool hasSelection = m_table->selectionModel()->hasSelection();
    m_table->goBy(by, hasSelection ? m_table->currentIndex().row() : -1);
}

std::vector<const ComparedGroup*> CompareList::selected() const
{
    std::vector<const ComparedGroup*> groups;
    for (const int line : m_table->selectedRows())
        groups.push_back(&groupAt(line));
    return groups;
}

Comparison CompareList::shown() const
{
    const Comparison& all = *m_groups.comparison();
    Comparison of{all.a, all.b, all.figures, all.categories, {}};
    const GridModel& model = *m_table->gridModel();
    for (int line = 0; line < model.rowCount(); ++line)
        of.groups.push_back(groupAt(line));
    return of;
}

void CompareList::refresh()
{
    const View* view = nullptr;
    if (m_groups.comparison())
        view = m_groups.comparison()->a.view.get();
    const QString rows = rowsWord(view);
    std::size_t differing = 0;
    for (const ChangeState state : kStateOrder) {
        const CompareGroups::Sum& sum = m_groups.sums()[static_cast<std::size_t>(state)];
        if (state != ChangeState::Same)
            differing += sum.groups;
        QToolButton* of = button(state);
        of->setToolTip(plainToolTip(
            tr("%1: %2 of %3, %4").arg(capitalised(stateText(state)), groupsText(sum.groups), rows, bytesOf(state))));
        of->setAccessibleName(of->toolTip());
    }
    m_title->setFullText(
        (differing == 1 ? tr("%1 of %2 differs") : tr("%1 of %2 differ")).arg(groupsText(differing), rows));
    refreshButtons();
    refreshNothing();
    refreshFooter();
    if (m_groups.comparison())
        emit shownChanged();
}

QString CompareList::bytesOf(ChangeState state) const
{
    const CompareGroups::Sum& sum = m_groups.sums()[static_cast<std::size_t>(state)];
    return state == ChangeState::Same ? m_units->bytes(sum.a) : changeText(sum.change(), m_units->unit());
}

void CompareList::refreshButtons()
{
    const auto setTexts = [this](bool withBytes) {
        for (const ChangeState state : kStateOrder) {
            const std::size_t groups = m_groups.sums()[static_cast<std::size_t>(state)].groups;
            QString words = QStringLiteral("%1 %2").arg(stateText(state), grouped(groups));
            if (withBytes && groups > 0)
                words += QStringLiteral(" · ") + bytesOf(state);
            button(state)->setText(words);
        }
    };
    const bool mayHaveBytes = m_groups.comparison() && !m_isCompact;
    setTexts(mayHaveBytes);
    if (mayHaveBytes && m_bar->layout()->minimumSize().width() > width())
        setTexts(false);
}

void CompareList::refreshFooter()
{
    if (!m_groups.comparison()) {
        m_footer->setFullText({});
        return;
    }
    const ByteUnit unit = m_units->unit();
    const CompareGroups::Sum& shown = m_groups.shownSum();
    const CompareGroups::Sum& all = m_groups.allSum();
    const QString groups = tr("%1 of %2").arg(grouped(shown.groups), groupsText(all.groups));
    const QString sides = tr(" · A %1 · B %2").arg(m_units->bytes(shown.a), m_units->bytes(shown.b));
    QString change = tr(" · B − A %1").arg(changeText(shown.change(), unit));
    if (all.change() != shown.change())
        change += tr(" · not shown %1 · total %2")
                      .arg(changeText(all.change() - shown.change(), unit), changeText(all.change(), unit));
    if (m_groups.addsUp())
        change += tr(", the change of the level");
    else
        change += tr("; the rest of the level's change, %1, is not listed")
                      .arg(changeText(m_groups.comparison()->change() - all.change(), unit));
    m_footer->setFullText(groups + sides + change);
    m_footer->setShorterText(groups + change); // the table shows both sides
}

void CompareList::refreshNothing()
{
    const std::size_t all = m_groups.allSum().groups;
    m_nothing->setVisible(m_groups.shownSum().groups == 0 && all > 0);
    if (m_nothing->isHidden())
        return;
    const auto same = m_groups.sums()[static_cast<std::size_t>(ChangeState::Same)].groups;
    const QString words = same == all ? tr("Nothing differs. <a href=\"all\">Show %1 without changes</a>")
                                      : tr("None of %1 is shown. <a href=\"all\">Show all</a>");
    m_nothing->setText(words.arg(groupsText(all)));
}

} // namespace tidemark::ui
