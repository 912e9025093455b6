#include "core/groups/known_array.h"

#include "core/base/characters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace tidemark {
namespace {

constexpr std::int64_t kShortestSequence = 128;
constexpr std::int64_t kLeastVocabulary = 1000;
constexpr std::int64_t kLeastIterations = 2;

/// The operands and the result of an einsum: "qhd,khd->hqk".
struct Einsum {
    std::string_view left;
    std::string_view right;
    std::string_view result;
};

bool areLetters(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, isLetter);
}

/// An operand or the result of an einsum without the dots that stand for further batch dimensions.
std::string_view withoutDots(std::string_view text)
{
    constexpr std::string_view kDots = "...";
    return text.starts_with(kDots) ? text.substr(kDots.size()) : text;
}

/// Reads one part of an op name as an einsum of two operands. All members are empty if it is not one.
Einsum parseEinsum(std::string_view part)
{
    const std::size_t arrow = part.find("->");
    const std::size_t comma = part.find(',');
    if (arrow == std::string_view::npos || comma == std::string_view::npos || comma > arrow)
        return {};
    const Einsum einsum{withoutDots(part.substr(0, comma)), withoutDots(part.substr(comma + 1, arrow - comma - 1)),
                        withoutDots(part.substr(arrow + 2))};
    return areLetters(einsum.left) && areLetters(einsum.right) && areLetters(einsum.result) ? einsum : Einsum();
}

/// The first einsum in an op name.
Einsum einsumIn(std::string_view opName)
{
    while (!opName.empty()) {
        const std::size_t slash = opName.find('/');
        std::string_view part = opName.substr(0, slash);
        const std::size_t open = part.rfind('(');
        part = part.substr(open == std::string_view::npos ? 0 : open + 1);
        part = part.substr(0, part.find(')'));
        if (const Einsum einsum = parseEinsum(part); !einsum.result.empty())
            return einsum;
        if (slash == std::string_view::npos)
            return {};
        opName.remove_prefix(slash + 1);
    }
    return {};
}

/// Whether each pair of positions is compared: the result keeps a dimension that both operands share and has a
/// dimension of each operand alone, and both operands share a dimension that is summed.
bool comparesPositions(const Einsum& einsum)
{
    bool isShared = false;
    bool isOfLeft = false;
    bool isOfRight = false;
    for (const char dimension : einsum.result) {
        const bool inLeft = einsum.left.find(dimension) != std::string_view::npos;
        const bool inRight = einsum.right.find(dimension) != std::string_view::npos;
        isShared = isShared || (inLeft && inRight);
        isOfLeft = isOfLeft || (inLeft && !inRight);
        isOfRight = isOfRight || (inRight && !inLeft);
    }
    const bool isSummed = std::ranges::any_of(einsum.left, [&](char dimension) {
        return einsum.right.find(dimension) != std::string_view::npos
            && einsum.result.find(dimension) == std::string_view::npos;
    });
    return isShared && isOfLeft && isOfRight && isSummed;
}

/// Whether the operands of an einsum are queries and keys: only their last dimension is summed, so the result compares
/// positions. In the product of scores and values the operands sum over positions instead.
bool isOfQueriesAndKeys(const Einsum& einsum)
{
    const char last = einsum.left.back();
    return comparesPositions(einsum) && einsum.right.back() == last
        && einsum.result.find(last) == std::string_view::npos;
}

/// Whether the two largest dimensions are one sequence length and another one holds batches or heads.
bool hasSquareOfSequences(std::vector<std::int64_t> dimensions)
{
    if (dimensions.size() < 3)
        return false;
    std::ranges::sort(dimensions, std::greater());
    return dimensions[0] == dimensions[1] && dimensions[1] >= kShortestSequence;
}

/// Whether the two largest dimensions may be sequence lengths, one of them merged with a group of heads.
bool mayHaveSequences(std::vector<std::int64_t> dimensions)
{
    if (dimensions.size() < 3)
        return false;
    std::ranges::sort(dimensions, std::greater());
    return dimensions[1] >= kShortestSequence && dimensions[0] % dimensions[1] == 0;
}

template <std::size_t count>
bool holdsOneOf(const std::string& text, const std::array<std::string_view, count>& words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

/// Returns whether the path of an argument names an embedding or the head of a language model.
bool isVocabularyPath(std::string path)
{
    std::ranges::transform(path, path.begin(), toLower);
    static constexpr std::array<std::string_view, 5> kWords = {"embed", "wte", "vocab", "lm_head", "lm_logits"};
    const bool isPosition = path.find("pos") != std::string::npos;
    return !isPosition && holdsOneOf(path, kWords);
}

} // namespace

