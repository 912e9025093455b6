#pragma once

#include "core/tenstorrent/train/judged_run.h"
#include "core/view/figures.h"

namespace tidemark::tt {

/// Memories of a device by number, for all documents of its tools: "DRAM", "L1", "L1_SMALL", "TRACE".
constexpr std::int64_t kDram = 0;
constexpr std::int64_t kL1 = 1;

/// The figures of a memory of a run. `levels` are those of that memory; `counted` is the first run of its log that
/// tells its number of parameters, or null; what `said` says of the device counts before `chosen`, which may be null.
Figures figuresOf(const Run& run, const Run* counted, const Levels& levels, std::int64_t memory, const Device* chosen,
                  const Sizes& said);

/// What is to be known of the run; nothing is wrong with its log. Source: tt-train's documentation.
Warnings notesOf(const Run& run);

} // namespace tidemark::tt
