#pragma once

#include "core/view/apply_rules.h"

namespace tidemark {

// "Seed 004" is a workflow that users wrote down: its script asks XProf's memory_viewer about each worker of a decode
// loop in JAX, whose arguments are params[…] and init_carry[…], and divides the peak by these names. These are its
// rules to the letter, for the same numbers, whatever the built-in ones know better: `attribution --rules seed-004`.

/// By the rules of that script: arguments alone, by their own paths, into kv_cache, model_params, other_carry_state and
/// other_parameter. Rows that are no arguments have the last category, whose id is empty, and no row has a role. Error
/// of kind Cancelled.
Result<RowMeanings> seed004Meanings(const View& view, const Progress& progress = {});

/// How many of these rows look like training: those in which the script of the same people finds gradients, optimizers
/// and their moments. It looks in XProf's label, the instruction, the op name and the shape with layout; the label is
/// "NAME: SHAPE # OP NAME" of these. Words end where ASCII letters do; the script knows letters of all languages.
/// Cost: describes each row.
std::size_t gradientHits(const View& view, std::span<const LiveRow> live);

/// A line of the table that the script of seed 004 prints, in its units and order: of sizes of the rows live when the
/// level as the tool shows it that made the file is highest.
struct Seed004Line {
    std::int64_t peakBytes = 0;
    std::int64_t argumentsBytes = 0;
    std::int64_t cacheBytes = 0; // arguments alone
    std::int64_t parametersBytes = 0; // arguments alone
    std::int64_t temporariesBytes = 0;
    std::int64_t outputsBytes = 0;
    std::uint64_t gradientHits = 0;
};

/// gradientHits() of the rows live at a step.
struct GradientHits {
    StepId step;
    std::uint64_t hits = 0;
};

/// `known` are taken over where they are of its step. Error of kind Cancelled.
Result<Seed004Line> seed004Line(const View& view, const Progress& progress = {},
                                const std::optional<GradientHits>& known = {});

} // namespace tidemark
