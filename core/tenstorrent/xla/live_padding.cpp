#include "core/tenstorrent/xla/live_padding.h"

namespace tidemark::ttxla {
namespace {

bool isIn(const TensorLayout& layout, Memory memory)
{
    return layout.bufferType == (memory == Memory::Dram ? "dram" : "l1");
}

} // namespace

void LivePadding::execute(const Operation& operation)
{
    const OperationFacts* const facts = m_profile.factsOf(operation);
    if (!facts)
        return;
    if (operation.kind == OperationKind::Deallocate && !facts->inputs.empty())
        m_live.erase(facts->inputs[0]);
    const bool isKept = operation.isListed() && !facts->result.empty() && facts->layout;
    if (isKept && (isIn(*facts->layout, Memory::Dram) || isIn(*facts->layout, Memory::L1)))
        m_live[facts->result] = &*facts->layout;
}

PaddedSum LivePadding::sum(Memory memory) const
{
    PaddedSum sum;
    for (const auto& [result, layout] : m_live) {
        if (!isIn(*layout, memory))
            continue;
        ++sum.tensors;
        if (__builtin_add_overflow(sum.unpadded, layout->unpaddedBytes, &sum.unpadded))
            sum.unpadded = INT64_MAX;
        if (__builtin_add_overflow(sum.padded, layout->paddedBytes, &sum.padded))
            sum.padded = INT64_MAX;
    }
    return sum;
}

} // namespace tidemark::ttxla
