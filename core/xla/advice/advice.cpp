#include "core/xla/advice/advice.h"

#include "core/xla/advice/rules.h"

#include <array>

namespace tidemark {
namespace {

constexpr std::array kRules = std::to_array<const PlanRule*>({
    &kDonation,
    &kRematerialization,
    &kScannedLayers,
    &kIdle,
    &kOptimizerToHost,
    &kUnreadArguments,
    &kFloat32Arguments,
    &kFloat32Temporaries,
    &kPadding,
    &kReplication,
    &kLargeTemporary,
    &kHalfBatch,
    &kConstants,
    &kScopedMemory,
    &kKernelBlocks,
    &kFragmentation,
});

} // namespace

std::vector<Finding> advise(const Evidence& evidence)
{
    return adviseBy<Evidence>(kRules, evidence);
}

} // namespace tidemark
