#include "ui/pages/compare/compare_rows_model.h"

#include "ui/state/grouped.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kLongBytes = 931974349; // "888.8 MiB": the longest text with automatic units

std::size_t lengthOf(const CountedBytes& of)
{
    return groupedNumber(of.count).size() + groupedNumber(of.bytes).size();
}

/// The label of the group's kind.
std::string kindOf(const Comparison& comparison, const ComparedGroup& group)
{
    const bool isInA = !group.a.rows.empty();
    const View& view = *(isInA ? comparison.a : comparison.b).view;
    return view.rows.kindOf((isInA ? group.a : group.b).rows.front()).label;
}

/// "6 buffers"
QString rowsText(const ComparedStep& of, const RowsAtStep& held)
{
    return text(counted(held.rows.size(), of.view->rows.one, of.view->rows.many));
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

void CompareRowsModel::Sum::add(const ComparedGroup& group)
{
    ++groups;
    a += group.a.bytes;
    b += group.b.bytes;
}

CompareRowsModel::CompareRowsModel(const Units* units, QObject* parent)
    : QAbstractTableModel(parent)
    , m_units(units)
{
    connect(units, &Units::changed, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, Count - 1));
    });
}

/// Everything that can fail runs before the reset, so that after an exception the model shows the old data.
void CompareRowsModel::set(Contents next)
{
    choose(next);
    beginResetModel();
    m_now = std::move(next);
    endResetModel();
}

void CompareRowsModel::setComparison(std::shared_ptr<const Comparison> comparison)
{
    Contents next = m_now;
    next.comparison = std::move(comparison);
    next.texts.clear();
    next.allSum = {};
    if (next.comparison)
        for (const ComparedGroup& group : next.comparison->groups)
            next.allSum.add(group);
    set(std::move(next));
}

void CompareRowsModel::setStates(std::array<bool, kStates> shown)
{
    Contents next = m_now;
    next.states = shown;
    set(std::move(next));
}

void CompareRowsModel::setText(const QString& text)
{
    if (text == m_now.text)
        return;
    Contents next = m_now;
    next.text = text;
    set(std::move(next));
}

void CompareRowsModel::setNamesShapes(bool names)
{
    if (names == m_namesShapes)
        return;
    m_namesShapes = names;
    tellNames();
}

void CompareRowsModel::setShapesFirst(bool areFirst)
{
    m_areShapesFirst = areFirst;
    tellNames();
}

void CompareRowsModel::tellNames()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, Path), index(rowCount() - 1, Path));
}

void CompareRowsModel::choose(Contents& contents) const
{
    contents.shown.clear();
    contents.sums = {};
    contents.shownSum = {};
    if (!contents.comparison)
        return;
    const Comparison& comparison = *contents.comparison;
    const QStringList words = contents.text.toLower().split(u' ', Qt::SkipEmptyParts);
    if (!words.isEmpty() && contents.texts.empty())
        for (const ComparedGroup& group : comparison.groups)
            contents.texts.push_back(text(nameOf(group) + '\n' + group.shape + '\n' + kindOf(comparison, group) + '\n'
                                          + group.category.label + '\n' + group.opcode)
                                         .toLower());
    for (std::size_t i = 0; i < comparison.groups.size(); ++i) {
        const ComparedGroup& group = comparison.groups[i];
        if (!std::ranges::all_of(words, [&](const QString& word) { return contents.texts[i].contains(word); }))
            continue;
        const auto state = static_cast<std::size_t>(group.state);
        contents.sums[state].add(group);
        if (!contents.states[state])
            continue;
        contents.shown.push_back(static_cast<std::uint32_t>(i));
        contents.shownSum.add(group);
    }
    order(contents);
}

QString CompareRowsModel::longestNumber(int column) const
{
    if (!m_now.comparison)
        return {};
    const ByteUnit unit = m_units->unit();
    const bool isAuto = unit == ByteUnit::Auto;
    std::int64_t change = 0;
    CountedBytes longest;
    for (const ComparedGroup& group : m_now.comparison->groups) {
        if (column == Change) {
            change = std::max(change, std::abs(group.change()));
            continue;
        }
        CountedBytes of = countedBytes(*m_now.comparison, column == InA ? ComparedSide::A : ComparedSide::B, group);
        if (isAuto)
            of.bytes = kLongBytes;
        if (of.count > 0 && lengthOf(of) >= lengthOf(longest))
            longest = of;
    }
    longest.areAlike = true; // the other sign takes less room
    if (column != Change)
        return countedText(longest, unit);
    return changeText(isAuto ? -kLongBytes : -change, unit);
}

Comparison CompareRowsModel::onlyShown() const
{
    Comparison of{m_now.comparison->a, m_now.comparison->b, m_now.comparison->figures, m_now.comparison->categories, {}};
    of.groups.reserve(m_now.shown.size());
    for (const std::uint32_t place : m_now.shown)
        of.groups.push_back(m_now.comparison->groups[place]);
    return of;
}

