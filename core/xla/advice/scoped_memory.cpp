#include "core/xla/advice/rules.h"

#include "core/base/text.h"
#include "core/xla/plan/kernel_blocks.h"

namespace tidemark {
namespace {

constexpr std::int64_t kVmem = 1;

/// Of an instruction that is a kernel for TPU; empty for others.
std::vector<KernelBlock> blocksOf(const HloModule& module, InstructionId instruction)
{
    if (module.opcodeOf(instruction) != "custom-call")
        return {};
    return kernelBlocks(module.instruction(instruction).backendConfig);
}

/// A kernel by what it takes for itself beside the buffers.
struct Kernel {
    std::string name;
    std::int64_t bytes = 0;
    std::string blocks; // empty: not known
};

/// What does not fit beside the buffers of VMEM; nothing where it fits, or what there is is not known.
std::vector<Proposal> tooLarge(const Evidence& evidence, const Kernel& kernel)
{
    const std::int64_t buffers = evidence.timeline().totals.total;
    const std::int64_t capacity = *evidence.room().capacity;
    if (buffers + kernel.bytes <= capacity)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (const InstructionId definer = evidence.definer(row);
            definer && evidence.plan().module().nameOf(definer) == kernel.name)
            finding.rows.push_back(row);
    finding.savedBytes = buffers + kernel.bytes - capacity;
    finding.amounts = {kernel.bytes, buffers, capacity};
    finding.text = "%1 of scoped VMEM are used by " + plainWords(validUtf8(kernel.name))
        + " beside the %2 of the buffers there, of %3";
    if (!kernel.blocks.empty())
        finding.text += "; its blocks: " + plainWords(kernel.blocks);
    return {std::move(proposal)};
}

bool isAskedFor(const Evidence& evidence)
{
    return evidence.room().platform == Platform::Tpu && evidence.timeline().space == kVmem && evidence.room().capacity;
}

std::vector<Proposal> scopedMemory(const Evidence& evidence)
{
    const HloModule& module = evidence.plan().module();
    const auto& scoped = module.maxScopedMemory();
    if (!isAskedFor(evidence) || !scoped)
        return {};
    Kernel kernel{std::string(scoped->instruction), scoped->bytes, {}};
    for (const InstructionId instruction : module.instructions())
        if (module.nameOf(instruction) == scoped->instruction)
            kernel.blocks = textOf(blocksOf(module, instruction));
    return tooLarge(evidence, kernel);
}

/// Where the compiler has not come to say what kernels use: what their blocks need.
std::vector<Proposal> kernelBlocksAlone(const Evidence& evidence)
{
    const HloModule& module = evidence.plan().module();
    if (!isAskedFor(evidence) || module.maxScopedMemory())
        return {};
    Kernel largest;
    for (const InstructionId instruction : module.instructions()) {
        const std::vector<KernelBlock> blocks = blocksOf(module, instruction);
        if (const std::int64_t bytes = sizeOf(blocks); bytes > largest.bytes)
            largest = {std::string(module.nameOf(instruction)), bytes, textOf(blocks)};
    }
    return tooLarge(evidence, largest);
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

constinit const PlanRule kKernelBlocks{
    "scoped_vmem",
    "Less scratch memory in a kernel",
    "Its blocks get smaller (pl.BlockSpec). A block whose copies overlap with computing is there twice.",
    "Blocks of the Pallas kernels in the HLO module, padded to tiles of 8 × 128 words, against the device's VMEM",
    true,
    kernelBlocksAlone,
};

} // namespace tidemark
