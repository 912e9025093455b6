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
    friend bool operator==(const StepRange&, const StepRange&) = default;
};

/// What one pixel column shows of the steps in it.
struct Column {
    StepRange steps;
    std::int64_t first = 0;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::int64_t last = 0;
};

/// Cuts `range` of `levels` into at most `columns` columns of whole steps, in order, without gaps; with fewer steps
/// than columns each step is a column. Nothing is averaged: a spike one step wide stays in the max of its column. Cost:
/// one pass over the range.
std::vector<Column> decimate(std::span<const std::int64_t> levels, StepRange range, std::uint32_t columns);

/// The first step in `range` that reaches the maximum. REQUIRES: a range that is not empty
std::uint32_t peakIn(std::span<const std::int64_t> levels, StepRange range);

/// Steps that are higher than what comes before and after them, a plateau by its first step; ascending. Left out is
/// what rises less than `prominence` above the higher one of two points: the lowest on the way back to a step as high,
/// and the lowest on the way on to a higher one. Where there is no such step the way leads to nothing (0). Cost: one
/// pass.
std::vector<std::uint32_t> localPeaks(std::span<const std::int64_t> levels, std::int64_t prominence = 0);

} // namespace tidemark
