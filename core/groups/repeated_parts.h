#pragma once

#include "core/view/rows.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A path with slashes between its parts, and the size of the largest item with that path.
struct WeighedPath {
    std::string path;
    std::int64_t bytes = 0;
};

/// Merges repeated siblings in paths: "layer_0/q" and "layer_1/q" both become "layer_{0,1}/q". Siblings are repeated
/// when their names differ only in the last number and they are alike: parts with children have children of the same
/// names, and parts without children have the same size. Numbers with many gaps are abbreviated: "layer_{0,2,4,… 9
/// more}". The result has the order of `paths`, which must be distinct. REQUIRES: at most kMostPathParts parts in each
/// path, because each part takes a nested call. Cost: linear in the characters, apart from sorting.
std::vector<std::string> collapseRepeated(std::span<const WeighedPath> paths);

/// The number of parts that a merged path or part represents: 24 for "layer_{0..23}/q", 1 for an unmerged one.
std::uint32_t repeatsOf(std::string_view collapsed);

/// Two ways to group rows by their place in a model: "op_path" merges repeated layers, "each_op_path" keeps every
/// layer. `nameOf` gives the framework's name of a row, or an empty text. The first request for a group looks at all
/// rows, on the calling thread; later requests are look-ups.
std::vector<Grouping> pathGroupings(std::size_t rows, RowValues<std::int64_t> size,
                                    std::function<std::string(RowId)> nameOf);

} // namespace tidemark
