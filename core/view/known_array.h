#pragma once

#include "core/view/rows.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark {

/// Arrays of machine-learning programs that engineers know by name.
enum class KnownArray : std::uint8_t { None, AttentionScores, Logits };

/// Recognises an array by its operation and its shape. Attention scores are an array with two equal sequence dimensions
/// of at least 128 and a batch or head dimension. Their operation is an einsum such as "qhd,khd->hqk" whose result
/// has a shared dimension and one dimension from each operand only, or it belongs to a softmax or to attention. Logits
/// belong to an operation whose path names logits, the language-model head, the vocabulary or the cross entropy.
/// Nothing else decides: an array without an op name is None. Cost: linear in the texts.
KnownArray knownArray(std::string_view opName, std::string_view shapeWithoutLayout);

/// The dimensions of "bf16[8,4,2048]". Empty for a tuple and for any other text.
std::vector<std::int64_t> dimensionsOf(std::string_view shapeWithoutLayout);

} // namespace tidemark
