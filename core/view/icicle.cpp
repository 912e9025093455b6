#include "core/view/icicle.h"

namespace tidemark {
namespace {

class Layout
{
public:
    Layout(const GroupTree& tree, std::int64_t least, std::uint32_t most)
        : m_tree(tree)
        , m_least(least)
        , m_most(most)
    { }

    std::vector<IcicleBox> run(IciclePlace place)
    {
        add(place, 0, 0);
        return std::move(m_boxes);
    }

private:
    void add(IciclePlace place, std::uint32_t depth, std::int64_t begin)
    {
        IcicleBox box = boxOf(m_tree, place);
        box.depth = depth;
        box.begin = begin;
        m_boxes.push_back(box);
        // The box that collects the small children of a wider box is not expanded here; it can be shown at full width.
        if (depth == m_most || (depth > 0 && place.from > 0))
            return;
        const GroupNode& node = m_tree[place.node];
        std::uint32_t child = place.from;
        for (; child < node.children && m_tree[node.firstChild + child].bytes >= m_least; ++child) {
            add({node.firstChild + child, 0}, depth + 1, begin);
            begin += m_tree[node.firstChild + child].bytes;
        }
        // If all children are small, the remainder is the whole node, which stands for it.
        if (child < node.children && child > place.from)
            add({place.node, child}, depth + 1, begin);
    }

    const GroupTree& m_tree;
    std::int64_t m_least;
    std::uint32_t m_most;
    std::vector<IcicleBox> m_boxes;
};

} // namespace

std::span<const LiveRow> rowsOf(const GroupTree& tree, IciclePlace place)
{
    const GroupNode& node = tree[place.node];
    const auto rows = tree.rowsOf(node);
    return place.from == 0 ? rows : rows.subspan(tree[node.firstChild + place.from].firstRow - node.firstRow);
}

IcicleBox boxOf(const GroupTree& tree, IciclePlace place)
{
    const GroupNode& node = tree[place.node];
    IcicleBox box{place, 0, node.rows, 0, node.bytes};
    for (std::uint32_t child = 0; child < place.from; ++child) {
        box.rows -= tree[node.firstChild + child].rows;
        box.bytes -= tree[node.firstChild + child].bytes;
    }
    return box;
}

std::vector<IcicleBox> layOutIcicle(const GroupTree& tree, IciclePlace place, std::int64_t least, std::uint32_t most)
{
    return Layout(tree, least, most).run(place);
}

} // namespace tidemark
