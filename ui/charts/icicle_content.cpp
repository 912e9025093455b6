#include "ui/charts/icicle_content.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace tidemark::ui {
namespace {

/// True if the rows are only those that a message lists, which may be a part of the memory that it reports.
bool isListed(const View& view)
{
    return view.axis.kind == AxisKind::None;
}

struct IcicleContentText {
    Q_DECLARE_TR_FUNCTIONS(Icicle)
};

} // namespace

void IcicleZoom::set(const GroupTree& tree, IciclePlace place)
{
    Steps steps;
    if (place.from > 0)
        steps.push_back({0, {}, place.from});
    for (std::uint32_t node = place.node; node != 0; node = tree[node].parent)
        steps.push_back({tree[node].level, tree[node].group, 0});
    std::ranges::reverse(steps);
    if (steps == m_steps)
        return;
    m_history.record(m_steps, steps);
    m_steps = std::move(steps);
}

IciclePlace IcicleZoom::find(const GroupTree& tree)
{
    IciclePlace place;
    std::size_t found = 0;
    for (; found < m_steps.size(); ++found) {
        const GroupNode& node = tree[place.node];
        const Step& step = m_steps[found];
        if (step.from > 0) {
            if (step.from >= node.children)
                break;
            place.from = step.from;
            continue;
        }
        const auto isSame = [&](const GroupNode& at) { return at.level == step.level && at.group == step.group; };
        // Parts of a path that have only one child are one node. Which parts these are differs from step to step.
        const auto isAlong = [&](const GroupNode& at) {
            return at.level == step.level && (isInPart(at.group, step.group) || isInPart(step.group, at.group));
        };
        // The rows directly in a group have a node of the same name among the group's parts.
        const bool isItself = found > 0 && m_steps[found - 1] == step;
        if (!isItself && place.node != 0 && node.level == step.level && isInPart(node.group, step.group))
            continue;
        const auto children = std::span(tree.nodes()).subspan(node.firstChild, node.children);
        auto child = std::ranges::find_if(children, isSame);
        if (child == children.end() && !isItself)
            child = std::ranges::find_if(children, isAlong);
        if (child == children.end())
            break;
        place = {node.firstChild + static_cast<std::uint32_t>(child - children.begin()), 0};
    }
    m_steps.resize(found);
    return place;
}

QString IcicleContent::nameOf(IciclePlace at) const
{
    if (at.from > 0)
        return IcicleContentText::tr("Small (%1)").arg(grouped((*tree)[at.node].children - at.from));
    return at.node == 0 ? rootName : text((*tree)[at.node].name);
}

IcicleContent icicleOf(const ViewState& state, std::span<const Grouping* const> levels)
{
    IcicleContent content;
    content.view = state.view();
    content.tree = std::make_shared<GroupTree>(*state.view(), state.live(), levels);
    for (const Grouping* level : levels) {
        content.levels.push_back(level->id);
        content.isCode.push_back(level->id != Facet::kByKind && level->id != Facet::kByCategory
                                 && level->id != Facet::kByRole);
    }
    const RowGroups& groups = *state.groups();
    const bool isFiltered = !state.filter().isEmpty();
    for (const LiveRow& live : content.tree->rowsOf(content.tree->root())) {
        content.paintOf.push_back(static_cast<std::uint16_t>(&state.lookOf(live.row) - groups.looks.data()));
        if (isFiltered)
            content.matches.push_back(state.filter().matches(live.row));
    }
    content.paints = groups.looks;
    content.scale = groups.scale;
    const QString step = cellText(state.view()->axis, state.cursor());
    if (isListed(*state.view()))
        content.rootName = IcicleContentText::tr("Listed in %1").arg(step);
    else if (state.isCursorAtPeak())
        content.rootName = capitalised(IcicleContentText::tr("%1, the peak").arg(step));
    else
        content.rootName = capitalised(step);
    content.unit = state.units().unit();
    return content;
}

