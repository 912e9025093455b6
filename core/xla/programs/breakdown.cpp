#include "core/xla/programs/breakdown.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tidemark {

std::vector<BreakdownRow> breakDown(const SpaceTimeline& timeline, const std::vector<LiveRow>& live, BreakdownBy by)
{
    const Plan& plan = *timeline.plan;
    const BufferAssignment& assignment = plan.assignment();
    std::map<std::pair<int, std::string>, BreakdownRow> groups;
    for (const LiveRow& entry : live) {
        const BufferRow& row = timeline.rows[entry.row.value];
        const BufferKind kind = kindOf(assignment.allocations[row.allocation]);
        std::string name(kindLabel(kind));
        if (by == BreakdownBy::Opcode) {
            const std::uint32_t at
                = row.buffer == kNoIndex ? kNoIndex : plan.instructionOf(assignment.buffers[row.buffer]);
            name = at == kNoIndex ? "unknown" : validUtf8(plan.module().instruction(at).opcode);
        }
        BreakdownRow& group = groups[{by == BreakdownBy::Type ? static_cast<int>(kind) : 0, name}];
        group.name = name;
        group.kind = kind;
        ++group.count;
        group.bytes += row.size - entry.overlap;
        group.size += row.size;
    }
    std::vector<BreakdownRow> result;
    result.reserve(groups.size());
    for (auto& [key, group] : groups)
        result.push_back(std::move(group));
    if (by == BreakdownBy::Opcode)
        std::ranges::sort(result, {}, [](const BreakdownRow& row) { return std::tuple(-row.bytes, row.name); });
    return result;
}

} // namespace tidemark
