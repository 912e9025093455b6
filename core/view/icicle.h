#pragma once

#include "core/view/group_tree.h"

namespace tidemark {

/// A node of a tree, or what is left of its children from one on: the small ones.
struct IciclePlace {
    std::uint32_t node = 0;
    std::uint32_t from = 0; // child; 0: the node with all of them
    friend bool operator==(const IciclePlace&, const IciclePlace&) = default;
};

/// A box of an icicle: what stands below another is a part of it.
struct IcicleBox {
    IciclePlace place;
    std::uint32_t depth = 0; // 0: what the icicle is of
    std::uint32_t rows = 0;
    std::int64_t begin = 0; // bytes from the left edge
    std::int64_t bytes = 0;
};

/// What the rows of a place occupy, and how many they are.
IcicleBox boxOf(const GroupTree& tree, IciclePlace place);

/// The rows of a place.
std::span<const LiveRow> rowsOf(const GroupTree& tree, IciclePlace place);

/// The boxes from a place on, each before those below it, those of a parent from left to right. Children of less than
/// `least` bytes stand together in one box at the end, so that the boxes below one always add up to it. `most`: levels
/// below the place.
std::vector<IcicleBox> layOutIcicle(const GroupTree& tree, IciclePlace place, std::int64_t least, std::uint32_t most);

} // namespace tidemark