std::vector<IcicleShare> sharesOf(const IcicleContent& content, IciclePlace place)
{
    constexpr std::size_t kNone = SIZE_MAX;
    std::vector<std::size_t> shareOf(content.paints.size(), kNone); // position in shares, by paint
    std::vector<IcicleShare> shares;
    const auto rows = rowsOf(*content.tree, place);
    auto at = static_cast<std::size_t>(rows.data() - content.tree->rowsOf(content.tree->root()).data());
    for (const LiveRow& live : rows) {
        std::size_t& share = shareOf[content.paintOf[at]];
        if (share == kNone) {
            share = shares.size();
            shares.push_back({content.paintOf[at]});
        }
        const std::int64_t bytes = content.view->rows.size[live.row] - live.overlap;
        shares[share].bytes += bytes;
        shares[share].matching += content.matches.empty() || content.matches[at] ? bytes : 0;
        ++at;
    }
    std::erase_if(shares, [](const IcicleShare& share) { return share.bytes <= 0; });
    std::ranges::stable_sort(shares, std::ranges::greater(), &IcicleShare::bytes);
    return shares;
}

std::vector<Facet> facetsOf(const IcicleContent& content, IciclePlace place, std::span<const Grouping* const> levels)
{
    std::vector<Facet> facets;
    for (const std::uint32_t at : content.tree->groupsOf(place.node)) {
        const GroupNode& node = (*content.tree)[at];
        const auto level = static_cast<std::size_t>(node.level);
        Facet facet = content.tree->isItself(node) ? Facet::ofItself(*levels[level], node.group)
                                                   : Facet::of(*levels[level], node.group);
        if (!content.isCode[level])
            facet.text = text(node.name);
        if (facet.isIn(*content.view))
            facets.push_back(std::move(facet));
    }
    return facets;
}

std::int64_t matchingBytes(const IcicleContent& content, const IcicleBox& box)
{
    if (content.matches.empty())
        return box.bytes;
    const auto rows = rowsOf(*content.tree, box.place);
    auto at = static_cast<std::size_t>(rows.data() - content.tree->rowsOf(content.tree->root()).data());
    std::int64_t bytes = 0;
    for (const LiveRow& live : rows)
        bytes += content.matches[at++] ? content.view->rows.size[live.row] - live.overlap : 0;
    return bytes;
}

QStringList icicleTip(const IcicleContent& content, IciclePlace place, const QStringList& levels)
{
    const GroupTree& tree = *content.tree;
    const IcicleBox box = boxOf(tree, place);
    const GroupNode& node = tree[place.node];
    const std::int64_t level = tree.root().bytes;
    const View* view = content.view.get();
    QStringList lines{
        QStringLiteral("%1 — %2, %3")
            .arg(content.nameOf(place), content.bytes(box.bytes),
                 isListed(*view)
                     ? IcicleContentText::tr("%1 of the listed memory").arg(percent(box.bytes, level))
                     : IcicleContentText::tr("%1 of this %2").arg(percent(box.bytes, level), text(view->axis.cell)))};
    if (const std::int64_t matching = matchingBytes(content, box); matching < box.bytes)
        lines << IcicleContentText::tr("%1 of it matches the filter, %2")
                     .arg(content.bytes(matching), percent(matching, box.bytes));
    for (const std::uint32_t group : tree.groupsOf(place.node))
        lines << QStringLiteral("%1: %2").arg(levels.value(tree[group].level),
                                              content.isCode[static_cast<std::size_t>(tree[group].level)]
                                                  ? text(tree[group].group)
                                                  : text(tree[group].name));
    if (place.from > 0)
        lines << IcicleContentText::tr("Smallest of %1 parts").arg(grouped(node.children));
    lines << QStringLiteral("%1 · %2 %3")
                 .arg(exactBytes(box.bytes), grouped(box.rows), box.rows == 1 ? rowWord(view) : rowsWord(view));
    if (place.from == 0 && node.repeats > 1)
        lines << IcicleContentText::tr("%1 alike, %2 each on average")
                     .arg(grouped(node.repeats), content.bytes(box.bytes / node.repeats));
    const std::vector<IcicleShare> shares = sharesOf(content, place);
    if (shares.size() < 2 && (shares.empty() || node.group.empty()))
        return lines;
    if (!content.scale.isEmpty())
        lines << content.scale + u':';
    for (const IcicleShare& share : shares)
        lines << content.wordsOf(share) + QStringLiteral(", ") + percent(share.bytes, box.bytes);
    return lines;
}

} // namespace tidemark::ui
