#include "ui/state/facet.h"

#include "ui/theme/text.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

template <class T>
std::size_t positionOf(const std::vector<T>& all, const std::string& id)
{
    return static_cast<std::size_t>(std::ranges::find(all, id, &T::id) - all.begin());
}

} // namespace

Facet Facet::of(const RowKind& kind)
{
    return {kByKind, kind.id, ui::text(kind.label)};
}

Facet Facet::of(const RowCategory& category)
{
    return {kByCategory, category.id, ui::text(category.label)};
}

Facet Facet::of(const Grouping& grouping, const std::string& group)
{
    return {grouping.id, group, ui::text(grouping.label) + u' ' + ui::text(group)};
}

bool FacetMatches::canMatch(const Facet& facet, const View& view)
{
    const Rows& rows = view.rows;
    if (facet.grouping == Facet::kByKind)
        return positionOf(rows.kinds, facet.group) < rows.kinds.size();
    if (facet.grouping == Facet::kByCategory)
        return view.meanings != nullptr;
    return positionOf(rows.groupings, facet.grouping) < rows.groupings.size();
}

FacetMatches::FacetMatches(const Facet& facet, const View& view, const RowMeanings* meanings)
{
    if (facet.grouping == Facet::kByCategory) {
        if (!meanings)
            return;
        m_meanings = meanings;
        m_position = positionOf(meanings->categories, facet.group);
    } else if (facet.grouping == Facet::kByKind) {
        m_position = positionOf(view.rows.kinds, facet.group);
    } else {
        m_grouping = &view.rows.groupings[positionOf(view.rows.groupings, facet.grouping)];
        m_group = facet.group;
        m_known.assign(view.rows.count, Match::Unknown);
    }
    m_view = &view;
}

bool FacetMatches::matches(RowId row)
{
    if (!m_view)
        return true;
    if (m_meanings)
        return m_meanings->category[row.index()] == m_position;
    if (!m_grouping)
        return m_view->rows.kind[row] == m_position;
    Match& known = m_known[row.index()];
    if (known == Match::Unknown)
        known = m_grouping->isIn(m_grouping->groupOf(row), m_group) ? Match::Yes : Match::No;
    return known == Match::Yes;
}

} // namespace tidemark::ui
