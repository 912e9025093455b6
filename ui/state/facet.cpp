#include "ui/state/facet.h"

#include "ui/state/marked_step.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace tidemark::ui {
namespace {

struct FacetText {
    Q_DECLARE_TR_FUNCTIONS(Facet)
};

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

} // namespace

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
    facet.text = FacetText::tr("%1 (itself)").arg(facet.text);
    return facet;
}

Facet Facet::ofRole(const std::string& role)
{
    return {kByRole, role, FacetText::tr("Role %1").arg(ui::text(role))};
}

Facet Facet::ofIdle(std::uint32_t cells, const Axis& axis, std::uint32_t below)
{
    QString number = grouped(cells);
    if (below > cells + 1)
        number = FacetText::tr("%1–%2").arg(number, grouped(below - 1));
    QString label = FacetText::tr("Idle for %1 %2").arg(number, cellsText(axis));
    if (cells == 1 && below <= 2)
        label = FacetText::tr("Idle for %1").arg(withArticle(ui::text(axis.cell)));
    if (below == 0)
        return {kByIdle, std::to_string(cells), FacetText::tr("%1 or more").arg(label)};
    return {kByIdle, std::to_string(cells) + "-" + std::to_string(below), label};
}

Facet Facet::ofMarked(StepId marked, const MarkedParts& parts, const Axis& axis)
{
    const QString there = cellText(axis, marked);
    QStringList all;
    if (parts.marked)
        all << FacetText::tr("only at %1").arg(there);
    if (parts.both)
        all << FacetText::tr("at the cursor and %1").arg(there);
    if (parts.cursor)
        all << FacetText::tr("at the cursor and not at %1").arg(there);
    QString label = FacetText::tr("Neither step");
    if (!all.isEmpty())
        label = FacetText::tr("Live ") + all.join(FacetText::tr(" or "));
    return {kByMarked, parts.text(marked), label};
}

Facet Facet::ofRange(StepRange range, const Axis& axis)
{
    return {kByRange, std::to_string(range.begin) + "-" + std::to_string(range.end),
            FacetText::tr("Live in %1").arg(rangeText(axis, range))};
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

} // namespace tidemark::ui
