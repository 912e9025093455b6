#include "core/xla/advice/rules.h"

#include "core/advice/layouts.h"
#include "core/base/text.h"
#include "core/shapes/array_shape.h"
#include "core/shapes/element_type.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

/// Returns the size of a float32 row as bfloat16; for other types, its current size.
std::int64_t narrowed(const Evidence& evidence, RowId row)
{
    const std::int64_t size = evidence.size(row);
    const ShapeView shape = evidence.shape(row);
    if (elementType(shape) != kFloat32)
        return size;
    ArrayShape array = readArrayShape(shape);
    if (storedBytes(array) != size)
        return size - size / 2; // its layout is unknown
    array.type = kBfloat16;
    narrowTiles(array.layout->tiles);
    return std::min(size, storedBytes(array).value_or(size));
}

/// Proposes bfloat16 for temporaries, or for arguments and outputs. `one` and `many` name the rows in the text.
std::vector<Proposal> narrow(const Evidence& evidence, bool temporaries, const char* one, const char* many)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        const bool isOfThese
            = temporaries ? evidence.isTemporary(row) : evidence.isArgument(row) || evidence.isOutputOnly(row);
        if (!isOfThese || evidence.isNegligible(row))
            continue;
        if (const std::int64_t size = narrowed(evidence, row); size != evidence.size(row))
            proposal.change(evidence.sum().resized(row, size));
    }
    evidence.keepAtPeak(finding.rows);
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.isUpperBound = temporaries; // the compiler may still compute in float32 and keep both
    finding.text = groupedCount(finding.rows.size(), one, many) + " of float32 at the peak, %1"
        + categoriesText(evidence, finding.rows, finding.amounts) + ": " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

std::vector<Proposal> float32Arguments(const Evidence& evidence)
{
    return narrow(evidence, false, "argument or output", "arguments and outputs");
}

std::vector<Proposal> float32Temporaries(const Evidence& evidence)
{
    return narrow(evidence, true, "temporary", "temporaries");
}

} // namespace

constinit const PlanRule kFloat32Arguments{
    "float32_arguments",
    "Arguments and outputs as bfloat16",
    "8 bits of precision suffice for these values. Whether training still converges is not known.",
    "Shapes of the program, sizes with the tiles of bfloat16",
    true, // temporaries that the compiler computes from them may shrink as well
    float32Arguments,
};

constinit const PlanRule kFloat32Temporaries{
    "float32_temporaries",
    "Temporaries as bfloat16",
    "The operations that compute and read these values work with the 8 bits of precision of bfloat16. Copies of the weights as bfloat16 are not counted.",
    "Shapes of the program, sizes with the tiles of bfloat16",
    false,
    float32Temporaries,
};

} // namespace tidemark::xla
