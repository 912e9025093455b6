#pragma once

#include "core/view/view.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

/// All groupings of the rows of a view: "kind", then "category" and "role" if meanings are known, then the view's own.
/// `groupOf` returns the id of a kind or category, and the name of a role. They own what they need except the view.
std::vector<Grouping> groupingsOf(const View& view, std::shared_ptr<const RowMeanings> meanings);

/// The ids of the groupings to begin with: those of `wanted` that exist, in their order. If the view has none of them
/// and will not have them once its meanings are known, its own first two.
std::vector<std::string> shownLevels(const View& view, const std::vector<Grouping>& groupings,
                                     const std::vector<std::string>& wanted);

/// Rows that are in one group at every level from the root to this node. `bytes` is their occupied size.
struct GroupNode {
    std::string name; // a part of a path, or the label of the group: "attn", "Model parameters", "Inputs (probably)"
    std::string group; // group of its level for Grouping::isIn(): "layer_{0..23}/attn", "model_parameters"
    int level = -1; // index of the level; −1 for the root
    std::uint32_t parent = 0; // index of the parent; the root is its own parent
    std::uint32_t firstChild = 0;
    std::uint32_t children = 0; // number of children: the largest first, then by name; they add up to this node
    std::uint32_t firstRow = 0;
    std::uint32_t rows = 0;
    std::uint32_t repeats = 1; // number of repeated parts of the program that this node represents
    std::int64_t bytes = 0; // Σ (size − overlap)
    std::int64_t size = 0; // Σ size, larger where memory is re-used in place
};

/// The rows that are live at a step, by several nested groupings. A grouping by paths gives one level of
/// nodes for each part that distinguishes rows.
class GroupTree
{
public:
    /// `levels` is only used during the call. REQUIRES: rows of the view. Cost: linear in the rows and the parts of
    /// their groups, apart from sorting siblings.
    GroupTree(const View& view, std::span<const LiveRow> live, std::span<const Grouping* const> levels);

    const std::vector<GroupNode>& nodes() const { return m_nodes; }
    const GroupNode& root() const { return m_nodes.front(); }
    const GroupNode& operator[](std::uint32_t node) const { return m_nodes[node]; }
    /// The rows of a node in the order of its child nodes, then in their original order.
    std::span<const LiveRow> rowsOf(const GroupNode& node) const
    {
        return std::span(m_rows).subspan(node.firstRow, node.rows);
    }
    /// Whether the node holds the rows that belong to a path itself, next to the nodes of its parts.
    bool isItself(const GroupNode& node) const
    {
        const GroupNode& parent = m_nodes[node.parent];
        return node.level >= 0 && parent.level == node.level && parent.group == node.group;
    }
    /// The groups of a node from the outside in: one node for each level, the innermost of that level.
    std::vector<std::uint32_t> groupsOf(std::uint32_t node) const;

private:
    std::vector<GroupNode> m_nodes;
    std::vector<LiveRow> m_rows;
};

/// A node of a tree, or the rest of its children from one child on, which are the small ones.
struct IciclePlace {
    std::uint32_t node = 0;
    std::uint32_t from = 0; // first child of the rest; 0 for the whole node
    friend bool operator==(const IciclePlace&, const IciclePlace&) = default;
};

/// A box of an icicle chart. A box is a part of the box above it.
struct IcicleBox {
    IciclePlace place;
    std::uint32_t depth = 0; // 0 for the root of the icicle
    std::uint32_t rows = 0;
    std::int64_t begin = 0; // distance from the left edge in bytes
    std::int64_t bytes = 0;
};

/// The occupied bytes and the number of the rows of a place.
IcicleBox boxOf(const GroupTree& tree, IciclePlace place);

/// The rows of a place.
std::span<const LiveRow> rowsOf(const GroupTree& tree, IciclePlace place);

/// The boxes below a place, each before its own children, and the children of a parent from left to right. Children of
/// less than `least` bytes share one box at the end, so the boxes below a box always add up to it. `most` is the number
/// of levels.
std::vector<IcicleBox> layOutIcicle(const GroupTree& tree, IciclePlace place, std::int64_t least, std::uint32_t most);

} // namespace tidemark
