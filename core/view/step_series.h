#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tidemark {

/// Steps [begin, end) of a program.
struct StepRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t size() const { return end - begin; }
    bool contains(std::uint32_t step) const { return begin <= step && step < end; }
    friend bool operator==(const StepRange&, const StepRange&) = default;
};

/// The values of one pixel column.
struct Column {
    StepRange steps;
    std::int64_t first = 0;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::int64_t last = 0;
};

/// Divides `range` of `levels` into at most `columns` columns of whole steps, in order and without gaps. If there are
/// fewer steps than columns, each step is a column. Nothing is averaged: a spike one step wide is the maximum of its
/// column. Cost: one pass over the range.
std::vector<Column> decimate(std::span<const std::int64_t> levels, StepRange range, std::uint32_t columns);

/// The first step in `range` that reaches the maximum. REQUIRES: a range that is not empty
std::uint32_t peakIn(std::span<const std::int64_t> levels, StepRange range);

/// Local peaks, ascending: steps that are higher than their neighbours, a plateau by its first step. A peak is left out
/// if it rises less than `prominence` above the higher of two minima: the minimum back to the previous step that is as
/// high, and the minimum on to the next higher step. Without such a step that minimum is 0. Cost: one pass.
std::vector<std::uint32_t> localPeaks(std::span<const std::int64_t> levels, std::int64_t prominence = 0);

} // namespace tidemark
