#include "core/xla/advice/rules.h"

#include "core/advice/large_rows.h"

namespace tidemark::xla {
namespace {

std::vector<Proposal> largeTemporary(const Evidence& evidence)
{
    return splitLargeRows(evidence, &Evidence::isTemporary, "temporary");
}

} // namespace

constinit const PlanRule kLargeTemporary{
    "large_temporary",
    "Split the largest temporary",
    "It is computed and read in two parts, one after the other, for example by a loop over one dimension, or it is sharded over two "
    "devices.",
    "Sizes of temporaries against the capacity",
    true,
    largeTemporary,
};

} // namespace tidemark::xla
