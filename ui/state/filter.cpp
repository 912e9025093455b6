#include "ui/state/filter.h"

#include "core/view/known_array.h"
#include "ui/state/row_columns.h"
#include "ui/state/row_text.h"

#include <QStringList>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::size_t kSharersSearched = 1000;
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
    for (const std::string& name : view.rows.sharers(row, kSharersSearched).shown)
        text += '\n' + name;
    return text;
}

} // namespace

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

bool Filter::isAtCursor() const
{
    return std::ranges::any_of(m_facets, &Facet::isAtCursor);
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

bool Filter::has(const Facet& facet) const
{
    return std::ranges::find(m_facets, facet) != m_facets.end();
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
