#include "core/advice/large_rows.h"
#include "core/advice/layouts.h"
#include "core/advice/words.h"
#include "core/base/text.h"
#include "core/oom/advice_rules.h"
#include "core/oom/printed_shape.h"
#include "core/shapes/element_type.h"
#include "core/view/op_path.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tidemark::oom {
namespace {

using Key = std::pair<std::string, std::int64_t>; // shape and size

Key keyOf(const ReportEvidence& evidence, RowId row)
{
    return {evidence.allocation(row).shape, evidence.size(row)};
}

std::vector<Proposal> donation(const ReportEvidence& evidence)
{
    std::map<Key, int> arguments; // number of arguments that no output has taken yet
    for (const RowId row : evidence.rows())
        if (evidence.isOf(row, RowKind::kParameter) && !evidence.allocation(row).shape.empty())
            ++arguments[keyOf(evidence, row)];
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (const auto found = arguments.find(keyOf(evidence, row));
            evidence.isOf(row, RowKind::kOutput) && found != arguments.end() && found->second-- > 0)
            proposal.change(evidence.sum().gone(row));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = counted(finding.rows.size(), "output")
        + ", %1, could reuse the memory of arguments of the same shape and type: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

/// Returns the size of a float32 row as bfloat16, and the row's own size for other types.
std::int64_t narrowed(const ReportEvidence& evidence, RowId row)
{
    const std::int64_t size = evidence.size(row);
    auto shape = readShape(evidence.allocation(row).shape);
    if (!shape || shape->type != kFloat32)
        return size;
    if (paddedBytes(*shape) != size)
        return size - size / 2; // the layout is not known
    shape->type = kBfloat16;
    if (shape->layout)
        narrowTiles(shape->layout->tiles);
    return std::min(size, paddedBytes(*shape).value_or(size));
}

std::vector<Proposal> narrow(const ReportEvidence& evidence, bool isInterface)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        if (evidence.isNegligible(row) || !(isInterface ? evidence.isInterface(row) : evidence.mayBeTemporary(row)))
            continue;
        if (const std::int64_t size = narrowed(evidence, row); size < evidence.size(row))
            proposal.change(evidence.sum().resized(row, size));
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = counted(finding.rows.size(), isInterface ? "argument or output" : "buffer",
                           isInterface ? "arguments and outputs" : "buffers")
        + " of float32, %1: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

std::vector<Proposal> float32Arguments(const ReportEvidence& evidence)
{
    return narrow(evidence, true);
}

std::vector<Proposal> float32Temporaries(const ReportEvidence& evidence)
{
    return narrow(evidence, false);
}

/// Returns the order of dimensions that takes least memory with the array's own tiles.
std::optional<DimensionOrder> bestOrder(const ReportEvidence& evidence, RowId row)
{
    auto shape = readShape(evidence.allocation(row).shape);
    if (!shape || !shape->layout)
        return std::nullopt;
    return leastTiledOrder({shape->layout->minorToMajor, evidence.size(row)}, shape->layout->tiles,
                           [&shape](const std::vector<std::int64_t>& order) {
                               shape->layout->minorToMajor = order;
                               return paddedBytes(*shape);
                           });
}

std::vector<Proposal> padding(const ReportEvidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    std::int64_t most = 0; // largest saving of one array, in bytes
    std::string example;
    for (const RowId row : evidence.rows()) {
        const auto order = evidence.isNegligible(row) ? std::nullopt : bestOrder(evidence, row);
        if (!order)
            continue;
        proposal.change(evidence.sum().resized(row, order->bytes));
        if (evidence.size(row) - order->bytes <= most)
            continue;
        most = evidence.size(row) - order->bytes;
        finding.amounts = {order->bytes, evidence.size(row)};
        example = evidence.name(row) + " " + plainWords(validUtf8(evidence.allocation(row).shape))
            + " would take %2 instead of %3 with the dimensions in the order " + orderText(order->minorToMajor);
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.isUpperBound = true;
    finding.text = counted(finding.rows.size(), "array") + ", %1, padded by the tiles: " + example;
    return {std::move(proposal)};
}

std::vector<Proposal> largeTemporary(const ReportEvidence& evidence)
{
    return splitLargeRows(evidence, &ReportEvidence::mayBeTemporary, "buffer");
}

/// Buffers of equal shape from several layers of a forward pass that the backward pass reads, judged by the framework's
/// names.
struct Layers {
    std::string name;
    std::vector<RowId> rows;
    std::int64_t each = 0;
};

bool waitsForBackward(const std::string& opName)
{
    const auto has = [&](const char* word) { return opName.find(word) != std::string::npos; };
    return has("jvp(") && !has("transpose(") && !has("rematted_computation");
}

/// The groups, the largest first.
std::vector<Layers> layersOf(const ReportEvidence& evidence)
{
    constexpr std::size_t kLeastLayers = 3;
    std::map<std::string, Layers> groups;
    for (const RowId row : evidence.rows()) {
        const Allocation& allocation = evidence.allocation(row);
        if (!evidence.mayBeTemporary(row) || !waitsForBackward(allocation.opName) || evidence.isNegligible(row))
            continue;
        const std::string shape = validUtf8(allocation.shape).substr(0, allocation.shape.find('{'));
        const std::string name = opPath(withoutNumbers(validUtf8(allocation.opName))) + " " + shape;
        Layers& layers = groups[name + " " + std::to_string(evidence.size(row))];
        layers.name = name;
        layers.each = evidence.size(row);
        layers.rows.push_back(row);
    }
    std::vector<Layers> result;
    for (auto& [key, layers] : groups)
        if (layers.rows.size() >= kLeastLayers)
            result.push_back(std::move(layers));
    std::ranges::stable_sort(result, std::greater(), &Layers::each);
    return result;
}

std::vector<Proposal> rematerialization(const ReportEvidence& evidence)
{
    const std::vector<Layers> groups = layersOf(evidence);
    Proposal proposal;
    Finding& finding = proposal.finding;
    // A recomputed buffer is live in one layer at a time. If there is only one buffer per layer, about √n of n are
    // kept.
    const bool isOneEach = groups.size() == 1;
    for (std::size_t i = 0; i + (isOneEach ? 0 : 1) < groups.size(); ++i) {
        const std::vector<RowId>& rows = groups[i].rows;
        const auto part = isOneEach ? static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(rows.size()))))
                                    : rows.size();
        for (std::size_t at = 0; at < rows.size(); ++at)
            if (at % part != 0)
                proposal.change(evidence.sum().gone(rows[at]));
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.amounts.push_back(groups.front().each);
    finding.text = counted(finding.rows.size(), "buffer") + " of a forward pass, %1, live at once: "
        + std::to_string(groups.front().rows.size()) + " × %2 " + plainWords(groups.front().name);
    if (!isOneEach) {
        finding.amounts.push_back(groups.back().each);
        finding.text
            += "; kept: " + std::to_string(groups.back().rows.size()) + " × %3 " + plainWords(groups.back().name);
    }
    return {std::move(proposal)};
}

} // namespace

