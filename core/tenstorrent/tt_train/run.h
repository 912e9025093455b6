#pragma once

#include "core/base/warnings.h"
#include "core/tenstorrent/megabytes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::tt {

inline constexpr double kMegabyte = kTenstorrentMegabyte;

/// A segment of a run between two snapshots of tt-train's MemoryUsageTracker. Amounts are in bytes, rounded to the
/// nearest byte; the log prints them as MB of 2^20 bytes with two decimals. An absent amount is missing in the log or
/// is not a number. DRAM amounts are those of the whole device, L1 amounts those of the worst core.
struct Phase {
    std::string name; // as the caller chose it, valid UTF-8; empty if the name's line is missing
    std::uint64_t line = 0; // line of the log at which the phase begins
    std::optional<std::int64_t> segmentPeak; // above the level at which the phase began
    std::optional<std::int64_t> allocations;
    std::optional<std::int64_t> deallocations;
    std::optional<std::int64_t> change; // signed
    std::optional<std::int64_t> cumulativePeak; // of the run up to the end of the phase
    std::optional<std::int64_t>
        cumulative; // after the phase; negative if more was freed than allocated since the capture
    std::optional<std::int64_t> l1Circular; // peak of circular buffers
    std::optional<std::int64_t> l1Buffers; // peak of buffers
    std::optional<std::int64_t> l1Total; // peak of the sum of both
};

/// What a phase does, judged by its name. Source: the training loops of tt-train (nano_gpt, train.py, SFTTrainer,
/// GRPO).
enum class PhaseRole { Model, Optimizer, Forward, Backward, Other };
PhaseRole roleOf(std::string_view name);

/// The name without the number of the micro batch, the pass or the snapshot. Examples: FORWARD_PASS for
/// FORWARD_PASS_micro_1 and FORWARD_PASS_2; SPARSE_MOE_L3_AFTER_ROUTING_FWD for
/// SPARSE_MOE_L3_AFTER_ROUTING_FWD__000042.
std::string_view phaseGroup(std::string_view name);

/// Returns whether the phase is a snapshot inside a pass, "…_FWD__000042". The phase of the pass itself then covers
/// only what follows the last snapshot.
bool isInner(std::string_view name);

/// The version of the tracker that wrote a run, as far as the run shows it.
enum class Generation {
    Unknown, // Named or Ordered
    Prototype, // prints numbers per device, without phases; never merged
    Named, // keeps traces by name: a repeated name overwrites the earlier trace
    Ordered, // keeps a list of traces: a name may repeat
};
/// Returns "prototype", "named" or "ordered"; "" for Unknown.
const char* generationName(Generation generation);

/// The export that tt-train's CI (run_models.py) keeps of a run: the parts of upstream's histogram, in bytes. Model and
/// optimizer are the sizes expected from the number of parameters.
struct Export {
    std::int64_t time = 0; // microseconds since 1970
    std::string commit;
    std::optional<std::int64_t> model;
    std::optional<std::int64_t> optimizer;
    std::optional<std::int64_t> activations;
    std::optional<std::int64_t> overhead; // gradients overhead
    std::optional<std::int64_t> other;
    std::optional<std::int64_t> deviceMemory;
};

/// One summary of a log, complete or cut off. A summary of the prototype gives one run for each of its devices.
struct Run {
    std::string name; // the title line before the summary, valid UTF-8; empty if there is none
    std::string rank; // the rank that wrote the summary; empty if the log does not name it
    std::optional<std::uint64_t> device; // set only for a run of the prototype
    std::optional<std::uint64_t> parameters;
    std::uint64_t line = 0; // line of the log at which the run begins
    bool isComplete = false; // the log contains the totals of the run
    std::vector<Phase> phases;
    std::optional<std::int64_t> overallPeak; // as the totals say
    std::optional<std::int64_t> finalUsage;
    std::optional<std::int64_t> l1Peak; // set only for a run of the prototype, which has no phases
    std::optional<Export> exported; // set if the run was read from a CI export instead of a log
    Generation generation = Generation::Unknown;
    bool isOverwritten = false; // the tracker reported a repeated name: the numbers of that phase are unreliable
    bool isNoDispatch = false; // the log says that no operation was executed
    Warnings warnings;

    /// The name with the device number, if there is one. A run without a name is "Unknown", as in upstream's script.
    std::string title() const;
    /// The peak of the totals, else the last cumulative peak; in bytes.
    std::optional<std::int64_t> peak() const;
    /// The device memory that a CI export assumed, in bytes.
    std::optional<std::int64_t> deviceBytes() const;
};

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

/// The memories of a device by number.
constexpr std::int64_t kDram = 0;
constexpr std::int64_t kL1 = 1;

/// Returns the DRAM or L1 levels of the run.
Levels levelsOf(const Run& run, std::int64_t memory);

} // namespace tidemark::tt
