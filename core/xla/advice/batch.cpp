#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include "core/shapes/array_shape.h"

#include <algorithm>
#include <map>

namespace tidemark::xla {
namespace {

/// Returns the batch size: the first dimension of the arguments that hold the batch. If they differ, the one with the
/// most bytes counts. Returns 0 when none is above 1.
std::int64_t batchSize(const Evidence& evidence)
{
    std::map<std::int64_t, std::int64_t> bytes;
    for (const RowId row : evidence.rows()) {
        if (!evidence.isArgument(row) || !evidence.isOf(row, {Category::Inputs}))
            continue;
        const ArrayShape shape = readArrayShape(evidence.shape(row));
        if (!shape.dimensions.empty() && shape.dimensions.front() > 1)
            bytes[shape.dimensions.front()] += evidence.size(row);
    }
    const auto most = std::ranges::max_element(bytes, {}, [](const auto& entry) { return entry.second; });
    return most == bytes.end() ? 0 : most->first;
}

/// Returns whether an array depends on the data and grows with the batch. That is so if one of its dimensions is the
/// batch size, or the first one is a multiple of it. Other dimensions may be multiples by chance.
bool growsWith(const Evidence& evidence, RowId row, std::int64_t batch)
{
    if (!evidence.isOf(row, {Category::Inputs, Category::Activations, Category::Outputs}))
        return false;
    const std::vector<std::int64_t> dimensions = readArrayShape(evidence.shape(row)).dimensions;
    return std::ranges::find(dimensions, batch) != dimensions.end()
        || (!dimensions.empty() && dimensions.front() > 0 && dimensions.front() % batch == 0);
}

std::vector<Proposal> halfBatch(const Evidence& evidence)
{
    const std::int64_t batch = evidence.room().isDeviceMemory ? batchSize(evidence) : 0;
    if (batch == 0)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (!evidence.isNegligible(row) && growsWith(evidence, row, batch))
            proposal.change(evidence.sum().resized(row, evidence.size(row) - evidence.size(row) / 2));
    evidence.keepAtPeak(finding.rows);
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "array") + " at the peak, %1, with a dimension of the batch of "
        + std::to_string(batch) + ": " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kHalfBatch{
    "half_batch",
    "Use microbatches of half the batch",
    "Each of these arrays is half as large with half the batch. Gradients that are summed over two microbatches need extra memory.",
    "First dimension of the inputs, found in the shapes of activations",
    true,
    halfBatch,
    false, // it changes the result of a step
};

} // namespace tidemark::xla
