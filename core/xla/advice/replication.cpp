#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include "core/shapes/array_shape.h"
#include "core/xla/advice/shardings.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

/// Returns the smallest size on one device if `copies` devices divide the array evenly along one dimension; the full
/// size when no dimension can be divided.
std::int64_t sharedSize(const Evidence& evidence, RowId row, std::int64_t copies)
{
    const std::int64_t size = evidence.size(row);
    ArrayShape array = readArrayShape(evidence.shape(row));
    const bool isKnown = storedBytes(array) == size;
    std::int64_t best = size;
    for (std::int64_t& dimension : array.dimensions) {
        if (dimension <= 0 || dimension % copies != 0)
            continue;
        const std::int64_t whole = dimension;
        dimension /= copies;
        best = std::min(best, isKnown ? storedBytes(array).value_or(size) : size / copies);
        dimension = whole;
    }
    return best;
}

std::vector<Proposal> replication(const Evidence& evidence)
{
    const Shardings shardings = readShardings(evidence.plan().module());
    if (shardings.devices < 2)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        // A next value has the sharding of the argument that it replaces.
        const Meaning& meaning = evidence.meaning(row);
        const ArgumentId argument = evidence.isArgument(row)                     ? evidence.argument(row)
            : evidence.isOutputOnly(row) && meaning.rule == ValueRule::NextValue ? meaning.argument
                                                                                 : ArgumentId();
        if (!argument || evidence.isNegligible(row))
            continue;
        const auto found = shardings.copies.find(evidence.attribution().values().arguments()[argument].number);
        if (found == shardings.copies.end() || found->second < 2)
            continue;
        if (const std::int64_t size = sharedSize(evidence, row, found->second); size != evidence.size(row))
            proposal.change(evidence.sum().resized(row, size));
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "array") + ", %1"
        + categoriesText(evidence, finding.rows, finding.amounts) + ", stored completely on several of the "
        + std::to_string(shardings.devices)
        + " devices that the program is partitioned over: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kReplication{
    "replicated",
    "Shard replicated arrays",
    "Each device holds its part and gathers the array for computation. The gathered copies are not counted.",
    "Shardings of the parameters in the HLO module; one dimension of each divided evenly",
    true,
    replication,
};

} // namespace tidemark::xla
