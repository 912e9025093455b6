#include "ui/state/marked_step.h"

#include "core/groups/breakdown.h"
#include "ui/state/row_text.h"
#include "ui/state/view_state.h"
#include "ui/theme/text.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace tidemark::ui {
namespace {

constexpr std::size_t kNamedParts = 3; // categories that are named

QString withSign(const ViewState& state, std::int64_t bytes)
{
    if (bytes == 0)
        return u'±' + state.bytes(bytes);
    return plusOf(bytes) + state.bytes(bytes);
}

} // namespace

std::string MarkedParts::text(StepId at) const
{
    std::string text = std::to_string(at.value) + ':';
    if (marked)
        text += 'm';
    if (both)
        text += 'b';
    if (cursor)
        text += 'c';
    return text;
}

MarkedParts MarkedParts::of(const Facet& facet)
{
    const std::string parts = facet.group.substr(facet.group.find(':') + 1);
    const auto has = [&](char part) { return parts.find(part) != std::string::npos; };
    return {has('m'), has('b'), has('c')};
}

StepId markedStepOf(const Facet& facet)
{
    return StepId(static_cast<std::uint32_t>(std::stoul(facet.group)));
}

MarkedSums markedSums(const ViewState& state)
{
    const View& view = *state.view();
    const StepId marked = *state.marked();
    MarkedSums sums;
    const auto bytes = [&](const LiveRow& live) { return view.rows.size[live.row] - live.overlap; };
    for (const LiveRow& live : state.live()) {
        const bool isThere = view.rows.isLive(live.row, marked);
        MarkedSums::Part& part = isThere ? sums.both : sums.onlyCursor;
        ++part.rows;
        part.cursor += bytes(live);
    }
    for (const LiveRow& live : state.liveAtMarked()) {
        const bool isHere = view.rows.isLive(live.row, state.cursor());
        MarkedSums::Part& part = isHere ? sums.both : sums.onlyMarked;
        part.marked += bytes(live);
        if (!isHere) // rows of both steps are counted above
            ++part.rows;
    }
    if (!state.meanings())
        return sums;
    std::map<std::string, std::int64_t> changes;
    for (const Group& group : breakDown(view, state.live(), *state.meanings()))
        changes[group.name] += group.bytes;
    for (const Group& group : breakDown(view, state.liveAtMarked(), *state.meanings()))
        changes[group.name] -= group.bytes;
    for (const auto& [name, change] : changes)
        if (change != 0)
            sums.categories.emplace_back(text(name), change);
    std::ranges::stable_sort(sums.categories, std::ranges::greater(),
                             [](const auto& each) { return std::abs(each.second); });
    return sums;
}

QString markedSumText(const ViewState& state, const MarkedSums& sums)
{
    return UiText::tr("%1 against %2")
        .arg(withSign(state, sums.change()), cellText(state.view()->axis, *state.marked()));
}

QString markedText(const ViewState& state, const MarkedSums& sums)
{
    QStringList parts;
    for (std::size_t i = 0; i < std::min(kNamedParts, sums.categories.size()); ++i)
        parts << sums.categories[i].first + u' ' + withSign(state, sums.categories[i].second);
    return joined({markedSumText(state, sums), parts.join(QStringLiteral(", "))}, QStringLiteral(": "));
}

} // namespace tidemark::ui
