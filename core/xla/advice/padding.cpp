#include "core/xla/advice/rules.h"

#include "core/xla/plan/array_shape.h"

#include <algorithm>
#include <map>

namespace tidemark {
namespace {

/// The order of dimensions in which an array takes the least with its own tiles, which cut the two minor dimensions;
/// empty where none takes less than `size`, or the layout does not give that.
std::vector<std::int64_t> bestOrder(const ArrayShape& array, std::int64_t size)
{
    if (storedBytes(array) != size || array.layout->tiles.empty() || array.layout->tiles.front().size() > 2)
        return {};
    const std::vector<std::int64_t>& own = array.layout->minorToMajor;
    ArrayShape other = array;
    std::vector<std::int64_t>& order = other.layout->minorToMajor;
    std::vector<std::int64_t> best;
    for (std::size_t minor = 0; minor < own.size(); ++minor)
        for (std::size_t second = 0; second < own.size(); ++second) {
            if (second == minor)
                continue;
            order = own;
            std::erase(order, own[minor]);
            std::erase(order, own[second]);
            order.insert(order.begin(), {own[minor], own[second]});
            const std::int64_t bytes = storedBytes(other).value_or(size);
            if (bytes < size) {
                size = bytes;
                best = order;
            }
        }
    return best;
}

std::string orderText(const std::vector<std::int64_t>& order)
{
    std::string text;
    for (const std::int64_t dimension : order)
        text += (text.empty() ? "{" : ",") + std::to_string(dimension);
    return text + "}";
}

} // namespace

std::vector<Proposal> advisePadding(const Evidence& evidence)
{
    struct Best {
        std::vector<std::int64_t> order;
        std::int64_t size = 0;
    };
    std::map<std::uint32_t, Best> best; // by row
    Proposal proposal;
    for (const RowId row : evidence.rows()) {
        const BufferRow& held = evidence.row(row);
        if (held.size - held.unpadded <= evidence.sum().peak() / kNegligible)
            continue;
        ArrayShape array = readArrayShape(evidence.shape(row));
        const std::vector<std::int64_t> order = bestOrder(array, held.size);
        if (order.empty())
            continue;
        array.layout->minorToMajor = order;
        best[row.value] = {order, *storedBytes(array)};
        proposal.finding.rows.push_back(row);
        proposal.changes.push_back(evidence.resized(row, best[row.value].size));
    }
    Finding& finding = proposal.finding;
    finding.rows = evidence.atPeak(std::move(finding.rows));
    if (finding.rows.empty())
        return {};
    const auto saved = [&](RowId row) { return evidence.size(row) - best[row.value].size; };
    const RowId most = *std::ranges::max_element(finding.rows, {}, saved);
    std::int64_t padding = 0;
    for (const RowId row : finding.rows)
        padding += evidence.size(row) - evidence.row(row).unpadded;
    evidence.sortBySize(finding.rows);
    finding.id = "padding";
    finding.label = "Other order of dimensions";
    finding.amounts = {evidence.sizeOf(finding.rows), padding, best[most.value].size, evidence.size(most)};
    finding.text = counted(finding.rows.size(), "array") + " at the peak, %1, of which the tiles pad %2: "
        + evidence.name(most) + " " + plainWords(shapeText(evidence.shape(most)))
        + " would take %3 instead of %4 with the dimensions in the order " + orderText(best[most.value].order);
    finding.assumption = "The compiler takes the layout with the same tiles, as it does for arguments whose dimensions "
                         "are exchanged; operations may be slower with it.";
    finding.source = "Tiled layout (openxla.org/xla/tiled_layout), sizes computed for every order of the minor "
                     "dimensions";
    return {std::move(proposal)};
}

} // namespace tidemark
