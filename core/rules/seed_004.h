#pragma once

#include "core/rules/apply_rules.h"

namespace tidemark {

// "Seed 004" is a workflow that users wrote down. Its script asks XProf's memory_viewer about each worker of a JAX
// decode loop whose arguments are params[…] and init_carry[…], and divides the peak by these names. `attribution
// --rules seed-004` applies its rules literally to produce the same numbers, even where the built-in rules are more
// accurate.

/// Categories by the rules of that script: only arguments, by their paths, into kv_cache, model_params,
/// other_carry_state and other_parameter. Other rows have the last category, whose id is empty, and no row has a role.
/// Errors: Cancelled.
Result<RowMeanings> seed004Meanings(const View& view, const Progress& progress = {});

/// The number of these rows that look like training: those in which the script finds gradients, optimizers and their
/// moments. It searches XProf's label, the instruction, the op name and the shape with layout; the label is "NAME:
/// SHAPE # OP NAME". Words end at the last ASCII letter, while the script knows letters of all languages. Cost:
/// describes each row.
std::size_t gradientHits(const View& view, std::span<const LiveRow> live);

/// A line of the table that the script of seed 004 prints, in its units and order. It covers the rows that are live
/// when the level shown by XProf is highest.
struct Seed004Line {
    std::int64_t peakBytes = 0;
    std::int64_t argumentsBytes = 0;
    std::int64_t cacheBytes = 0; // only arguments
    std::int64_t parametersBytes = 0; // only arguments
    std::int64_t temporariesBytes = 0;
    std::int64_t outputsBytes = 0;
    std::uint64_t gradientHits = 0;
};

/// gradientHits() of the rows that are live at a step.
struct GradientHits {
    StepId step;
    std::uint64_t hits = 0;
};

/// `known` values are reused if they belong to its step. Errors: Cancelled.
Result<Seed004Line> seed004Line(const View& view, const Progress& progress = {},
                                const std::optional<GradientHits>& known = {});

} // namespace tidemark
