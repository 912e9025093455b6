#include "core/tenstorrent/xla/live_padding.h"

namespace tidemark::ttxla {
namespace {

constexpr std::string_view kDram = "dram";
constexpr std::string_view kL1 = "l1";

} // namespace

void LivePadding::execute(const Operation& operation)
{
    const OperationFacts* const facts = m_profile.factsOf(operation);
    if (!facts)
        return;
    if (operation.kind == OperationKind::Deallocate && !facts->inputs.empty())
        forget(facts->inputs[0]);
    const bool isKept = operation.isListed() && !facts->result.empty() && facts->layout;
    if (!isKept || (facts->layout->bufferType != kDram && facts->layout->bufferType != kL1))
        return;
    forget(facts->result);
    PaddedSum& sum = sumOf(*facts->layout);
    PaddedSum next = sum;
    if (__builtin_add_overflow(sum.unpadded, facts->layout->unpaddedBytes, &next.unpadded)
        || __builtin_add_overflow(sum.padded, facts->layout->paddedBytes, &next.padded))
        return;
    ++next.tensors;
    sum = next;
    m_live.emplace(facts->result, &*facts->layout);
}

void LivePadding::forget(const std::string& result)
{
    const auto live = m_live.find(result);
    if (live == m_live.end())
        return;
    PaddedSum& sum = sumOf(*live->second);
    sum.unpadded -= live->second->unpaddedBytes;
    sum.padded -= live->second->paddedBytes;
    --sum.tensors;
    m_live.erase(live);
}

void LivePadding::clear()
{
    m_live.clear();
    m_dram = m_l1 = {};
}

PaddedSum& LivePadding::sumOf(const TensorLayout& layout)
{
    return layout.bufferType == kDram ? m_dram : m_l1;
}

} // namespace tidemark::ttxla
