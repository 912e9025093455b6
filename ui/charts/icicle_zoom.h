#pragma once

#include "core/view/icicle.h"

#include <string>
#include <vector>

namespace tidemark::ui {

/// What an icicle is zoomed to, and was before, for any tree of the same levels: trees of other steps have other nodes.
class IcicleZoom
{
public:
    bool isZoomed() const { return !m_steps.empty(); }
    /// Without a past.
    void clear() { *this = {}; }
    void set(const GroupTree& tree, IciclePlace place);
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void back();
    void forward();
    /// Where that is in a tree; the part that is not there is given up.
    IciclePlace find(const GroupTree& tree);

private:
    struct Step {
        int level = 0;
        std::string group;
        std::uint32_t from = 0; // see IciclePlace::from
        friend bool operator==(const Step&, const Step&) = default;
    };
    using Steps = std::vector<Step>;

    static void move(Steps& now, std::vector<Steps>& from, std::vector<Steps>& to);

    Steps m_steps; // from the root
    std::vector<Steps> m_back;
    std::vector<Steps> m_forward;
};

/// What a place is a part of. REQUIRES: not the whole tree
inline IciclePlace around(const GroupTree& tree, IciclePlace place)
{
    return {place.from > 0 ? place.node : tree[place.node].parent, 0};
}

} // namespace tidemark::ui
