#pragma once

#include "core/base/warnings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::tt {

inline constexpr double kMegabyte = 1048576.0; // what tt-train calls MB

/// A segment of a run between two snapshots of tt-train's MemoryUsageTracker, as its log tells: "MB" there are 2^20
/// bytes with two decimals, here bytes to the nearest. Absent: not told, or no number. DRAM is of the whole device, L1
/// the worst of its cores.
struct Phase {
    std::string name; // as the caller chose it, valid UTF-8; empty: its line is missing
    std::uint64_t line = 0; // of the log, where the phase begins
    std::optional<std::int64_t> segmentPeak; // over what there was when the phase began
    std::optional<std::int64_t> allocations;
    std::optional<std::int64_t> deallocations;
    std::optional<std::int64_t> change; // signed
    std::optional<std::int64_t> cumulativePeak; // up to the end of the phase
    std::optional<std::int64_t>
        cumulative; // after it; negative where more was freed than allocated since the capture began
    std::optional<std::int64_t> l1Circular; // peak of circular buffers
    std::optional<std::int64_t> l1Buffers; // peak of buffers
    std::optional<std::int64_t> l1Total; // peak of their sum
};

/// What the allocator says of a device, where a log has its block: "=== DRAM footprint ===".
struct Footprint {
    std::optional<std::int64_t> peak;
    std::optional<std::int64_t> arena;
    std::optional<std::int64_t> reserved; // outside of the arena
    std::optional<std::int64_t> largestBlock; // at the tightest point
};

/// Which tracker wrote a run, as far as the run shows.
enum class Generation {
    Unknown, // one of those with phases
    Prototype, // per device, without phases; never merged
    Named, // traces by name: a name that is used again overwrites the first
    Ordered, // a list: a name may come again
};
/// "prototype", "named", "ordered"; "" for Unknown
const char* generationName(Generation generation);

/// What tt-train's CI keeps of a run (run_models.py): the parts of upstream's histogram, in bytes; model and optimizer
/// as expected from the number of parameters.
struct Export {
    std::int64_t time = 0; // microseconds since 1970
    std::string commit;
    std::optional<std::int64_t> model;
    std::optional<std::int64_t> optimizer;
    std::optional<std::int64_t> activations;
    std::optional<std::int64_t> overhead; // of gradients
    std::optional<std::int64_t> other;
    std::optional<std::int64_t> deviceMemory;
};

/// One summary of a log, complete or cut. The prototype's is a run for each of its devices.
struct Run {
    std::string name; // the line before that is a title, valid UTF-8; empty: there is none
    std::string rank; // who wrote it, as the log tells; empty: it does not
    std::optional<std::uint64_t> device; // of the prototype
    std::optional<std::uint64_t> parameters;
    std::uint64_t line = 0; // of the log, where it begins
    bool isComplete = false; // its totals are there
    std::vector<Phase> phases;
    std::optional<std::int64_t> overallPeak; // as its totals say
    std::optional<std::int64_t> finalUsage;
    std::optional<std::int64_t> l1Peak; // of the prototype, which has no phases
    std::optional<Footprint> footprint;
    std::optional<Export> exported; // it is no summary, but what CI kept of one
    Generation generation = Generation::Unknown;
    bool isOverwritten
        = false; // the tracker said that a name was used again: numbers of that phase are not to be trusted
    bool isNoDispatch = false; // the log says that nothing was executed
    Warnings warnings;

    /// "Unknown" where there is none, as upstream's script says
    std::string title() const;
    /// The peak that its totals tell, else the last cumulative one.
    std::optional<std::int64_t> peak() const;
    /// What it needs of a device: what the allocator had in use at most, where the log has its block, since the tracker
    /// sees nothing that was there before it began; else the peak.
    std::optional<std::int64_t> neededBytes() const;
    /// What there is of a device for it: the allocator's arena, or what CI took for it.
    std::optional<std::int64_t> deviceBytes() const;
};

} // namespace tidemark::tt
