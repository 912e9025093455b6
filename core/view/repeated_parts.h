#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A path whose parts are joined by slashes, and the bytes of the largest thing that has it.
struct WeighedPath {
    std::string path;
    std::int64_t bytes = 0;
};

/// The paths with repeated siblings as one: "layer_0/q" and "layer_1/q" are both "layer_{0,1}/q". Siblings are repeated
/// when their names differ in their last number alone and they are alike: with parts below them, those have the same
/// names; without, they have the same bytes. Of numbers with many gaps the last are told by their count alone:
/// "layer_{0,2,4,… 9 more}". In the order of `paths`, which are all different. REQUIRES: at most kMostPathParts parts
/// each, as every part is a call within that of the one before. Cost: linear in their characters but for sorting.
std::vector<std::string> collapseRepeated(std::span<const WeighedPath> paths);

/// How many parts a collapsed path or a part of one stands for: 24 for "layer_{0..23}/q". 1 where nothing is collapsed.
std::uint32_t repeatsOf(std::string_view collapsed);

} // namespace tidemark
