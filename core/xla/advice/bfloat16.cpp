#include "core/xla/advice/rules.h"

#include "core/xla/plan/array_shape.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::int64_t kFloat32 = 11; // numbers in PrimitiveType
constexpr std::int64_t kBfloat16 = 16;

/// The tiles that a TPU compiler gives elements of 16 bits in place of those of 32: two rows lie in one, so that a tile
/// has at least two. Source: layouts of libtpu, as f32[1,512]{1,0:T(1,128)} beside bf16[1,512]{1,0:T(2,128)(2,1)}.
void narrowTiles(std::vector<std::vector<std::int64_t>>& tiles)
{
    if (tiles.size() != 1)
        return;
    std::vector<std::int64_t>& tile = tiles.front();
    constexpr std::int64_t kLine = 128;
    if (tile.size() == 1)
        tile[0] = std::max(tile[0], 2 * kLine);
    else if (tile.size() == 2)
        tile[0] = std::max<std::int64_t>(tile[0], 2);
}

/// What a row of float32 would take as bfloat16; its own size for another.
std::int64_t narrowed(const Evidence& evidence, RowId row)
{
    const std::int64_t size = evidence.size(row);
    const ShapeView shape = evidence.shape(row);
    if (elementType(shape) != kFloat32)
        return size;
    ArrayShape array = readArrayShape(shape);
    if (storedBytes(array) != size)
        return size - size / 2; // in a layout that is not known
    array.type = kBfloat16;
    narrowTiles(array.layout->tiles);
    return std::min(size, storedBytes(array).value_or(size));
}

Proposal narrow(const Evidence& evidence, bool temporaries)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        const bool isOfThese
            = temporaries ? evidence.isTemporary(row) : evidence.isArgument(row) || evidence.isOutputOnly(row);
        if (!isOfThese || evidence.size(row) <= evidence.sum().peak() / kNegligible)
            continue;
        const std::int64_t size = narrowed(evidence, row);
        if (size == evidence.size(row))
            continue;
        finding.rows.push_back(row);
        proposal.changes.push_back(evidence.resized(row, size));
    }
    finding.rows = evidence.atPeak(std::move(finding.rows));
    evidence.sortBySize(finding.rows);
    finding.amounts = {evidence.sizeOf(finding.rows)};
    return proposal;
}

} // namespace

std::vector<Proposal> adviseBfloat16(const Evidence& evidence)
{
    std::vector<Proposal> proposals;
    for (const bool temporaries : {false, true}) {
        Proposal proposal = narrow(evidence, temporaries);
        Finding& finding = proposal.finding;
        if (finding.rows.empty())
            continue;
        finding.id = temporaries ? "float32_temporaries" : "float32_arguments";
        finding.label = temporaries ? "Temporaries as bfloat16" : "Arguments and outputs as bfloat16";
        finding.text = counted(finding.rows.size(), temporaries ? "temporary" : "argument or output",
                               temporaries ? "temporaries" : "arguments and outputs")
            + " of float32 at the peak, %1" + tellCategories(evidence, finding.rows, finding.amounts) + ": "
            + evidence.names(finding.rows);
        finding.assumption = temporaries
            ? "What computes them and what reads them can do with the 8 bits of precision of bfloat16."
            : "8 bits of precision are enough for what they hold; whether training still converges is not known.";
        finding.source = "Shapes of the program, sizes by the tiles of bfloat16";
        proposals.push_back(std::move(proposal));
    }
    return proposals;
}

} // namespace tidemark
