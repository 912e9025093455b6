#include "ui/state/filter.h"

#include "core/groups/known_array.h"
#include "ui/state/marked_step.h"
#include "ui/state/row_columns.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QStringList>

namespace tidemark::ui {
namespace {

template <class T>
std::size_t positionOf(const std::vector<T>& all, const std::string& id)
{
    return static_cast<std::size_t>(std::ranges::find(all, id, &T::id) - all.begin());
}

/// The numbers of "64-269". The second number is the highest if there is none: "64".
StepRange rangeOf(const std::string& text)
{
    StepRange range{static_cast<std::uint32_t>(std::stoul(text)), UINT32_MAX};
    if (const std::size_t dash = text.find('-'); dash != std::string::npos)
        range.end = static_cast<std::uint32_t>(std::stoul(text.substr(dash + 1)));
    return range;
}

std::function<bool(RowId)> matcherOf(const Grouping& grouping, const Facet& facet, std::size_t rows)
{
    return [&grouping, wanted = facet.group, isItself = facet.isItself,
            known = std::vector<std::optional<bool>>(rows)](RowId row) mutable {
        std::optional<bool>& matches = known[row.index()];
        if (!matches) {
            const std::string group = grouping.groupOf(row);
            matches = group == wanted || (!isItself && grouping.isIn(group, wanted));
        }
        return *matches;
    };
}

constexpr char kAlike = '{'; // in the names of similar parts: "layer_{0..23}"

/// If `withAlike` is set, includes the names of groups of similar parts. Finding these takes a look at all rows.
std::string searchText(const View& view, const RowMeanings* meanings, const KnownArrays& arrays, bool withAlike,
                       RowId row, Facts& facts)
{
    describeWithMeaning(view.rows, meanings, row, facts);
    std::string text = view.rows.kindOf(row).id + '\n' + facts.name + '\n' + facts.category + '\n' + fullSource(facts);
    for (const ColumnInfo& column : rowColumnInfos())
        if (column.isSearched)
            text += '\n' + column.text(view, row, facts);
    text += '\n'; // an explanation of the peak names these arrays
    text += wordsOf(arrays.of(row, facts, arrays.stackedBy(row, facts)));
    for (const CallFrame& frame : facts.stack)
        text += '\n' + callText(frame);
    for (const Grouping& by : view.rows.groupings) {
        if (by.searched)
            text += '\n' + by.searched(row);
        if (!withAlike || !by.isTree)
            continue;
        if (const std::string group = by.groupOf(row); group.find(kAlike) != std::string::npos)
            text += '\n' + group;
    }
    for (const std::string& name : searchedSharers(view.rows, row))
        text += '\n' + name;
    return text;
}

} // namespace

std::vector<std::string> searchedSharers(const Rows& rows, RowId row)
{
    constexpr std::size_t kMost = 1000;
    return rows.sharers(row, kMost).shown;
}

Facet Facet::of(const RowKind& kind)
{
    return {kByKind, kind.id, ui::text(kind.label)};
}

Facet Facet::of(const RowCategory& category)
{
    return {kByCategory, category.id, ui::text(category.label)};
}

Facet Facet::ofProbable(const RowCategory& category)
{
    Facet facet = of(category);
    facet.isProbable = true;
    facet.text = ui::text(probable(category.label));
    return facet;
}

Facet Facet::of(const Grouping& grouping, const std::string& group)
{
    return {grouping.id, group, ui::text(grouping.label) + u' ' + ui::text(group)};
}

Facet Facet::ofItself(const Grouping& grouping, const std::string& group)
{
    Facet facet = of(grouping, group);
    facet.isItself = true;
    facet.text = UiText::tr("%1 (itself)").arg(facet.text);
    return facet;
}

Facet Facet::ofRole(const std::string& role)
{
    return {kByRole, role, UiText::tr("Role %1").arg(ui::text(role))};
}

Facet Facet::ofIdle(std::uint32_t cells, const Axis& axis, std::uint32_t below)
{
    QString number = grouped(cells);
    if (below > cells + 1)
        number = UiText::tr("%1–%2").arg(number, grouped(below - 1));
    QString label = UiText::tr("Idle for %1 %2").arg(number, cellsText(axis));
    if (cells == 1 && below <= 2)
        label = UiText::tr("Idle for %1").arg(withArticle(ui::text(axis.cell)));
    if (below == 0)
        return {kByIdle, std::to_string(cells), UiText::tr("%1 or more").arg(label)};
    return {kByIdle, std::to_string(cells) + "-" + std::to_string(below), label};
}

Facet Facet::ofMarked(StepId marked, const MarkedParts& parts, const Axis& axis)
{
    const QString there = cellText(axis, marked);
    QStringList all;
    if (parts.marked)
        all << UiText::tr("only at %1").arg(there);
    if (parts.both)
        all << UiText::tr("at the cursor and %1").arg(there);
    if (parts.cursor)
        all << UiText::tr("at the cursor and not at %1").arg(there);
    QString label = UiText::tr("Neither step");
    if (!all.isEmpty())
        label = UiText::tr("Live ") + all.join(UiText::tr(" or "));
    return {kByMarked, parts.text(marked), label};
}

Facet Facet::ofRange(StepRange range, const Axis& axis)
{
    return {kByRange, std::to_string(range.begin) + "-" + std::to_string(range.end),
            UiText::tr("Live in %1").arg(rangeText(axis, range))};
}

bool Facet::isIn(const View& view) const
{
    const Rows& rows = view.rows;
    if (grouping == kByKind)
        return positionOf(rows.kinds, group) < rows.kinds.size();
    if (grouping == kByCategory || grouping == kByRole)
        return view.meanings != nullptr;
    if (grouping == kByIdle)
        return view.uses != nullptr;
    if (grouping == kByRange)
        return rows.count > 0 && rangeOf(group).end <= view.axis.count;
    if (grouping == kByMarked)
        return rows.count > 0 && markedStepOf(*this).value < view.axis.count;
    return positionOf(rows.groupings, grouping) < rows.groupings.size();
}

std::function<bool(RowId)> matcherOf(const Facet& facet, const FacetGround& ground)
{
    const Rows& rows = ground.view->rows;
    const auto& meanings = ground.meanings;
    if (facet.grouping == Facet::kByKind)
        return [&rows, kind = positionOf(rows.kinds, facet.group)](RowId row) { return rows.kind[row] == kind; };
    if (facet.grouping == Facet::kByCategory) {
        if (!meanings)
            return {};
        return [meanings, category = positionOf(meanings->categories, facet.group),
                isProbable = facet.isProbable](RowId row) {
            return meanings->category[row.index()] == category && !(isProbable && meanings->isCertain(row));
        };
    }
    if (facet.grouping == Facet::kByRole) {
        if (!meanings)
            return {};
        return [meanings, role = facet.group](RowId row) { return meanings->roleGroupOf(row) == role; };
    }
    if (facet.grouping == Facet::kByIdle) {
        if (!ground.uses)
            return {};
        return [&rows, uses = ground.uses, at = ground.cursor, cells = rangeOf(facet.group)](RowId row) {
            const std::size_t steps = rows.isLive(row, at) ? uses->idle(rows, row, at).steps : 0;
            return steps >= cells.begin && steps < cells.end;
        };
    }
    if (facet.grouping == Facet::kByRange)
        return [&rows, range = rangeOf(facet.group)](RowId row) { return rows.isLiveIn(row, range); };
    if (facet.grouping == Facet::kByMarked)
        return [&rows, marked = markedStepOf(facet), at = ground.cursor, parts = MarkedParts::of(facet)](RowId row) {
            if (!rows.isLive(row, marked))
                return rows.isLive(row, at) && parts.cursor;
            if (rows.isLive(row, at))
                return parts.both;
            return parts.marked;
        };
    return matcherOf(rows.groupings[positionOf(rows.groupings, facet.grouping)], facet, rows.count);
}

void Filter::reset(std::shared_ptr<const View> view, StepId cursor)
{
    m_ground = {std::move(view), nullptr, nullptr, cursor};
    // Steps of one view mean nothing in another.
    std::erase_if(m_facets, [this](const Facet& facet) {
        return !m_ground.view || facet.grouping == Facet::kByMarked || facet.grouping == Facet::kByRange
            || !facet.isIn(*m_ground.view);
    });
    readAll();
}

void Filter::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    m_ground.meanings = std::move(meanings);
    readAll();
    if (!m_matches.isEmpty() || facetBy(Facet::kByCategory) || facetBy(Facet::kByRole))
        report(Aspect::Filter);
}

