#pragma once

#include "core/base/warnings.h"
#include "core/tenstorrent/log_splitter.h"
#include "core/view/curve.h"
#include "core/view/given_sizes.h"

#include <array>
#include <string>
#include <vector>

namespace tidemark::tt {

using tenstorrent::kMegabyte;
using Bytes = std::optional<std::int64_t>;

/// A segment of a run between two snapshots of tt-train's MemoryUsageTracker. Amounts are in bytes, rounded to the
/// nearest byte; the log prints them as MB of 2^20 bytes with two decimals. An absent amount is missing in the log or
/// is not a number. DRAM amounts are those of the whole device, L1 amounts those of the worst core.
struct Phase {
    std::string name; // as the caller chose it, valid UTF-8; empty if the name's line is missing
    std::uint64_t line = 0; // line of the log at which the phase begins
    Bytes segmentPeak; // above the level at which the phase began
    Bytes allocations;
    Bytes deallocations;
    Bytes change; // signed
    Bytes cumulativePeak; // of the run up to the end of the phase
    Bytes cumulative; // after the phase; negative if more was freed than allocated since the capture
    Bytes l1Circular; // peak of circular buffers
    Bytes l1Buffers; // peak of buffers
    Bytes l1Total; // peak of the sum of both
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

/// The expected and the measured size of one component of a run, in bytes.
struct Component {
    const char* id = ""; // "model"
    const char* name = ""; // "Model"
    const char* category = ""; // id of the category whose colour it has
    std::optional<double> expected;
    Bytes actual;
    /// The difference of the measured size from the expected one, in percent of the expected one. 0 if 0 bytes were
    /// expected; absent if either size is absent.
    std::optional<double> differencePercent() const;
    /// The bytes that the histogram shows: the expected size if both sizes are known and `usesActual` is false, else
    /// the measured size, else 0.
    double shown(bool usesActual) const;
};

/// The components of a run, computed by upstream's formulas if its phases have upstream's names:
/// - model, optimizer: the change of MODEL_CREATION and OPTIMIZER_CREATION;
/// - activations: the change of FORWARD_PASS. If snapshots inside the pass precede it, the sum of all changes since the
///   last optimizer or backward phase. Of several micro batches the largest counts, because they are never live
///   together;
/// - gradients: the level after the last BACKWARD_PASS minus the level after OPTIMIZER_CREATION;
/// - gradients_overhead: the largest segment peak of a BACKWARD_PASS;
/// - other: the peak minus model, optimizer, activations and gradients_overhead, at least 0. It is absent if a phase of
///   one of these components lacks its number.
struct Components {
    Component model{"model", "Model", "model_parameters", {}, {}};
    Component optimizer{"optimizer", "Optimizer", "optimizer_state", {}, {}};
    Component activations{"activations", "Activations", "activations", {}, {}};
    Component gradients{"gradients", "Gradients", "gradients", {}, {}};
    Component overhead{"gradients_overhead", "Gradients overhead", "gradients_overhead", {}, {}};
    Component other{"other", "Other", "other", {}, {}};

    std::vector<Component> list() const { return {model, optimizer, activations, gradients, overhead, other}; }
};

/// The export that tt-train's CI (run_models.py) keeps of a run. Model and optimizer are the sizes expected from the
/// number of parameters.
struct Export {
    std::int64_t time = 0; // microseconds since 1970
    std::string commit;
    Components components;
    Bytes deviceMemory;
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
    Bytes overallPeak; // as the totals say
    Bytes finalUsage;
    Bytes l1Peak; // set only for a run of the prototype, which has no phases
    std::optional<Export> exported; // set if the run was read from a CI export instead of a log
    Generation generation = Generation::Unknown;
    bool isOverwritten = false; // the tracker reported a repeated name: the numbers of that phase are unreliable
    bool isNoDispatch = false; // the log says that no operation was executed
    Warnings warnings;

