#pragma once

#include "core/view/rows.h"

namespace tidemark {

/// A maximal part of a region that no row occupies.
struct FreeRange {
    std::size_t region = 0; // position among the regions
    std::int64_t begin = 0; // address in each bank
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; } // in each bank
    friend bool operator==(const FreeRange&, const FreeRange&) = default;
};

/// The free ranges of `regions` at a step, by region and address. Together with the live rows that are not free
/// themselves they cover each region exactly. Rows that reach beyond their region count inside it. REQUIRES: regions
/// sorted by holder, and those of one holder by address without overlap. Cost: O(n log n) in the live rows.
std::vector<FreeRange> freeRanges(const Rows& rows, const std::vector<Rows::Region>& regions, StepId step);

} // namespace tidemark