void Filter::setUses(std::shared_ptr<const RowUses> uses)
{
    m_ground.uses = std::move(uses);
    readFacetsAtCursor();
    if (facetBy(Facet::kByIdle))
        report(Aspect::Filter);
}

void Filter::setCursor(StepId cursor)
{
    m_ground.cursor = cursor;
    readFacetsAtCursor();
}

void Filter::readAll()
{
    const QString text = m_matches.text();
    m_withAlike = text.contains(QLatin1Char(kAlike));
    m_matches = {};
    if (m_ground.view)
        m_matches = TextMatches(m_ground.view->rows.count,
                                [view = m_ground.view.get(), meanings = m_ground.meanings, withAlike = m_withAlike,
                                 arrays = std::optional<KnownArrays>(), facts = Facts()](std::size_t row) mutable {
                                    if (!arrays) // most views are never searched
                                        arrays.emplace(view->rows, meanings.get());
                                    return searchText(*view, meanings.get(), *arrays, withAlike, RowId::at(row), facts);
                                });
    m_matches.setText(text);
    readFacets();
}

void Filter::readFacets()
{
    m_matchers.clear();
    for (const Facet& facet : m_facets)
        m_matchers.push_back(matcherOf(facet, m_ground));
}

/// Only these depend on the cursor. The matchers of other facets keep what they cached.
void Filter::readFacetsAtCursor()
{
    for (std::size_t i = 0; i < m_facets.size(); ++i)
        if (m_facets[i].isAtCursor())
            m_matchers[i] = matcherOf(m_facets[i], m_ground);
}

