#pragma once

#include "core/compare/comparison.h"

#include <vector>

namespace tidemark {

/// The changes of the programs that explain a comparison, in words about B, the change of most bytes first:
///
///     init_carry[2] and init_carry[3] have 24 instead of 16 in dimension 1 and take 1.62 GiB more
///     6 activations are f32 instead of bf16 and take 136 MiB more
///     24 activations have 32 instead of 16 in a dimension and take 160 MiB more
///     128 MiB less is donated
///     activations are recomputed in the backward pass, in A they are saved
///     6 stacks of loop iterations hold 768 MiB, in A there are none
///     mlp/dot_general holds 12 more buffers, 512 MiB
///
/// Arrays count as the same if their paths in the program are equal. Empty for messages, which only
/// list some buffers, and for two steps of one view. Cost: describes the compared rows.
std::vector<AmountText> causesOf(const Comparison& comparison);

/// The backward pass of a program with these rows. Cost: identifies all rows.
BackwardPass backwardPassOf(const Rows& rows);

} // namespace tidemark
