#pragma once

#include "core/view/icicle.h"

#include <string>
#include <vector>

namespace tidemark::ui {

/// What an icicle is zoomed to, for any tree of the same levels: trees of other steps have other nodes.
class IcicleZoom
{
public:
    bool isZoomed() const { return !m_steps.empty(); }
    void clear() { m_steps.clear(); }
    void set(const GroupTree& tree, IciclePlace place);
    /// Where that is in a tree; the part that is not there is given up.
    IciclePlace find(const GroupTree& tree);

private:
    struct Step {
        int level = 0;
        std::string group;
        std::uint32_t from = 0; // as in IciclePlace
    };

    std::vector<Step> m_steps; // from the root on
};

/// What a place is a part of. REQUIRES: not the whole tree
inline IciclePlace around(const GroupTree& tree, IciclePlace place)
{
    return {place.from > 0 ? place.node : tree[place.node].parent, 0};
}

} // namespace tidemark::ui
