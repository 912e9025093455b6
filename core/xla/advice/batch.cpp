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

/// Returns the bytes for the sums of gradients over microbatches, in addition to the gradients that are live at the
/// peak. Each trained weight needs one sum.
std::int64_t sumsOfGradients(const Evidence& evidence)
{
    std::int64_t bytes = 0;
    for (const RowId row : evidence.rows()) {
        const ArgumentId argument = evidence.argument(row);
        if (argument && evidence.isOf(row, {Category::ModelParameters})
            && evidence.attribution().values().updates().of(argument))
            bytes += evidence.size(row);
        if (evidence.isOf(row, {Category::Gradients}) && evidence.sum().isAtPeak(row))
            bytes -= evidence.size(row);
    }
    return std::max<std::int64_t>(0, bytes);
}

std::vector<Proposal> halfBatch(const Evidence& evidence)
{
    const std::int64_t batch = evidence.room().isDeviceMemory ? batchSize(evidence) : 0;
    if (batch == 0)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    std::vector<RowId> rows;
    for (const RowId row : evidence.rows())
        if (!evidence.isNegligible(row) && growsWith(evidence, row, batch))
            rows.push_back(row);
    evidence.keepAtPeak(rows);
    evidence.sum().sortBySize(rows);
    std::int64_t sums = sumsOfGradients(evidence); // microbatches add this memory, so less is saved
    for (const RowId row : rows) {
        const std::int64_t added = std::min(sums, evidence.size(row) / 2);
        sums -= added;
        proposal.change(evidence.sum().resized(row, evidence.size(row) - evidence.size(row) / 2 + added));
    }
    for (const RowId row : evidence.rows())
        if (!evidence.sum().isAtPeak(row) && !evidence.isNegligible(row) && growsWith(evidence, row, batch))
            proposal.changes.push_back(evidence.sum().resized(row, evidence.size(row) - evidence.size(row) / 2));
    finding.isUpperBound = true; // the compiler may keep arrays of both microbatches
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
    "Each of these arrays is half as large with half the batch. The gradients that are summed over two microbatches are counted.",
    "First dimension of the inputs, found in the shapes of activations",
    true,
    halfBatch,
    false, // it changes the result of a step
};

} // namespace tidemark::xla
