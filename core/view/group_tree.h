#pragma once

#include "core/view/view.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

/// All ways to tell the rows of a view apart: "kind", then "category" and "role" where meanings are known, then the
/// view's own. What `groupOf` gives is the id of a kind or category, and what a role is called. They hold what they
/// need alive, but for the view.
std::vector<Grouping> groupingsOf(const View& view, std::shared_ptr<const RowMeanings> meanings);

/// The ids of groupings to begin with: of those `wanted` that there are, in their order. Where a view has none of them,
/// nor will have once its meanings are known: by its own first two.
std::vector<std::string> shownLevels(const View& view, const std::vector<Grouping>& groupings,
                                     const std::vector<std::string>& wanted);

/// Rows that are in one group at every level from the root to here. `bytes` is what they occupy.
struct GroupNode {
    std::string name; // a part of a path, or the group for people: "attn", "Model parameters"
    std::string group; // of its level, as Grouping::isIn() takes it: "layer_{0..23}/attn", "model_parameters"
    int level = -1; // into the levels; −1: the root
    std::uint32_t parent = 0; // of the root itself
    std::uint32_t firstChild = 0;
    std::uint32_t children = 0; // the largest first, then by name; they add up to this
    std::uint32_t firstRow = 0;
    std::uint32_t rows = 0;
    std::uint32_t repeats = 1; // alike parts of the program that stand here as one
    std::int64_t bytes = 0; // Σ (size − overlap)
    std::int64_t size = 0; // Σ size, larger where memory is re-used in place
};

/// Rows live at a step by several groupings, one below the other; a grouping whose groups are paths gives as many
/// levels of nodes as those have parts, where each tells rows apart.
class GroupTree
{
public:
    /// `levels` must outlive the call alone. REQUIRES: rows of the view. Cost: linear in the rows and the parts of
    /// their groups, but for sorting siblings.
    GroupTree(const View& view, std::span<const LiveRow> live, std::span<const Grouping* const> levels);

    const std::vector<GroupNode>& nodes() const { return m_nodes; }
    const GroupNode& root() const { return m_nodes.front(); }
    const GroupNode& operator[](std::uint32_t node) const { return m_nodes[node]; }
    /// Of a node, in the order of the nodes below it, then as they came.
    std::span<const LiveRow> rowsOf(const GroupNode& node) const
    {
        return std::span(m_rows).subspan(node.firstRow, node.rows);
    }
    /// Whether it stands beside the parts below a part of a path: what is of that part itself.
    bool isItself(const GroupNode& node) const
    {
        const GroupNode& parent = m_nodes[node.parent];
        return node.level >= 0 && parent.level == node.level && parent.group == node.group;
    }
    /// The groups that a node is in, from the outside in: one node for each level, the innermost of it.
    std::vector<std::uint32_t> groupsOf(std::uint32_t node) const;

private:
    std::vector<GroupNode> m_nodes;
    std::vector<LiveRow> m_rows;
};

} // namespace tidemark
