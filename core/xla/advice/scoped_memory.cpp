#include "core/xla/advice/advice.h"

#include "core/base/text.h"
#include "core/devices/device_table.h"
#include "core/xla/plan/kernel_blocks.h"

namespace tidemark::xla {
namespace {

constexpr std::int64_t kVmem = 1;

/// An instruction, and the scratch memory that it needs in addition to the buffers.
struct Scoped {
    std::string name;
    std::int64_t bytes = 0;
    std::string blocks; // empty: unknown
    bool isCustomCall = false; // a kernel of the user, not a fusion of the compiler
};

/// Returns the size of all allocations in VMEM that are not thread-local.
std::int64_t buffersInVmem(const Plan& plan)
{
    std::int64_t bytes = 0;
    for (const Allocation& allocation : plan.assignment().allocations)
        bytes += allocation.color == kVmem && !allocation.isThreadLocal ? allocation.size : 0;
    return bytes;
}

/// Returns the size of VMEM; nullopt when the device is unknown.
std::optional<std::int64_t> vmemOf(const Evidence& evidence)
{
    return evidence.timeline().space == kVmem ? evidence.room().capacity : evidence.room().vmem;
}

/// Proposes less scratch memory if it does not fit into VMEM together with the buffers. Otherwise proposes nothing.
std::vector<Proposal> tooLarge(const Evidence& evidence, const Scoped& scoped, std::int64_t capacity)
{
    const std::int64_t buffers = buffersInVmem(evidence.plan());
    if (buffers + scoped.bytes <= capacity)
        return {};
    // The compiler never plans more buffers than VMEM holds. So this plan is for a device with more VMEM, and on the
    // device in question only a kernel of the user would still need its scratch memory.
    if (buffers > capacity && (!scoped.isCustomCall || scoped.bytes <= capacity))
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    finding.isRequired = true;
    for (const RowId row : evidence.rows())
        if (const InstructionId definer = evidence.definer(row);
            definer && evidence.plan().module().nameOf(definer) == scoped.name)
            finding.rows.push_back(row);
    finding.savedBytes = buffers + scoped.bytes - capacity;
    finding.amounts = {scoped.bytes, buffers, capacity};
    finding.text
        = "%1 of scoped VMEM is used by " + plainWords(validUtf8(scoped.name)) + " in addition to %2 of buffers, of %3";
    if (!vmemOf(evidence))
        finding.text += " that the largest known TPU has";
    if (!scoped.blocks.empty())
        finding.text += "; its blocks: " + plainWords(scoped.blocks);
    return {std::move(proposal)};
}

/// Returns whether the rule applies to the memory space. A program that does not fit into VMEM cannot run, so the rule
/// also applies to the main memory.
bool isAskedFor(const Evidence& evidence)
{
    const bool isShown = evidence.timeline().space == kVmem || evidence.room().isDeviceMemory;
    return evidence.room().platform == Platform::Tpu && isShown;
}

std::vector<Proposal> scopedMemory(const Evidence& evidence)
{
    const HloModule& module = evidence.plan().module();
    const auto& scoped = module.maxScopedMemory();
    if (!isAskedFor(evidence) || !scoped || !vmemOf(evidence))
        return {};
    Scoped kernel{std::string(scoped->instruction), scoped->bytes, {}, false};
    for (const InstructionId call : module.customCalls())
        if (module.nameOf(call) == scoped->instruction) {
            kernel.blocks = textOf(kernelBlocks(module.instruction(call).backendConfig));
            kernel.isCustomCall = true;
        }
    return tooLarge(evidence, kernel, *vmemOf(evidence));
}

/// If the compiler has not reported the scratch memory of kernels, checks the size of their blocks.
std::vector<Proposal> kernelBlocksAlone(const Evidence& evidence)
{
    const HloModule& module = evidence.plan().module();
    if (!isAskedFor(evidence) || module.maxScopedMemory())
        return {};
    const auto largest = largestKernel(module);
    if (!largest)
        return {};
    return tooLarge(
        evidence,
        {std::string(module.nameOf(largest->instruction)), sizeOf(largest->blocks), textOf(largest->blocks), true},
        vmemOf(evidence).value_or(largestVmem()));
}

} // namespace

constinit const PlanRule kScopedMemory{
    "scoped_vmem",
    "Less scratch memory in a kernel",
    "The kernel uses smaller blocks, or the compiler keeps fewer buffers in VMEM.",
    "used_scoped_memory_configs of the instruction and allocations of the space against the device's VMEM",
    false,
    scopedMemory,
};

constinit const PlanRule kKernelBlocks{
    "scoped_vmem",
    "Less scratch memory in a kernel",
    "The kernel uses smaller blocks (pl.BlockSpec). A block whose copies overlap with computation is in memory twice.",
    "Blocks of the Pallas kernels in the HLO module, padded to tiles of 8 × 128 words, against the device's VMEM",
    true,
    kernelBlocksAlone,
};

} // namespace tidemark::xla
