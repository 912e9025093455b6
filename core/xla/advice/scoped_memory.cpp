#include "core/xla/advice/rules.h"

#include "core/base/text.h"
#include "core/devices/device_table.h"
#include "core/xla/plan/kernel_blocks.h"

namespace tidemark {
namespace {

constexpr std::int64_t kVmem = 1;

/// An instruction by what it takes for itself beside the buffers.
struct Scoped {
    std::string name;
    std::int64_t bytes = 0;
    std::string blocks; // empty: not known
};

/// All allocations in VMEM.
std::int64_t buffersInVmem(const Plan& plan)
{
    std::int64_t bytes = 0;
    for (const Allocation& allocation : plan.assignment().allocations)
        bytes += allocation.color == kVmem && !allocation.isThreadLocal ? allocation.size : 0;
    return bytes;
}

/// How much VMEM there is; absent: the device is not known.
std::optional<std::int64_t> vmemOf(const Evidence& evidence)
{
    return evidence.timeline().space == kVmem ? evidence.room().capacity : evidence.room().vmem;
}

/// What does not fit beside the buffers of VMEM; nothing where it fits.
std::vector<Proposal> tooLarge(const Evidence& evidence, const Scoped& scoped, std::int64_t capacity)
{
    const std::int64_t buffers = buffersInVmem(evidence.plan());
    if (buffers + scoped.bytes <= capacity)
        return {};
    Proposal proposal;
    proposal.isRequired = true;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (const InstructionId definer = evidence.definer(row);
            definer && evidence.plan().module().nameOf(definer) == scoped.name)
            finding.rows.push_back(row);
    finding.savedBytes = buffers + scoped.bytes - capacity;
    finding.amounts = {scoped.bytes, buffers, capacity};
    finding.text = "%1 of scoped VMEM is used by " + plainWords(validUtf8(scoped.name))
        + " in addition to %2 of buffers, of %3";
    if (!vmemOf(evidence))
        finding.text += " that the largest known TPU has";
    if (!scoped.blocks.empty())
        finding.text += "; its blocks: " + plainWords(scoped.blocks);
    return {std::move(proposal)};
}

/// A program that does not fit in VMEM cannot run at all: it is told where the main memory is shown, too.
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
    Scoped kernel{std::string(scoped->instruction), scoped->bytes, {}};
    for (const InstructionId call : module.customCalls())
        if (module.nameOf(call) == scoped->instruction)
            kernel.blocks = textOf(kernelBlocks(module.instruction(call).backendConfig));
    return tooLarge(evidence, kernel, *vmemOf(evidence));
}

/// Where the compiler has not come to say what kernels use: what their blocks need.
std::vector<Proposal> kernelBlocksAlone(const Evidence& evidence)
{
    const HloModule& module = evidence.plan().module();
    if (!isAskedFor(evidence) || module.maxScopedMemory())
        return {};
    const auto largest = largestKernel(module);
    if (!largest)
        return {};
    return tooLarge(
        evidence, {std::string(module.nameOf(largest->instruction)), sizeOf(largest->blocks), textOf(largest->blocks)},
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

} // namespace tidemark
