#include "core/xla/advice/rules.h"

#include "core/advice/layouts.h"
#include "core/base/text.h"
#include "core/shapes/array_shape.h"

#include <algorithm>
#include <map>

namespace tidemark::xla {
namespace {

/// Returns the order of dimensions that takes least memory with the array's own tiles, for an array of `size` bytes.
std::optional<DimensionOrder> bestOrder(ArrayShape array, std::int64_t size)
{
    if (!array.layout)
        return std::nullopt;
    return leastTiledOrder({array.layout->minorToMajor, size}, array.layout->tiles,
                           [&array](const std::vector<std::int64_t>& order) {
                               array.layout->minorToMajor = order;
                               return storedBytes(array);
                           });
}

std::vector<Proposal> padding(const Evidence& evidence)
{
    std::map<std::uint32_t, DimensionOrder> best; // by row
    Proposal proposal;
    for (const RowId row : evidence.rows()) {
        const BufferRow& held = evidence.row(row);
        // The compiler chooses the layouts of temporaries. It copies an array with exchanged dimensions back into them.
        if (evidence.isTemporary(row) || held.size - held.unpadded <= evidence.sum().peak() / Evidence::kNegligible)
            continue;
        auto order = bestOrder(readArrayShape(evidence.shape(row)), held.size);
        if (!order)
            continue;
        proposal.change(evidence.sum().resized(row, order->bytes));
        best.emplace(row.value, std::move(*order));
    }
    Finding& finding = proposal.finding;
    evidence.keepAtPeak(finding.rows);
    if (finding.rows.empty())
        return {};
    const auto saved = [&](RowId row) { return evidence.size(row) - best.at(row.value).bytes; };
    const RowId most = *std::ranges::max_element(finding.rows, {}, saved);
    std::int64_t padding = 0;
    for (const RowId row : finding.rows)
        padding += evidence.size(row) - evidence.row(row).unpadded;
    finding.amounts = {padding, best.at(most.value).bytes, evidence.size(most)};
    arrange(finding, evidence.sum());
    finding.isUpperBound = true; // the compiler may add a copy in the padded layout
    finding.text = groupedCount(finding.rows.size(), "argument or output", "arguments and outputs")
        + ", %1, of which the tiles pad %2: " + evidence.name(most) + " " + plainWords(shapeText(evidence.shape(most)))
        + " would take %3 instead of %4 with the dimensions in the order "
        + orderText(best.at(most.value).minorToMajor);
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kPadding{
    "padding",
    "Other order of dimensions",
    "The compiler uses this layout with the same tiles and does not copy the array into another one. Operations may be slower.",
    "Tiled layout (openxla.org/xla/tiled_layout), sizes computed for every order of the minor dimensions",
    true,
    padding,
};

} // namespace tidemark::xla
