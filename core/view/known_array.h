#pragma once

#include "core/view/rows.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark {

/// Arrays of machine-learning programs that engineers know by name.
enum class KnownArray : std::uint8_t { None, AttentionScores, Logits };

/// Recognises an array by its operation and its shape. Attention scores have a batch or head dimension and two equal
/// sequence dimensions of at least 128, which are the largest. Their operation is an einsum such as "qhd,khd->hqk",
/// whose result has a shared dimension and one of each operand alone, or it belongs to a softmax or to attention. The
/// result of such an einsum in attention also counts where a dimension is a multiple of the other, as the compiler may
/// have merged heads into it. Logits belong to an operation whose path names logits or the head of a language model.
/// An array without an op name is None. Cost: linear in the texts.
KnownArray knownArray(std::string_view opName, std::string_view shapeWithoutLayout);

/// The dimensions of "bf16[8,4,2048]". Empty for a tuple and for any other text.
std::vector<std::int64_t> dimensionsOf(std::string_view shapeWithoutLayout);

} // namespace tidemark
