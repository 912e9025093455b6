#include "ui/charts/icicle_zoom.h"

#include <algorithm>
#include <span>
#include <utility>

namespace tidemark::ui {

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

} // namespace tidemark::ui
