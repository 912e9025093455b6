#pragma once

#include "core/view/apply_rules.h"

namespace tidemark {

/// The rules by which people have split such programs by hand: arguments alone, by their own paths, into kv_cache,
/// model_params, other_carry_state and other_parameter.
RuleSet seed004Rules();

/// By these rules alone: rows that are no arguments have the last category, whose id is empty, and no row has a role.
/// Error of kind Cancelled.
Result<RowMeanings> seed004Meanings(const View& view, const Progress& progress = {});

/// How many of these rows look like training: those in which the script of the same people finds gradients, optimizers
/// and their moments. It looks in XProf's label, the instruction, the op name and the shape with layout; the label is
/// "NAME: SHAPE # OP NAME" of these. Words end where ASCII letters do; the script knows letters of all languages.
/// Cost: describes each row.
std::size_t gradientHits(const View& view, std::span<const LiveRow> live);

} // namespace tidemark
