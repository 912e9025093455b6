#pragma once

#include "core/view/group_tree.h"

namespace tidemark {

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
