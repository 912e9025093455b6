#pragma once

#include "core/view/icicle.h"
#include "ui/state/zoom_history.h"

#include <string>
#include <vector>

namespace tidemark::ui {

/// The place to which an icicle is zoomed, and the places before it. Stored by groups instead of nodes, because the
/// trees of other steps have the same levels but other nodes.
class IcicleZoom
{
public:
    bool isZoomed() const { return !m_steps.empty(); }
    /// Resets the zoom and its history.
    void clear() { *this = {}; }
    void set(const GroupTree& tree, IciclePlace place);
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    void back() { m_steps = m_history.back(m_steps); }
    void forward() { m_steps = m_history.forward(m_steps); }
    /// Finds the place in a tree. Forgets the part of the path that the tree does not have.
    IciclePlace find(const GroupTree& tree);

private:
    struct Step {
        int level = 0;
        std::string group;
        std::uint32_t from = 0; // see IciclePlace::from
        friend bool operator==(const Step&, const Step&) = default;
    };
    using Steps = std::vector<Step>;

    Steps m_steps; // from the root
    ZoomHistory<Steps> m_history{0};
};

/// The place that directly contains a place. REQUIRES: not the whole tree
inline IciclePlace around(const GroupTree& tree, IciclePlace place)
{
    return {place.from > 0 ? place.node : tree[place.node].parent, 0};
}

} // namespace tidemark::ui
