#pragma once

#include "core/tenstorrent/tt_train/run.h"
#include "core/view/document.h"

namespace tidemark::tt {

/// Creates the view of a memory of a run over its phases. `counted` is the first run of its log that states its number
/// of parameters, or null. `program` and `file` are the run's entries in the catalogue.
std::shared_ptr<const View> makeRunView(const std::shared_ptr<const Run>& run,
                                        const std::shared_ptr<const Run>& counted, std::int64_t memory,
                                        const FileEntry& file, const ProgramEntry& program);

/// The outline of DRAM and L1, as far as the run has numbers for them.
ProgramOutline outlineOf(const Run& run);

/// Computes the figures of a memory of a run. `levels` are the levels of that memory. `counted` is the first run of its
/// log that states its number of parameters, or null. A device memory in `given` takes precedence over `chosen`, which
/// may be null.
Figures figuresOf(const Run& run, const Run* counted, const Levels& levels, std::int64_t memory, const Device* chosen,
                  const GivenSizes& given);

/// Returns the notes on how to read the numbers of the run. They are not faults of its log. Source: tt-train's
/// documentation.
Warnings notesOf(const Run& run);

/// Checks the relations that tt-train's documentation calls key, for the totals and for every phase whose numbers are
/// known. A relation holds if both sides differ by at most 0.02 MB, because the log prints two decimals of each number.
/// Each warning of the run is a note.
std::vector<Check> checksOf(const Run& run);

/// The optimizations that tt-train's documentation recommends against a high peak, computed for a run: recomputing
/// activations, and a smaller batch or gradient accumulation. Both reduce the same memory, so that their savings do not
/// add up. `levels` are the DRAM levels of the run; `capacity` is the memory of the device in bytes, if known.
std::vector<Finding> findingsOf(const Run& run, const Levels& levels, std::optional<std::int64_t> capacity);

} // namespace tidemark::tt
