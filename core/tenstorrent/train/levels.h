#pragma once

#include "core/tenstorrent/train/run.h"

namespace tidemark::tt {

/// The bytes of a memory over the phases of a run, one value for each phase. An unknown value repeats the one before
/// it.
struct Levels {
    std::vector<std::int64_t> level; // level after the phase, in bytes
    std::vector<std::int64_t> inside; // peak inside the phase, in bytes
    std::vector<std::uint8_t> knowsLevel; // 1 if the level is known
    std::vector<std::uint8_t> knowsInside;
    std::size_t peakPhase = 0; // the first phase with the highest known `inside`
    std::optional<std::int64_t> peak; // bytes; absent if no `inside` is known
};

/// Returns the DRAM levels. The level after a phase is its cumulative current; the peak inside a phase is the level
/// before it plus its segment peak. A run without phases gets a single entry for the whole run.
Levels dramLevels(const Run& run);

/// Returns the L1 levels of the worst core. The log gives only peaks for L1, so that the level after a phase is not
/// known.
Levels l1Levels(const Run& run);

} // namespace tidemark::tt
