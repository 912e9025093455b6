#include "core/xla/advice/rules.h"

#include "core/base/text.h"

namespace tidemark {
namespace {

std::vector<Proposal> scopedMemory(const Evidence& evidence)
{
    constexpr std::int64_t kVmem = 1;
    const Room& room = evidence.room();
    const auto& scoped = evidence.plan().module().maxScopedMemory();
    if (room.platform != Platform::Tpu || evidence.timeline().space != kVmem || !room.capacity || !scoped)
        return {};
    const std::int64_t buffers = evidence.timeline().totals.total;
    const std::int64_t over = buffers + scoped->bytes - *room.capacity;
    if (over <= 0)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (const InstructionId definer = evidence.definer(row);
            definer && evidence.plan().module().nameOf(definer) == scoped->instruction)
            finding.rows.push_back(row);
    finding.savedBytes = over;
    finding.amounts = {scoped->bytes, buffers, *room.capacity};
    finding.text = plainWords(validUtf8(scoped->instruction))
        + " uses %1 of scoped VMEM beside the %2 of the buffers there, of %3";
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kScopedMemory{
    "scoped_vmem",
    "Less scratch memory in a kernel",
    "Its blocks get smaller, or the compiler keeps fewer buffers in VMEM.",
    "used_scoped_memory_configs of the instruction and allocations of the space against the device's VMEM",
    false,
    scopedMemory,
};

} // namespace tidemark
