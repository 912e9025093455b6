#pragma once

#include "core/tenstorrent/tt_train/train_log_reader.h"
#include "core/view/curve.h"
#include "core/view/given_sizes.h"

namespace tidemark::tt {

/// The device memory, in bytes, that upstream's script assumes if nobody states it.
constexpr double kUsualDevice = 12.0 * 1024 * 1024 * 1024;

/// The sizes that a user states for the device and the model, in bytes, as upstream's analyze_memory.py takes them. An
/// absent size was not stated.
struct Sizes {
    std::optional<double> deviceMemory; // default: what the run states, else kUsualDevice
    std::optional<double> model; // default: two bytes (bf16) for each parameter
    std::optional<double> optimizer; // default: twice the model, for the two moments of AdamW
    std::optional<double> gradients; // default: the size of the model
};
Sizes sizesOf(const GivenSizes& given);
GivenSizes givenSizes(const Sizes& sizes);

/// Returns the amount in MB. If the bytes are within 8 of an amount with two decimals, as the tracker prints, returns
/// that amount.
double writtenMegabytes(std::int64_t bytes);

/// The expected and the measured size of one component of a run, in bytes.
struct Component {
    const char* id = ""; // "model"
    const char* name = ""; // "Model"
    const char* category = ""; // id of the category whose colour it has
    std::optional<double> expected;
    std::optional<std::int64_t> actual;
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
/// The components of a CI export are copied from the export.
struct Components {
    Component model{"model", "Model", "model_parameters", {}, {}};
    Component optimizer{"optimizer", "Optimizer", "optimizer_state", {}, {}};
    Component activations{"activations", "Activations", "activations", {}, {}};
    Component gradients{"gradients", "Gradients", "gradients", {}, {}};
    Component overhead{"gradients_overhead", "Gradients overhead", "gradients_overhead", {}, {}};
    Component other{"other", "Other", "other", {}, {}};

    std::vector<Component> list() const { return {model, optimizer, activations, gradients, overhead, other}; }
};

/// If `usesActual` is true, "other" is computed from the measured model and optimizer, else from the expected ones.
Components componentsOf(const Run& run, const Sizes& sizes, bool usesActual);

/// Splits the peak into parts, from what the phases before the peak left in memory. A backward pass frees the
/// activations, and the rest of what it leaves are gradients. The parts add up to the peak of `levels`. If a part would
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

/// The user's settings for judging the runs of a log.
struct RunQuestion {
    Sizes sizes;
    /// Use the measured model and optimizer, not the expected ones, in the histogram and for "other".
    bool usesActual = false;
};

/// A run with its components and its headroom. If the run does not state its number of parameters, that of the first
/// run of the log that states one is used.
struct JudgedRun {
    const Run* run = nullptr;
    Components components;
    double deviceMemory = kUsualDevice; // in bytes; the run is compared with it
    bool isDeviceAssumed = false; // neither the file nor the user states deviceMemory; then headroom is absent
    bool isCountOfAnother = false; // the expected model size comes from another run's number of parameters
    std::optional<std::int64_t> peak; // as the tracker reports it
    std::optional<std::int64_t> headroom; // device memory minus the peak; negative if the run does not fit
    std::string name; // title of the run, with its rank if it has one

    /// The memory of the device in bytes, as the file or the user states it. Absent if it is only assumed, as
    /// upstream's script does.
    std::optional<double> knownDevice() const { return isDeviceAssumed ? std::nullopt : std::optional(deviceMemory); }
};
/// Judges the runs of one log, in its order. The results refer to the runs, which must outlive them.
std::vector<JudgedRun> judge(const std::vector<const Run*>& runs, const RunQuestion& question);
/// Judges one run. `counted` is the first run of its log that states its number of parameters, or null.
JudgedRun judge(const Run& run, const Run* counted, const RunQuestion& question);

std::vector<const Run*> listOf(const Runs& runs);

/// The first run that states its number of parameters, or null.
const Run* firstCounted(const std::vector<const Run*>& runs);

/// One layer of a bar of upstream's histogram.
struct BarLayer {
    const char* label;
    std::uint32_t colour; // 0xRRGGBB
    Component Components::*component;
};
/// The layers from the bottom up.
constexpr std::array kBarLayers = {
    BarLayer{"Other", 0xcccccc, &Components::other},
    BarLayer{"Model Parameters", 0x4da6b8, &Components::model},
    BarLayer{"Gradients Overhead", 0xe789ab, &Components::overhead},
    BarLayer{"Optimizer State", 0xcec0fa, &Components::optimizer},
    BarLayer{"Activations", 0xe38a42, &Components::activations},
};

/// The bar of a run, in bytes. The layers need not add up to the total, because upstream's formulas use the expected
/// size of the model.
struct RunBar {
    std::array<double, kBarLayers.size()> layers{};
    std::optional<std::int64_t> total; // the peak; absent if it is not known, and then there is no bar
    bool fits(double deviceMemory) const { return static_cast<double>(total.value_or(0)) <= deviceMemory; }
};
RunBar barOf(const JudgedRun& run, bool usesActual);

} // namespace tidemark::tt
