#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include "core/shapes/array_shape.h"
#include "core/view/known_array.h"

#include <algorithm>
#include <functional>

namespace tidemark::xla {
namespace {

/// Returns whether the row holds attention scores: those of one layer, those that a loop stacks, or their gradients.
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

/// Returns a proposal that gives each row the size that `sizeOf` returns. Its text names the scores. No proposals if no
/// scores are live at the peak.
std::vector<Proposal> changed(const Evidence& evidence, const std::vector<RowId>& rows,
                              const std::function<std::int64_t(RowId)>& sizeOf, const char* how)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : rows)
        proposal.change(evidence.sum().resized(row, sizeOf(row)));
    finding.rows = scoresOf(evidence);
    evidence.keepAtPeak(finding.rows);
    finding.isUpperBound = true; // the compiler orders the smaller program in another way
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "array") + " of attention scores at the peak, %1" + how + ": "
        + evidence.names(finding.rows);
    return {std::move(proposal)};
}

std::vector<Proposal> attentionKernel(const Evidence& evidence)
{
    return changed(
        evidence, scoresOf(evidence), [](RowId) { return std::int64_t{0}; }, ", that a kernel does not store");
}

/// Returns the length of the sequence: the largest dimension of the largest scores. 0 if there are no scores.
std::int64_t sequenceOf(const Evidence& evidence, std::vector<RowId> scores)
{
    if (scores.empty())
        return 0;
    evidence.sum().sortBySize(scores);
    return std::ranges::max(readArrayShape(evidence.shape(scores.front())).dimensions);
}

/// Returns whether an argument that does not hold data has a dimension of this size. The size of a dimension does not
/// tell then whether it is the sequence.
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
    std::vector<RowId> rows = scoresOf(evidence);
    const std::int64_t sequence = sequenceOf(evidence, rows);
    if (sequence == 0)
        return {};
    const auto halved = [&](RowId row) {
        std::int64_t size = evidence.size(row);
        for (const std::int64_t dimension : readArrayShape(evidence.shape(row)).dimensions)
            if (dimension == sequence)
                size -= size / 2;
        return size;
    };
    if (!isSizeOfOthers(evidence, sequence)) {
        rows.clear();
        for (const RowId row : evidence.rows())
            if (evidence.isOf(row, {Category::Inputs, Category::Activations, Category::Outputs})
                && !evidence.isNegligible(row) && halved(row) < evidence.size(row))
                rows.push_back(row);
    }
    const std::string how = ", that grow with the square of the sequence of " + groupedNumber(sequence);
    return changed(evidence, rows, halved, how.c_str());
}

std::vector<Proposal> shardedHeads(const Evidence& evidence)
{
    return changed(
        evidence, scoresOf(evidence), [&](RowId row) { return evidence.size(row) - evidence.size(row) / 2; },
        ", that each device holds for all of its heads");
}

} // namespace

constinit const PlanRule kAttentionKernel{
    "attention_kernel",
    "Flash or splash attention",
    "The kernel computes the scores in blocks and never stores all of them. What it keeps for the backward pass instead is not counted: padded queries, keys, values and results, and a value for each row of scores.",
    "JAX, jax.experimental.pallas.ops.tpu.splash_attention; jax.nn.dot_product_attention on a GPU; Dao et al. 2022 (arXiv 2205.14135)",
    true,
    attentionKernel,
};

constinit const PlanRule kShorterSequence{
    "shorter_sequence",
    "Sequences of half the length",
    "The scores need a quarter of their memory, and other arrays of the sequence half of it. An array is left out if the size of its dimension does not tell that it is the sequence.",
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
