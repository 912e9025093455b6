#include "ui/charts/icicle_zoom.h"

#include <algorithm>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr std::size_t kHistory = 100;

/// The one is the other or lies in that part of the tree.
bool isWithin(const std::string& a, const std::string& b)
{
    return a == b || (a.size() > b.size() && a[b.size()] == '/' && a.starts_with(b));
}

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
    m_back.push_back(std::exchange(m_steps, std::move(steps)));
    if (m_back.size() > kHistory)
        m_back.erase(m_back.begin());
    m_forward.clear();
}

void IcicleZoom::move(Steps& now, std::vector<Steps>& from, std::vector<Steps>& to)
{
    if (from.empty())
        return;
    to.push_back(std::exchange(now, std::move(from.back())));
    from.pop_back();
}

void IcicleZoom::back()
{
    move(m_steps, m_back, m_forward);
}

void IcicleZoom::forward()
{
    move(m_steps, m_forward, m_back);
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
        // Parts of a path stand together where they tell nothing apart, which is another at another step.
        const auto isSame = [&](const GroupNode& child) {
            return child.level == step.level
                && (isWithin(child.group, step.group) || isWithin(step.group, child.group));
        };
        std::uint32_t child = 0;
        while (child < node.children && !isSame(tree[node.firstChild + child]))
            ++child;
        if (child == node.children)
            break;
        place = {node.firstChild + child, 0};
    }
    m_steps.resize(found);
    return place;
}

} // namespace tidemark::ui
