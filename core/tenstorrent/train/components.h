#pragma once

#include "core/tenstorrent/train/levels.h"
#include "core/view/curve.h"
#include "core/view/said_sizes.h"

namespace tidemark::tt {

/// What upstream takes for the memory of a device where nobody says it.
constexpr double kUsualDevice = 12.0 * 1024 * 1024 * 1024;

/// What a user says of device and model, in bytes, as upstream's analyze_memory.py takes it; absent: not said.
struct Sizes {
    std::optional<double> deviceMemory; // else what the run tells, else kUsualDevice
    std::optional<double> model; // else two bytes (bf16) for each parameter
    std::optional<double> optimizer; // else twice the model: the two moments of AdamW
    std::optional<double> gradients; // else the model
};
Sizes sizesOf(const SaidSizes& said);
SaidSizes saidSizes(const Sizes& sizes);

/// What was expected and what the log tells.
struct Component {
    const char* id = ""; // "model"
    std::optional<double> expected;
    std::optional<std::int64_t> actual;
    /// Of what was expected, 0 where nothing was; absent where one of them is.
    std::optional<double> differencePercent() const;
    /// What a bar has of it: what was expected, if anything was and is not to be measured; 0 where the run has no such
    /// phase.
    double shown(bool usesActual) const;
};

/// A run taken apart, with upstream's formulas where its phases are upstream's:
/// - model, optimizer: the change of MODEL_CREATION and OPTIMIZER_CREATION;
/// - activations: the change of FORWARD_PASS; where snapshots inside it stand before it, the sum of all since the
///   optimizer's or the backward's phase; of several micro batches the largest, as they are never there together;
/// - gradients: what the last BACKWARD_PASS leaves above what OPTIMIZER_CREATION left;
/// - gradients_overhead: the largest segment peak of a BACKWARD_PASS;
/// - other: what the peak has beyond model, optimizer, activations and that overhead, at least 0; not known where a
///   phase of one of them does not tell its number.
/// Of what CI kept these are its parts.
struct Components {
    Component model{"model", {}, {}};
    Component optimizer{"optimizer", {}, {}};
    Component activations{"activations", {}, {}};
    Component gradients{"gradients", {}, {}};
    Component overhead{"gradients_overhead", {}, {}};
    Component other{"other", {}, {}};

    std::vector<Component> list() const { return {model, optimizer, activations, gradients, overhead, other}; }
};

/// `usesActual`: "other" is what is beyond the measured model and optimizer, not beyond the expected ones.
Components componentsOf(const Run& run, const Sizes& sizes, bool usesActual);

/// What the peak is made of where it is, from what the phases before it left: a backward pass frees the activations,
/// and what else it leaves are gradients. They add up to the peak of `levels`; fewer where that would make a part of
/// less than nothing, and none where the numbers do not tell. `levels` are those of DRAM of the run.
std::vector<Part> peakParts(const Run& run, const Levels& levels);

/// How many bytes of each phase's inside are activations: those that forward passes left, and what a forward pass adds
/// itself. Empty where the numbers do not tell.
std::vector<std::int64_t> activationsInside(const Run& run, const Levels& levels);

} // namespace tidemark::tt
