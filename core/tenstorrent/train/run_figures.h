#pragma once

#include "core/tenstorrent/train/judged_run.h"
#include "core/view/figures.h"

namespace tidemark::tt {

/// The memories of a device by number, for the documents of all Tenstorrent tools: "DRAM", "L1", "L1_SMALL", "TRACE".
constexpr std::int64_t kDram = 0;
constexpr std::int64_t kL1 = 1;

/// Computes the figures of a memory of a run. `levels` are the levels of that memory. `counted` is the first run of its
/// log that states its number of parameters, or null. A device memory in `given` takes precedence over `chosen`, which
/// may be null.
Figures figuresOf(const Run& run, const Run* counted, const Levels& levels, std::int64_t memory, const Device* chosen,
                  const Sizes& given);

/// Returns the notes on how to read the numbers of the run. They are not faults of its log. Source: tt-train's
/// documentation.
Warnings notesOf(const Run& run);

} // namespace tidemark::tt