void Filter::reportFacets()
{
    readFacets();
    report(Aspect::Filter);
}

void Filter::setText(const QString& text)
{
    if (!m_matches.setText(text))
        return;
    if (text.contains(QLatin1Char(kAlike)) != m_withAlike)
        readAll();
    report(Aspect::Filter);
}

const Facet* Filter::facetBy(const std::string& grouping) const
{
    const auto found = std::ranges::find(m_facets, grouping, &Facet::grouping);
    if (found == m_facets.end())
        return nullptr;
    return &*found;
}

void Filter::setFacet(const Facet& facet)
{
    if (!facet.isIn(*m_ground.view)) {
        dropFacet(facet.grouping);
        return;
    }
    if (has(facet))
        return;
    const auto known = std::ranges::find(m_facets, facet.grouping, &Facet::grouping);
    if (known == m_facets.end())
        m_facets.push_back(facet);
    else
        *known = facet;
    reportFacets();
}

void Filter::dropFacet(const std::string& grouping)
{
    if (std::erase_if(m_facets, [&](const Facet& facet) { return facet.grouping == grouping; }) > 0)
        reportFacets();
}

void Filter::toggleFacet(const Facet& facet)
{
    if (has(facet))
        dropFacet(std::string(facet.grouping));
    else
        setFacet(facet);
}

void Filter::clear()
{
    if (isEmpty())
        return;
    m_matches.setText({});
    m_facets.clear();
    reportFacets();
}

QString Filter::description() const
{
    QStringList parts;
    if (!m_matches.isEmpty())
        parts << tr("“%1”").arg(text().trimmed());
    for (const Facet& facet : m_facets)
        parts << facet.text;
    return parts.join(QStringLiteral(", "));
}

bool Filter::matches(RowId row) const
{
    return std::ranges::all_of(m_matchers, [&](const auto& matches) { return !matches || matches(row); })
        && m_matches.matches(row.index());
}

} // namespace tidemark::ui
