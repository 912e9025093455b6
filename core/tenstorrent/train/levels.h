#pragma once

#include "core/tenstorrent/train/run.h"

namespace tidemark::tt {

/// A memory over the phases of a run, one value for each. Where a value is not known there stands what was before.
struct Levels {
    std::vector<std::int64_t> level; // after the phase
    std::vector<std::int64_t> inside; // the most inside it, at least the level before it
    std::vector<std::uint8_t> knowsLevel; // 1: known
    std::vector<std::uint8_t> knowsInside;
    std::size_t peakPhase = 0; // the first whose inside is the most of those known
    std::optional<std::int64_t> peak; // absent: none is known
};

/// DRAM: the cumulative current after each phase, and what is before it with the peak of the segment. A run without
/// phases has one, which is all of it.
Levels dramLevels(const Run& run);

/// L1 of the worst core: the log tells only peaks.
Levels l1Levels(const Run& run);

} // namespace tidemark::tt
