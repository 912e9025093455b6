#include "core/xla/xprof/peak_rows.h"

#include <algorithm>
#include <numeric>

namespace tidemark::xla {
namespace {

constexpr std::int64_t kSmallBuffer = 1 << 14;

class RowList
{
public:
    explicit RowList(const BufferAssignment& assignment)
        : m_assignment(assignment)
    { }

    void addLargestOf(const Allocation& allocation)
    {
        const auto buffers = m_assignment.buffersOf(allocation);
        const auto size = [&](BufferId id) { return m_assignment.buffers[id].size; };
        const auto largest = std::ranges::max_element(buffers, {}, size);
        if (largest != buffers.end() && size(*largest) > 0)
            add(*largest, &allocation);
    }

    void add(BufferId buffer)
    {
        const AllocationId allocation = m_assignment.buffers[buffer].allocation;
        add(buffer, allocation ? &m_assignment.allocations[allocation] : nullptr);
    }

    std::vector<PeakRow> take()
    {
        if (m_small > 0)
            m_rows.push_back({m_small, BufferId(), nullptr});
        return std::move(m_rows);
    }

private:
    void add(BufferId buffer, const Allocation* allocation)
    {
        const std::int64_t size = m_assignment.buffers[buffer].size;
        if (size < kSmallBuffer)
            m_small += size;
        else
            m_rows.push_back({size, buffer, allocation});
    }

    const BufferAssignment& m_assignment;
    std::vector<PeakRow> m_rows;
    std::int64_t m_small = 0;
};

} // namespace

std::vector<PeakRow> peakRows(const BufferAssignment& assignment, std::int64_t color, const XprofReplay& replay)
{
    RowList rows(assignment);
    if (color == 0)
        for (const Allocation& allocation : assignment.allocations)
            if (allocation.color == color && allocation.isIndefiniteToXprof())
                rows.addLargestOf(allocation);
    for (const BufferId buffer : replay.peakBuffers)
        rows.add(buffer);
    return rows.take();
}

std::vector<std::uint32_t> orderBySize(const std::vector<PeakRow>& rows)
{
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t i) { return rows[i].size; });
    return order;
}

} // namespace tidemark::xla
