#include "core/tenstorrent/xla/profile_gaps.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

void warn(Profile& profile, std::string_view code, std::uint64_t line, const char* words)
{
    profile.warnings.addNamed(code, "line " + std::to_string(line) + ": " + words + ".");
}

} // namespace

void reportGaps(Profile& profile)
{
    const bool hasBlocks = std::ranges::any_of(profile.operations, [](const Operation& each) {
        return each.hasState && each.kind <= OperationKind::GetDevice;
    });
    const bool hasHeads = hasBlocks || std::ranges::any_of(profile.operations, [](const Operation& each) {
                              return each.kind == OperationKind::Submit || each.kind == OperationKind::Submitted;
                          });
    for (const Operation& each : profile.operations) {
        if (hasBlocks && !each.hasState)
            warn(profile, "no-block", each.line, "the memory states before this operation are missing");
        if (hasHeads && each.kind == OperationKind::Snapshot)
            warn(profile, "no-operation", each.line,
                 "memory states without the line that names the operation after them");
        if (hasBlocks && !profile.facts.empty() && each.facts.isNone() && each.kind <= OperationKind::GetDevice)
            warn(profile, "no-operation", each.line, "the log does not name the operation after these memory states");
    }
}

} // namespace tidemark::ttxla