constinit const ReportRule kDonation{
    "donation",
    "Donate arguments",
    "The caller does not use these arguments after the call.",
    "JAX, Buffer donation (docs.jax.dev/en/latest/buffer_donation.html); the buffers that the message lists",
    true,
    donation,
};

constinit const ReportRule kRematerialization{
    "rematerialization",
    "Recompute activations in the backward pass",
    "By their names, these buffers are saved in forward and read in backward. Each is recomputed just before its "
    "layer's backward part (jax.checkpoint).",
    "JAX, Gradient checkpointing (docs.jax.dev/en/latest/gradient-checkpointing.html); the buffers that the message "
    "lists",
    true,
    rematerialization,
};

constinit const ReportRule kFloat32Arguments{
    "float32_arguments",
    "Arguments and outputs as bfloat16",
    "8 bits of precision are enough for these values; whether training still converges is unknown.",
    "Shapes in the message, sizes by the tiles of bfloat16",
    true,
    float32Arguments,
};

constinit const ReportRule kFloat32Temporaries{
    "float32_temporaries",
    "Buffers as bfloat16",
    "The operations that write and read the buffers work with the 8 bits of precision of bfloat16.",
    "Shapes in the message, sizes by the tiles of bfloat16",
    true,
    float32Temporaries,
};

constinit const ReportRule kPadding{
    "padding",
    "Other order of dimensions",
    "The compiler takes the layout with the same tiles; operations may be slower with it.",
    "Tiled layout (openxla.org/xla/tiled_layout), sizes computed for every order of the minor dimensions",
    true,
    padding,
};

constinit const ReportRule kLargeTemporary{
    "large_temporary",
    "Split the largest buffer",
    "The buffer is computed and read in two parts one after the other, for example by a loop over one dimension, or is "
    "sharded over two devices.",
    "Sizes of the listed buffers against the capacity",
    true,
    largeTemporary,
};

} // namespace tidemark::oom
