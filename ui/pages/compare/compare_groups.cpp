#include "ui/pages/compare/compare_groups.h"

#include "ui/state/grouped.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdlib>

namespace tidemark::ui {
namespace {

struct GroupText {
    Q_DECLARE_TR_FUNCTIONS(CompareGroups)
};

constexpr std::int64_t kLongBytes = 931974349; // "888.8 MiB": the longest text with automatic units

/// The label of the group's kind.
std::string kindOf(const Comparison& comparison, const ComparedGroup& group)
{
    const ComparedSide side = group.a.rows.empty() ? ComparedSide::B : ComparedSide::A;
    return stepOf(comparison, side).view->rows.kindOf(sideOf(group, side).rows.front()).label;
}

/// "A: 6 buffers, 3,221,225,472 B"
QString sideText(const Comparison& comparison, ComparedSide side, const ComparedGroup& group)
{
    const Rows& rows = stepOf(comparison, side).view->rows;
    const RowsAtStep& held = sideOf(group, side);
    return GroupText::tr("%1: %2, %3")
        .arg(letterOf(side), text(counted(held.rows.size(), rows.one, rows.many)), exactBytes(held.bytes));
}

QString toolTipOf(const Comparison& comparison, const ComparedGroup& group)
{
    QStringList lines{text(nameOf(group))};
    if (!group.shape.empty())
        lines << shapeText(comparison, group);
    for (const ComparedSide side : kComparedSides)
        lines << sideText(comparison, side, group);
    lines << GroupText::tr("B − A: %1").arg(exactBytes(group.change()));
    return lines.join(u'\n');
}

/// "f32[256] → f32[512]", or "f32 → bf16[256]" if only the types differ.
std::string changedShape(const std::string& a, const std::string& b)
{
    if (a == b)
        return a;
    const std::size_t dimensions = std::min(a.find('['), a.size());
    const bool areAlike = a.substr(dimensions) == b.substr(std::min(b.find('['), b.size()));
    return a.substr(0, areAlike ? dimensions : a.size()) + " \u2192 " + b;
}

} // namespace

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
    CountedBytes longest{0, 0, true};
    for (const ComparedGroup& group : m_comparison->groups) {
        change = std::max(change, std::abs(group.change()));
        if (column == Change)
            continue;
        const CountedBytes of = countedBytes(*m_comparison, column == InA ? ComparedSide::A : ComparedSide::B, group);
        longest.count = std::max(longest.count, of.count);
        longest.bytes = std::max(longest.bytes, of.bytes);
    }
    if (unit == ByteUnit::Auto)
        change = longest.bytes = kLongBytes;
    return column == Change ? changeText(-change, unit) : countedText(longest, unit);
}

std::vector<Grid::Column> CompareGroups::columns() const
{
    const auto tr = [](const char* words) { return GroupText::tr(words); };
    std::vector<Grid::Column> all(ColumnCount);
    const auto add = [&](Column column, const QString& title, const QString& help, int width, bool isShown,
                         bool isShownNarrow) {
        all[column].title = title;
        all[column].help = help;
        all[column].header = {.width = width, .isShown = isShown, .isShownNarrow = isShownNarrow, .fitsTitle = isShown};
    };
    add(Path, tr("Op name, without wrappers"),
        tr("Without jit, jvp, transpose, checkpoint, while and the like; an argument by its path"), 400, true, true);
    add(Shape, tr("Shape"), tr("Shape of the array, without layout"), 150, true, false);
    add(Kind, tr("Type"), tr("Argument, output, temporary …"), 90, false, false);
    add(Category, tr("Category"), tr("What the bytes are"), 150, false, false);
    add(InA, tr("A"), tr("Count and bytes at the cursor of A"), 110, true, true);
    add(InB, tr("B"), tr("Count and bytes at the cursor of B"), 110, true, true);
    add(Change, tr("B − A"),
        addsUp() ? tr("The changes of all rows add up to that of the level")
                 : tr("The rest of the level's change is not listed"),
        90, true, true);
    add(State, tr("State"), tr("less, more, the same, or only in one of them"), 60, true, true);
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
    all[Shape].cell = [of, comparison = m_comparison](std::size_t row) {
        return GridCell(shapeText(*comparison, of(row)).toStdString());
    };
    all[Kind].cell
        = [of, comparison = m_comparison](std::size_t row) { return GridCell(kindOf(*comparison, of(row))); };
    all[Category].cell = [of](std::size_t row) { return GridCell(of(row).category.label); };
    all[Category].category = [of](std::size_t row) { return of(row).category.id; };
    for (const ComparedSide side : kComparedSides) {
        Grid::Column& column = all[side == ComparedSide::A ? InA : InB];
        column.cell = [of, side](std::size_t row) { return GridCell(sideOf(of(row), side).bytes); };
        column.text = [of, side, comparison = m_comparison](std::size_t row, ByteUnit unit) {
            return countedText(countedBytes(*comparison, side, of(row)), unit);
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

QString shapeText(const Comparison& comparison, const ComparedGroup& group)
{
    const QString shape = text(group.shape);
    if (group.a.rows.empty() || group.b.rows.empty())
        return shape;
    const Rows& rows = comparison.b.view->rows;
    Facts facts;
    (rows.identify ? rows.identify : rows.describe)(group.b.rows.front(), facts);
    const std::string& inB = matchedShape(facts);
    return shape.isEmpty() || inB.empty() ? shape : text(changedShape(group.shape, inB));
}

QString stateText(ChangeState state)
{
    return text(labelOf(state));
}

} // namespace tidemark::ui