    /// The name with the device number, if there is one. A run without a name is "Unknown", as in upstream's script.
    std::string title() const;
    /// The peak of the totals, else the last cumulative peak; in bytes.
    Bytes peak() const;
    /// The device memory that a CI export assumed, in bytes.
    Bytes deviceBytes() const;
};

/// The runs of a log, in the order in which they begin, and the warnings that belong to no run.
struct Runs {
    std::vector<Run> list;
    Warnings warnings;
};

/// The bytes of a memory over the phases of a run, one value for each phase. An unknown value repeats the one before
/// it.
struct Levels {
    std::vector<std::int64_t> level; // level after the phase, in bytes
    std::vector<std::int64_t> inside; // peak inside the phase, in bytes
    std::vector<std::uint8_t> knowsLevel; // 1 if the level is known
    std::vector<std::uint8_t> knowsInside;
    std::size_t peakPhase = 0; // the first phase with the highest known `inside`
    Bytes peak; // bytes; absent if no `inside` is known
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

/// The device memory, in bytes, that upstream's script assumes if nobody states it.
constexpr double kUsualDevice = 12.0 * 1024 * 1024 * 1024;

/// Returns the amount in MB. If the bytes are within 8 of an amount with two decimals, as the tracker prints, returns
/// that amount.
double writtenMegabytes(std::int64_t bytes);

/// The components of a CI export are copied from the export. If `usesActual` is true, "other" is computed from the
/// measured model and optimizer, else from the expected ones.
Components componentsOf(const Run& run, const GivenSizes& sizes, bool usesActual);

/// Splits the peak into parts, from what the phases before the peak left in memory. A backward pass frees the
/// activations. What remains after it counts as gradients. The parts add up to the peak of `levels`. If a part would
/// be negative, the result is only what was live before the phase and what was added inside it. The result is empty if
/// the peak or a level before it is unknown, or if the parts of an export do not add up to its peak. `levels` must be
/// the DRAM levels of the run.
std::vector<Part> peakParts(const Run& run, const Levels& levels);

/// A component and the bytes of it that are in memory after each phase.
struct HeldComponent {
    const char* name = ""; // "Model"
    const char* category = ""; // id of the category whose colour it has
    std::vector<std::int64_t> bytes;
};

/// Splits the level after each phase by the rules of peakParts(). The components add up to the level; those that never
/// hold a byte are left out. The result is empty if a level is unknown or a component would be negative. `levels` must
/// be the DRAM levels of the run.
std::vector<HeldComponent> heldComponents(const Run& run, const Levels& levels);

/// Returns for each phase how many bytes inside it are activations: those that earlier forward passes left, plus those
/// that a forward pass adds itself. The result is empty if a level, or the peak inside a phase, is unknown.
std::vector<std::int64_t> activationsInside(const Run& run, const Levels& levels);

/// One layer of a bar of upstream's histogram.
struct BarLayer {
    const char* label;
    const char* colour; // "#rrggbb"
    Component Components::*component;
};
/// The layers from the bottom up.
constexpr std::array kBarLayers = {
    BarLayer{"Other", "#cccccc", &Components::other},
    BarLayer{"Model Parameters", "#4da6b8", &Components::model},
    BarLayer{"Gradients Overhead", "#e789ab", &Components::overhead},
    BarLayer{"Optimizer State", "#cec0fa", &Components::optimizer},
    BarLayer{"Activations", "#e38a42", &Components::activations},
};

/// The user's settings for judging the runs of a log.
struct RunQuestion {
    /// "device_memory", "model_size", "optimizer_size", "gradients_size", as upstream's analyze_memory.py takes them.
    /// By default the device has what the run states, else kUsualDevice; a model has two bytes (bf16) for each
    /// parameter, an optimizer twice the model, for the two moments of AdamW, and gradients the size of the model.
    GivenSizes sizes;
    /// Use the measured model and optimizer, not the expected ones, in the histogram and for "other".
    bool usesActual = false;
};

/// A run with its components and its headroom. If the run does not state its number of parameters, that of the first
/// run of the log that states one is used.
struct JudgedRun {
    const Run* run = nullptr;
    Components components;
    /// The layers of its bar in bytes; all 0 if the peak is not known. They need not add up to the peak, because
    /// upstream's formulas use the expected size of the model.
    std::array<double, kBarLayers.size()> layers{};
    double deviceMemory = kUsualDevice; // in bytes; the run is compared with it
    bool isDeviceAssumed = false; // neither the file nor the user states deviceMemory; then headroom is absent
    bool isCountOfAnother = false; // the expected model size comes from another run's number of parameters
    Bytes peak; // as the tracker reports it
    Bytes headroom; // device memory minus the peak; negative if the run does not fit
    std::string name; // title of the run, with its rank if it has one

    /// Absent if the memory of the device is only assumed, as upstream's script does.
    std::optional<double> knownDevice() const { return isDeviceAssumed ? std::nullopt : std::optional(deviceMemory); }
};
/// Judges the runs of one log, in its order. The results refer to the runs, which must outlive them.
std::vector<JudgedRun> judge(const std::vector<const Run*>& runs, const RunQuestion& question);
/// Judges one run. `counted` is the first run of its log that states its number of parameters, or null.
JudgedRun judge(const Run& run, const Run* counted, const RunQuestion& question);

std::vector<const Run*> listOf(const Runs& runs);

/// The first run that states its number of parameters, or null.
const Run* firstCounted(const std::vector<const Run*>& runs);

} // namespace tidemark::tt
