#include "core/advice/attention_kernel.h"
#include "core/base/text.h"
#include "core/xla/advice/advice.h"

#include "core/groups/known_array.h"
#include "core/shapes/array_shape.h"

#include <algorithm>
#include <functional>
#include <set>

namespace tidemark::xla {
namespace {

/// Returns whether the row holds attention scores of one layer, a loop's stack of scores, or gradients of scores.
bool holdsScores(const Evidence& evidence, RowId row)
{
    if (!evidence.isTemporary(row) || !evidence.isOf(row, {Category::Activations}) || evidence.isNegligible(row))
        return false;
    std::string path = evidence.attribution().stackedOpName(evidence.meaning(row));
    if (const InstructionId definer = evidence.definer(row); path.empty() && definer)
        path = validUtf8(evidence.plan().module().instruction(definer).opName);
    return knownArray(path, shapeTextWithoutLayout(evidence.shape(row))) == KnownArray::AttentionScores;
}

std::vector<RowId> scoresOf(const Evidence& evidence)
{
    std::vector<RowId> scores;
    for (const RowId row : evidence.rows())
        if (evidence.room().isDeviceMemory && holdsScores(evidence, row))
            scores.push_back(row);
    return scores;
}

/// Returns a proposal that gives each row the size that `sizeOf` returns. Its text names the scores and ends with
/// `why`. No proposals if no scores are live at the peak.
std::vector<Proposal> changed(const Evidence& evidence, const std::vector<RowId>& scores,
                              const std::vector<RowId>& rows, const std::function<std::int64_t(RowId)>& sizeOf,
                              const std::string& why)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : rows)
        proposal.change(evidence.sum().resized(row, sizeOf(row)));
    finding.rows = scores;
    evidence.keepAtPeak(finding.rows);
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "array")
        + " of attention scores, %1 at the peak: " + evidence.names(finding.rows) + ". " + why;
    return {std::move(proposal)};
}

std::vector<Proposal> attentionKernel(const Evidence& evidence)
{
    const std::vector<RowId> scores = scoresOf(evidence);
    return changed(
        evidence, scores, scores, [](RowId) { return std::int64_t{0}; }, attention_kernel::kText);
}

/// Returns the lengths of the sequences of scores with these dimensions: the dimension that occurs twice, for queries
/// and for keys, or else the last two dimensions. Empty if the dimensions do not show it, as in f32[128,4,128,128].
std::vector<std::int64_t> lengthsOf(const std::vector<std::int64_t>& dimensions)
{
    if (dimensions.size() < 3)
        return {};
    const std::int64_t queries = dimensions[dimensions.size() - 2];
    const std::int64_t keys = dimensions.back();
    const std::int64_t shorter = std::min(queries, keys);
    std::set<std::int64_t> repeated;
    if (queries == keys)
        repeated.insert(keys);
    // Batches and heads may be equally many, but they are fewer than positions.
    for (const std::int64_t dimension : dimensions)
        if (queries != keys && dimension > shorter && std::ranges::count(dimensions, dimension) > 1)
            repeated.insert(dimension);
    if (repeated.empty())
        return shorter > 1 ? std::vector{queries, keys} : std::vector<std::int64_t>();
    const std::int64_t length = *repeated.begin();
    const bool isClear = repeated.size() == 1 && length > 1 && std::ranges::count(dimensions, length) == 2;
    return isClear ? std::vector{length} : std::vector<std::int64_t>();
}

/// Returns the lengths of the sequences of the largest scores. Empty if they are not known.
std::vector<std::int64_t> sequencesOf(const Evidence& evidence, std::vector<RowId> scores)
{
    if (scores.empty())
        return {};
    evidence.sum().sortBySize(scores);
    return lengthsOf(readArrayShape(evidence.shape(scores.front())).dimensions);
}

/// Returns whether an argument that does not hold data has a dimension of this size. The size of a dimension does not
/// show then whether it is the sequence.
bool isSizeOfOthers(const Evidence& evidence, std::int64_t size)
{
    for (const RowId row : evidence.rows()) {
        if (!evidence.isArgument(row) || evidence.isOf(row, {Category::Inputs}))
            continue;
        const std::vector<std::int64_t> dimensions = readArrayShape(evidence.shape(row)).dimensions;
        if (std::ranges::find(dimensions, size) != dimensions.end())
            return true;
    }
    return false;
}

std::vector<Proposal> shorterSequence(const Evidence& evidence)
{
    const std::vector<RowId> scores = scoresOf(evidence);
    const std::vector<std::int64_t> lengths = sequencesOf(evidence, scores);
    if (lengths.empty())
        return {};
    const auto halved = [&](RowId row) {
        std::int64_t size = evidence.size(row);
        for (const std::int64_t dimension : readArrayShape(evidence.shape(row)).dimensions)
            if (std::ranges::find(lengths, dimension) != lengths.end())
                size -= size / 2;
        return size;
    };
    std::vector<RowId> rows = scores;
    if (std::ranges::none_of(lengths, [&](std::int64_t length) { return isSizeOfOthers(evidence, length); })) {
        rows.clear();
        for (const RowId row : evidence.rows())
            if (evidence.isOf(row, {Category::Inputs, Category::Activations, Category::Outputs})
                && !evidence.isNegligible(row) && halved(row) < evidence.size(row))
                rows.push_back(row);
    }
    const std::string why = lengths.size() == 1
        ? "They grow with the square of the sequence length " + groupedNumber(lengths.front())
        : "They grow with both sequence lengths, " + groupedNumber(lengths.front()) + " and "
            + groupedNumber(lengths.back());
    return changed(evidence, scores, rows, halved, why);
}

std::vector<Proposal> shardedHeads(const Evidence& evidence)
{
    const std::vector<RowId> scores = scoresOf(evidence);
    return changed(
        evidence, scores, scores, [&](RowId row) { return evidence.size(row) - evidence.size(row) / 2; },
        "Each device now holds the scores of all heads");
}

} // namespace

constinit const PlanRule kAttentionKernel{
    attention_kernel::kId, attention_kernel::kLabel, attention_kernel::kAssumption, attention_kernel::kSource, true,
    attentionKernel,
};

constinit const PlanRule kShorterSequence{
    "shorter_sequence",
    "Sequences of half the length",
    "The scores need a quarter of their memory, and other arrays of the sequence half of it. An array is left out if the size of its dimension does not show that it is the sequence.",
    "Shapes of the attention scores",
    true,
    shorterSequence,
    false, // it changes the result of a step
};

constinit const PlanRule kShardedHeads{
    "sharded_heads",
    "Shard attention heads over two devices",
    "Each device computes half of the heads. Its queries, keys, values and weights of attention are then smaller as well, which is not counted.",
    "Shapes of the attention scores",
    true,
    shardedHeads,
    false, // it needs a second device
};

} // namespace tidemark::xla
