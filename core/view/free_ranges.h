#pragma once

#include "core/view/rows.h"

namespace tidemark {

/// A part of a region that no row lies in, as large as it can be.
struct FreeRange {
    std::size_t region = 0; // a position among the regions
    std::int64_t begin = 0; // address in each bank
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; } // of each bank
    friend bool operator==(const FreeRange&, const FreeRange&) = default;
};

/// What is free of `regions` at a step, by region and address: with the rows that live then and are not free themselves
/// it covers each region exactly. Rows that reach beyond their region count inside it. REQUIRES: regions by holder,
/// those of one holder by address and apart. Cost: O(n log n) of the rows that live.
std::vector<FreeRange> freeRanges(const Rows& rows, const std::vector<Rows::Region>& regions, StepId step);

} // namespace tidemark
