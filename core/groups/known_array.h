#pragma once

#include "core/view/row_meanings.h"

#include <cstdint>
#include <set>
#include <string>
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

/// How sentences name the array, in its singular and its plural: "attention score matrix, attention score matrices".
/// Empty for None.
std::string_view wordsOf(KnownArray array);

/// The known arrays among the rows of a view. An activation that has the size of a vocabulary as a dimension has
/// logits, too. That is the larger dimension of a matrix whose argument path names an embedding or the head of a
/// language model; a size that another argument has as well is ambiguous.
class KnownArrays
{
public:
    /// `meanings` may be null. Both must outlive this object. Cost: describes each argument.
    KnownArrays(const Rows& rows, const RowMeanings* meanings);

    /// `facts` are those of the row, `stackedBy` is what stackedBy() returns.
    KnownArray of(RowId row, const Facts& facts, const std::string& stackedBy) const;
    /// If the row is a stack of the values that a loop computes, their op name.
    std::string stackedBy(RowId row, const Facts& facts) const;

private:
    bool isArgument(RowId row) const;
    bool hasVocabulary(const std::vector<std::int64_t>& dimensions) const;

    const Rows& m_rows;
    const RowMeanings* m_meanings;
    std::set<std::int64_t> m_vocabularies;
    std::set<std::int64_t> m_otherSizes; // dimensions of other arguments
};

/// The dimensions of "bf16[8,4,2048]". Empty for a tuple and for any other text.
std::vector<std::int64_t> dimensionsOf(std::string_view shapeWithoutLayout);

} // namespace tidemark