std::vector<std::int64_t> dimensionsOf(std::string_view shapeWithoutLayout)
{
    const std::size_t open = shapeWithoutLayout.find('[');
    if (open == std::string_view::npos || shapeWithoutLayout.starts_with('(') || !shapeWithoutLayout.ends_with(']'))
        return {};
    std::string_view list = shapeWithoutLayout.substr(open + 1, shapeWithoutLayout.size() - open - 2);
    std::vector<std::int64_t> dimensions;
    while (!list.empty()) {
        std::int64_t dimension = 0;
        const auto [end, error] = std::from_chars(list.data(), list.data() + list.size(), dimension);
        if (error != std::errc())
            return {};
        dimensions.push_back(dimension);
        list.remove_prefix(static_cast<std::size_t>(end - list.data()));
        if (!list.empty() && list.front() != ',')
            return {};
        list.remove_prefix(list.empty() ? 0 : 1);
    }
    return dimensions;
}

KnownArray knownArray(std::string_view opName, std::string_view shapeWithoutLayout)
{
    if (opName.empty())
        return KnownArray::None;
    std::string path(opName);
    std::ranges::transform(path, path.begin(), toLower);
    const std::vector<std::int64_t> dimensions = dimensionsOf(shapeWithoutLayout);
    const bool isOfAttention = holdsOneOf(path, std::array<std::string_view, 2>{"attention", "attn"});
    const Einsum einsum = einsumIn(opName);
    const bool isEinsum = !einsum.result.empty();
    if (hasSquareOfSequences(dimensions)) {
        const bool isOfSoftmax = isOfAttention || path.find("softmax") != std::string::npos;
        if (isEinsum ? comparesPositions(einsum) : isOfSoftmax && dimensions.size() > 3)
            return KnownArray::AttentionScores;
    }
    // A compiler may merge dimensions of the result of an einsum; its gradients have other shapes.
    const bool isResult = path.ends_with("/dot_general") && path.find("transpose(") == std::string::npos;
    if (isEinsum && isResult && isOfAttention && isOfQueriesAndKeys(einsum) && mayHaveSequences(dimensions))
        return KnownArray::AttentionScores;
    if (!isOfAttention && dimensions.size() >= 2
        && holdsOneOf(path, std::array<std::string_view, 3>{"logits", "lm_head", "unembed"}))
        return KnownArray::Logits;
    return KnownArray::None;
}

std::string_view wordsOf(KnownArray array)
{
    switch (array) {
    case KnownArray::AttentionScores:
        return "attention score matrix, attention score matrices";
    case KnownArray::Logits:
        return "logits";
    case KnownArray::None:
        break;
    }
    return {};
}

KnownArrays::KnownArrays(const Rows& rows, const RowMeanings* meanings)
    : m_rows(rows)
    , m_meanings(meanings)
{
    Facts facts;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const RowId row = RowId::at(i);
        if (!isArgument(row))
            continue;
        rows.describe(row, facts);
        const std::vector<std::int64_t> dimensions = dimensionsOf(facts.shapeWithoutLayout);
        if (dimensions.size() == 2 && isVocabularyPath(facts.label()))
            m_vocabularies.insert(std::max(dimensions[0], dimensions[1]));
        else if (dimensions.size() > 1)
            m_otherSizes.insert(dimensions.begin(), dimensions.end());
    }
}

KnownArray KnownArrays::of(RowId row, const Facts& facts, const std::string& stackedBy) const
{
    if (isArgument(row))
        return KnownArray::None;
    std::string category;
    if (m_meanings)
        category = m_meanings->standardCategoryOf(row).id;
    if (m_meanings && category != "activations" && category != "outputs")
        return KnownArray::None;
    const KnownArray named = knownArray(stackedBy.empty() ? facts.opName : stackedBy, facts.shapeWithoutLayout);
    if (named == KnownArray::None && category == "activations" && hasVocabulary(dimensionsOf(facts.shapeWithoutLayout)))
        return KnownArray::Logits;
    return named;
}

std::string KnownArrays::stackedBy(RowId row, const Facts& facts) const
{
    if (!m_meanings || !m_meanings->stackedBy || m_meanings->category[row.index()] == m_meanings->unknown())
        return {};
    const std::vector<std::int64_t> dimensions = dimensionsOf(facts.shapeWithoutLayout);
    if (dimensions.size() < 2 || dimensions[0] < kLeastIterations)
        return {};
    return m_meanings->stackedBy(row);
}

bool KnownArrays::isArgument(RowId row) const
{
    return m_rows.kind && m_rows.kindOf(row).id == RowKind::kParameter;
}

bool KnownArrays::hasVocabulary(const std::vector<std::int64_t>& dimensions) const
{
    return dimensions.size() >= 2 && std::ranges::any_of(dimensions, [this](std::int64_t size) {
               return size >= kLeastVocabulary && m_vocabularies.contains(size) && !m_otherSizes.contains(size);
           });
}

} // namespace tidemark
