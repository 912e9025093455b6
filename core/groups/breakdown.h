#pragma once

#include "core/view/view.h"

#include <span>

namespace tidemark {

/// A group of the rows that are live at a step. `bytes` is the occupied size, and the groups add up to the level.
/// `size` is the sum of the sizes, which is larger where memory is re-used in place.
struct Group {
    std::string name; // "Temporary", "Gradients", "fusion"
    std::string id; // id of the kind or category, otherwise the group: "temporary", "gradients", "fusion"
    std::optional<Hue> hue; // set if grouped by kind
    std::string category; // id of the category if grouped by category: "gradients"
    bool isUsers = false; // as RowCategory::isUsers
    std::size_t count = 0; // of buffers, see Rows::pieces
    std::int64_t bytes = 0; // Σ (size − overlap)
    std::int64_t size = 0;
    std::int64_t uncertainBytes = 0; // the part of `bytes` whose category is only probable

    bool isUncertain() const { return uncertainBytes > 0 && uncertainBytes == bytes; }
    /// "KV cache", or "KV cache (probably)" if all of it is only probable.
    std::string label() const { return isUncertain() ? probable(name) : name; }
};

/// By kind when `by` is null, in the order of Rows::kinds. By a grouping of the view otherwise, the largest group first
/// and then by name. Empty groups are left out.
std::vector<Group> breakDown(const View& view, std::span<const LiveRow> live, const Grouping* by = nullptr);

/// By category in the order of reports, without empty groups.
std::vector<Group> breakDown(const View& view, std::span<const LiveRow> live, const RowMeanings& meanings);

} // namespace tidemark