void CompareRowsModel::order(Contents& contents) const
{
    std::ranges::sort(contents.shown); // equal rows keep the order of the comparison
    const bool isDescending = contents.sortOrder == Qt::DescendingOrder;
    const auto by = [&](const auto& key) {
        using Key = std::decay_t<decltype(key(std::declval<const ComparedGroup&>()))>;
        std::vector<std::pair<Key, std::uint32_t>> keyed;
        keyed.reserve(contents.shown.size());
        for (const std::uint32_t place : contents.shown)
            keyed.emplace_back(key(contents.comparison->groups[place]), place);
        if (isDescending)
            std::ranges::stable_sort(keyed, std::greater(), &std::pair<Key, std::uint32_t>::first);
        else
            std::ranges::stable_sort(keyed, std::less(), &std::pair<Key, std::uint32_t>::first);
        for (std::size_t i = 0; i < keyed.size(); ++i)
            contents.shown[i] = keyed[i].second;
    };
    switch (contents.sortedBy) {
    case Path:
        return by([](const ComparedGroup& group) { return naturalKey(nameOf(group)); });
    case Shape:
        return by([](const ComparedGroup& group) { return group.shape; });
    case Kind:
        return by([&](const ComparedGroup& group) { return kindOf(*contents.comparison, group); });
    case Category:
        return by([](const ComparedGroup& group) { return group.category.label; });
    case InA:
        return by([](const ComparedGroup& group) { return group.a.bytes; });
    case InB:
        return by([](const ComparedGroup& group) { return group.b.bytes; });
    case State:
        return by([](const ComparedGroup& group) { return group.state; });
    default:
        return by([](const ComparedGroup& group) { return std::abs(group.change()); });
    }
}

void CompareRowsModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0)
        return;
    Contents next = m_now;
    next.sortedBy = column;
    next.sortOrder = order;
    set(std::move(next));
}

int CompareRowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_now.shown.size());
}

int CompareRowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Count;
}

QString CompareRowsModel::shapeText(const ComparedGroup& of) const
{
    const QString shape = text(of.shape);
    if (of.a.rows.empty() || of.b.rows.empty())
        return shape;
    const Rows& rows = m_now.comparison->b.view->rows;
    Facts facts;
    (rows.identify ? rows.identify : rows.describe)(of.b.rows.front(), facts);
    const std::string& inB = matchedShape(facts);
    return shape.isEmpty() || inB.empty() ? shape : text(changedShape(of.shape, inB));
}

QString CompareRowsModel::cellText(const ComparedGroup& of, int column) const
{
    switch (column) {
    case Path: {
        QStringList words{text(nameOf(of))};
        if (m_namesShapes && !of.shape.empty())
            words.insert(m_areShapesFirst ? 0 : 1, shapeText(of));
        return words.join(QStringLiteral(" · "));
    }
    case Shape:
        return shapeText(of);
    case Kind:
        return text(kindOf(*m_now.comparison, of));
    case Category:
        return text(of.category.label);
    case InA:
        return countedText(countedBytes(*m_now.comparison, ComparedSide::A, of), m_units->unit());
    case InB:
        return countedText(countedBytes(*m_now.comparison, ComparedSide::B, of), m_units->unit());
    case Change:
        return changeText(of.change(), m_units->unit());
    default:
        return stateText(of.state);
    }
}

QVariant CompareRowsModel::plain(const ComparedGroup& of, int column) const
{
    switch (column) {
    case Path:
        return text(nameOf(of));
    case InA:
        return static_cast<qlonglong>(of.a.bytes);
    case InB:
        return static_cast<qlonglong>(of.b.bytes);
    case Change:
        return static_cast<qlonglong>(of.change());
    default:
        return {};
    }
}

QVariant CompareRowsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ComparedGroup& of = group(index.row());
    const int column = index.column();
    const bool isNumber = column == InA || column == InB || column == Change;
    switch (role) {
    case Qt::DisplayRole:
        return cellText(of, column);
    case PlainRole:
        return plain(of, column);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return plainToolTip(tr("%1\nA: %2, %3\nB: %4, %5\nB − A: %6")
                                .arg(of.shape.empty() ? text(nameOf(of)) : text(nameOf(of)) + u'\n' + shapeText(of),
                                     rowsText(m_now.comparison->a, of.a), exactBytes(of.a.bytes),
                                     rowsText(m_now.comparison->b, of.b), exactBytes(of.b.bytes), exactBytes(of.change())));
    case MonospaceRole:
        return column == Path || column == Shape;
    case ElideRole:
        return column == Path ? QVariant(Qt::ElideMiddle) : QVariant();
    case ToneRole:
        return column == Change ? (of.change() > 0) - (of.change() < 0) : 0;
    case MutedRole:
        return (column == Path && of.path.empty()) || (column == InA && of.a.rows.empty())
            || (column == InB && of.b.rows.empty()) || (isNumber && of.state == ChangeState::Same);
    case CategoryRole:
        return QByteArray::fromStdString(of.category.id);
    case SwatchRole:
        return column == Category;
    default:
        return {};
    }
}

QVariant CompareRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= Count)
        return {};
    static const std::array kTitles = {tr("Op name, without wrappers"),
                                       tr("Shape"),
                                       tr("Type"),
                                       tr("Category"),
                                       tr("A"),
                                       tr("B"),
                                       tr("B − A"),
                                       tr("State")};
    static const std::array kHelp
        = {tr("Without jit, jvp, transpose, checkpoint, while and the like; an argument by its path"),
           tr("Shape of the array, without layout"),
           tr("Argument, output, temporary …"),
           tr("What the bytes are"),
           tr("Count and bytes at the cursor of A"),
           tr("Count and bytes at the cursor of B"),
           tr("The changes of all rows add up to that of the level"),
           tr("less, more, the same, or only in one of them")};
    const auto at = static_cast<std::size_t>(section);
    switch (role) {
    case Qt::DisplayRole:
        return kTitles[at];
    case Qt::ToolTipRole:
        return section == Change && !addsUp() ? tr("The rest of the level's change is not listed") : kHelp[at];
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter
                        | (section == InA || section == InB || section == Change ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QString stateText(ChangeState state)
{
    return text(labelOf(state));
}

} // namespace tidemark::ui
