#include "ui/pages/compare/compare_categories.h"

#include "ui/state/grouped.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"

#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

namespace tidemark::ui {
namespace {

constexpr int kNameWidth = 150;
constexpr int kBytesWidth = 80;
constexpr int kChangeWidth = 92;
constexpr int kBarWidth = 48;
constexpr int kShortName = 96; // pixels; no header makes the column narrower
constexpr std::array kCategoryNumbers = {CompareCategories::InA, CompareCategories::InB, CompareCategories::Change};
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
    std::vector<Grid::Column> columns{column("category", tr("Category"), kNameWidth),
                                      column("a_bytes", tr("A"), kBytesWidth), column("b_bytes", tr("B"), kBytesWidth),
                                      column("change_bytes", tr("B − A"), kChangeWidth),
                                      column("change_bytes", tr("− · +"), kBarWidth)};
    columns[CompareCategories::Name].header.givesWay = true;
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

std::vector<Grid::Column> CompareCategories::columnsOf(const std::shared_ptr<const Lines>& lines) const
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
    grid.columns = columnsOf(lines);
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

void CompareCategories::fitNumbers(bool mayShrink)
{
    std::map<int, int> needed;
    for (const Column column : kCategoryNumbers)
        needed[column] = sizeHintForColumn(column);
    columns()->setNeeded(std::move(needed), mayShrink);
}

int CompareCategories::leastWidth() const
{
    int width = kShortName + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    for (const Column column : kCategoryNumbers)
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

} // namespace tidemark::ui
