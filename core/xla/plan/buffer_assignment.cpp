#include "core/xla/plan/buffer_assignment.h"

#include <algorithm>
#include <set>

namespace tidemark::xla {

AddressRange BufferAssignment::clippedRange(const LogicalBuffer& buffer) const
{
    const std::int64_t capacity = allocations[buffer.allocation].size;
    const std::int64_t offset = std::clamp(buffer.offset, -kSizeLimit, kSizeLimit);
    const std::int64_t begin = std::clamp<std::int64_t>(offset, 0, capacity);
    return {begin, std::clamp(offset + buffer.size, begin, capacity)};
}

std::int64_t BufferAssignment::assignedSize(BufferId buffer) const
{
    const auto other = std::ranges::lower_bound(otherSizes, buffer, {}, &SizeInAllocation::buffer);
    return other != otherSizes.end() && other->buffer == buffer ? other->size : buffers[buffer].size;
}

std::vector<std::int64_t> BufferAssignment::spaces() const
{
    std::set<std::int64_t> spaces;
    for (const Allocation& allocation : allocations)
        if (!allocation.isThreadLocal)
            spaces.insert(allocation.color);
    return {spaces.begin(), spaces.end()};
}

} // namespace tidemark::xla
