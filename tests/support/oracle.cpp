#include "tests/support/oracle.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace tidemark::test {
namespace {

using proto::BufferAllocationProto;
using proto::HeapSimulatorTrace;
using proto::LogicalBufferProto;
using proto::ShapeProto;

__extension__ using Wide = __int128;

constexpr std::int64_t kUnbelievable = std::int64_t{1} << 50;

std::int64_t believable(std::int64_t size)
{
    return size >= 0 && size < kUnbelievable ? size : 0;
}

/// A plan without its contradictory parts.
struct Cleaned {
    struct Placed {
        LogicalBufferProto buffer;
        std::optional<std::size_t> allocation;
        std::int64_t begin = 0; // clipped
        std::int64_t end = 0;
        std::int64_t unpadded = 0;
    };
    std::vector<BufferAllocationProto> allocations;
    std::map<std::int64_t, Placed> buffers; // by id
    std::vector<std::vector<std::int64_t>> held; // ids by allocation, in file order
};

bool isIndefinite(const BufferAllocationProto& a)
{
    return !a.is_thread_local() && (a.is_entry_computation_parameter() || a.maybe_live_out() || a.is_constant());
}

bool isTemporary(const BufferAllocationProto& a)
{
    return !a.is_thread_local() && !isIndefinite(a);
}

const proto::HloInstructionProto* definer(const proto::HloProto& hlo, const LogicalBufferProto& buffer)
{
    const auto& at = buffer.defined_at();
    const bool isNamed = at.instruction_id() == 0 && !at.instruction_name().empty();
    std::vector<const proto::HloInstructionProto*> all;
    for (const auto& computation : hlo.hlo_module().computations())
        for (const auto& instruction : computation.instructions())
            if (isNamed ? instruction.name() == at.instruction_name() : instruction.id() == at.instruction_id())
                all.push_back(&instruction);
    // Several parameters without a number do not count as number 0.
    const bool isClear = !all.empty() && (isNamed || at.instruction_id() != 0 || all.size() == 1);
    return isClear ? all.front() : nullptr;
}

std::int64_t unpaddedOf(const proto::HloProto& hlo, const LogicalBufferProto& buffer)
{
    const std::int64_t size = believable(buffer.size());
    const auto* instruction = definer(hlo, buffer);
    if (!instruction)
        return size;
    const ShapeProto* shape = &instruction->shape();
    for (const std::int64_t i : buffer.defined_at().shape_index()) {
        if (i < 0 || i >= shape->tuple_shapes_size())
            return size;
        shape = &shape->tuple_shapes(static_cast<int>(i));
    }
    return std::min(size, oracleUnpadded(*shape).value_or(size));
}

Cleaned clean(const proto::HloProto& hlo)
{
    Cleaned cleaned;
    for (const auto& buffer : hlo.buffer_assignment().logical_buffers()) {
        Cleaned::Placed placed;
        placed.buffer = buffer;
        placed.buffer.set_size(believable(buffer.size()));
        placed.unpadded = unpaddedOf(hlo, buffer);
        cleaned.buffers.emplace(buffer.id(), placed); // the first of two equal ids counts
    }
    for (const auto& original : hlo.buffer_assignment().buffer_allocations()) {
        BufferAllocationProto allocation = original;
        allocation.set_size(believable(original.size()));
        std::vector<std::int64_t> held;
        for (const auto& assigned : original.assigned()) {
            const auto found = cleaned.buffers.find(assigned.logical_buffer_id());
            if (found == cleaned.buffers.end() || found->second.allocation)
                continue;
            Cleaned::Placed& placed = found->second;
            placed.allocation = cleaned.allocations.size();
            const Wide begin = assigned.offset();
            const Wide end = begin + placed.buffer.size();
            const Wide capacity = allocation.size();
            placed.begin = static_cast<std::int64_t>(std::clamp<Wide>(begin, 0, capacity));
            placed.end = static_cast<std::int64_t>(std::clamp<Wide>(end, placed.begin, capacity));
            held.push_back(assigned.logical_buffer_id());
        }
        cleaned.allocations.push_back(allocation);
        cleaned.held.push_back(held);
    }
    return cleaned;
}

/// Returns the first temporary allocation of the space that has a trace, and that trace.
const HeapSimulatorTrace* axisTrace(const proto::HloProto& hlo, const Cleaned& cleaned, std::int64_t space)
{
    for (std::size_t i = 0; i < cleaned.allocations.size(); ++i) {
        if (!isTemporary(cleaned.allocations[i]) || cleaned.allocations[i].color() != space)
            continue;
        for (const auto& trace : hlo.buffer_assignment().heap_simulator_traces()) {
            if (trace.events_size() == 0)
                continue;
            const auto first = cleaned.buffers.find(trace.events(0).buffer_id());
            if (first != cleaned.buffers.end() && first->second.allocation == i)
                return &trace;
        }
    }
    return nullptr;
}

class Replay
{
public:
    Replay(const Cleaned& cleaned, std::int64_t space)
        : m_cleaned(cleaned)
        , m_space(space)
    { }

    void apply(const HeapSimulatorTrace::Event& event, std::int64_t step, std::vector<OracleRow>& chunks)
    {
        const std::int64_t id = event.buffer_id();
        if (!belongs(id))
            return;
        const bool isHolding = m_holds.contains(id);
        const bool isLiveRoot = !m_holders[id].empty();
        switch (static_cast<int>(event.kind())) {
        case 0:
            if (isHolding || isLiveRoot)
                return;
            m_canonical.erase(id);
            hold(id, id, step, chunks);
            return;
        case 2: {
            const std::int64_t other = event.share_with_canonical_id();
            if (!belongs(other) || other == id || isHolding)
                return;
            const std::int64_t root = rootOf(other);
            if (isLiveRoot && root != id)
                return;
            m_canonical.erase(id);
            if (root != id)
                m_canonical[id] = root;
            hold(id, root, step, chunks);
            return;
        }
        case 1:
            if (isHolding)
                drop(id, step, chunks);
            return;
        default:
            return;
        }
    }

private:
    bool belongs(std::int64_t id) const
    {
        const auto found = m_cleaned.buffers.find(id);
        if (found == m_cleaned.buffers.end() || !found->second.allocation)
            return false;
        const auto& allocation = m_cleaned.allocations[*found->second.allocation];
        return isTemporary(allocation) && allocation.color() == m_space;
    }

    std::int64_t rootOf(std::int64_t id) const
    {
        while (m_canonical.contains(id))
            id = m_canonical.at(id);
        return id;
    }

    void hold(std::int64_t id, std::int64_t root, std::int64_t step, std::vector<OracleRow>& chunks)
    {
        if (m_holders[root].empty()) {
            const auto& placed = m_cleaned.buffers.at(root);
            OracleRow chunk;
            chunk.isChunk = true;
            chunk.allocation = *placed.allocation;
            chunk.allocationIndex = m_cleaned.allocations[chunk.allocation].index();
            chunk.start = step;
            chunk.end = -1;
            chunk.buffer = id; // the root, or the sharer that revives it
            chunk.offset = placed.begin;
            chunk.size = placed.end - placed.begin;
            chunk.unpadded = std::min(chunk.size, m_cleaned.buffers.at(id).unpadded);
            m_chunk[root] = chunks.size();
            chunks.push_back(chunk);
        }
        m_holders[root].insert(id);
        m_holds[id] = root;
    }

    void drop(std::int64_t id, std::int64_t step, std::vector<OracleRow>& chunks)
    {
        const std::int64_t root = m_holds.at(id);
        m_holds.erase(id);
        m_holders[root].erase(id);
        if (m_holders[root].empty())
            chunks[m_chunk[root]].end = step;
    }

    const Cleaned& m_cleaned;
    std::int64_t m_space;
    std::map<std::int64_t, std::int64_t> m_canonical;
    std::map<std::int64_t, std::set<std::int64_t>> m_holders; // by root
    std::map<std::int64_t, std::int64_t> m_holds; // root by holder
    std::map<std::int64_t, std::size_t> m_chunk; // by root
};

/// Returns the parameter of the entry computation with that number.
const proto::HloInstructionProto* argument(const proto::HloProto& hlo, std::int64_t number)
{
    const std::int64_t entry = hlo.hlo_module().entry_computation_id();
    for (const auto& computation : hlo.hlo_module().computations())
        if (entry != 0 ? computation.id() == entry : computation.name() == hlo.hlo_module().entry_computation_name())
            for (const auto& instruction : computation.instructions())
                if (instruction.opcode() == "parameter" && instruction.parameter_number() == number)
                    return &instruction;
    return nullptr;
}

/// Returns the buffer that represents an allocation that is live all the time.
std::optional<std::int64_t> representative(const proto::HloProto& hlo, const Cleaned& cleaned, std::size_t at)
{
    const BufferAllocationProto& allocation = cleaned.allocations[at];
    const auto* wanted
        = allocation.is_entry_computation_parameter() ? argument(hlo, allocation.parameter_number()) : nullptr;
    std::optional<std::int64_t> largest;
    for (const std::int64_t id : cleaned.held[at]) {
        const LogicalBufferProto& buffer = cleaned.buffers.at(id).buffer;
        if (wanted && definer(hlo, buffer) == wanted
            && std::ranges::equal(buffer.defined_at().shape_index(), allocation.parameter_shape_index()))
            return id;
        if (!largest || buffer.size() > cleaned.buffers.at(*largest).buffer.size())
            largest = id;
    }
    return largest;
}

OracleRow standingRow(const proto::HloProto& hlo, const Cleaned& cleaned, std::size_t at, std::int64_t steps)
{
    const BufferAllocationProto& allocation = cleaned.allocations[at];
    OracleRow row;
    row.allocation = at;
    row.allocationIndex = allocation.index();
    row.end = steps;
    row.size = row.unpadded = allocation.size();
    row.buffer = -1;
    if (const auto id = representative(hlo, cleaned, at)) {
        row.buffer = *id;
        if (isIndefinite(allocation))
            row.unpadded = std::min(row.size, cleaned.buffers.at(*id).unpadded);
    }
    return row;
}

} // namespace

std::int64_t oracleUnion(std::vector<std::pair<std::int64_t, std::int64_t>> ranges)
{
    std::ranges::sort(ranges);
    std::int64_t covered = 0;
    std::int64_t reached = std::numeric_limits<std::int64_t>::min();
    for (const auto& [begin, end] : ranges) {
        covered += std::max<std::int64_t>(0, end - std::max(begin, reached));
        reached = std::max(reached, end);
    }
    return covered;
}

std::int64_t OracleTimeline::sizeAt(std::int64_t step) const
{
    std::int64_t sum = 0;
    for (const OracleRow& row : rows)
        sum += row.start <= step && step < row.end ? row.size : 0;
    return sum;
}

std::vector<std::int64_t> oracleSpaces(const proto::HloProto& hlo)
{
    std::set<std::int64_t> spaces;
    for (const auto& allocation : hlo.buffer_assignment().buffer_allocations())
        if (!allocation.is_thread_local())
            spaces.insert(allocation.color());
    return {spaces.begin(), spaces.end()};
}

OracleTimeline oracleOf(const proto::HloProto& hlo, std::int64_t space)
{
    const Cleaned cleaned = clean(hlo);
    const HeapSimulatorTrace* trace = axisTrace(hlo, cleaned, space);
    OracleTimeline timeline;
    timeline.hasTrace = trace != nullptr;
    const std::int64_t steps = trace ? trace->events_size() : 1;
    std::vector<OracleRow> chunks;
    std::set<std::size_t> traced;
    Replay replay(cleaned, space);
    for (std::int64_t step = 0; trace && step < steps; ++step) {
        const auto& event = trace->events(static_cast<int>(step));
        replay.apply(event, step, chunks);
        for (const std::int64_t id :
             {event.buffer_id(), event.kind() == 2 ? event.share_with_canonical_id() : event.buffer_id()}) {
            const auto found = cleaned.buffers.find(id);
            if (found != cleaned.buffers.end() && found->second.allocation)
                traced.insert(*found->second.allocation);
        }
    }
    for (OracleRow& chunk : chunks) {
        chunk.end = chunk.end < 0 ? steps : chunk.end;
        timeline.rows.push_back(chunk);
    }
    std::int64_t standingUnpadded = 0;
    for (std::size_t i = 0; i < cleaned.allocations.size(); ++i) {
        const auto& allocation = cleaned.allocations[i];
        if (allocation.color() != space)
            continue;
        if (allocation.is_thread_local()) {
            timeline.threadLocal += allocation.size();
            continue;
        }
        timeline.total += allocation.size();
        const bool isUntraced = isTemporary(allocation) && !traced.contains(i);
        if (!isIndefinite(allocation) && !isUntraced)
            continue;
        (isUntraced ? timeline.untraced : timeline.base) += allocation.size();
        timeline.rows.push_back(standingRow(hlo, cleaned, i, steps));
        standingUnpadded += timeline.rows.back().unpadded;
    }
    for (std::int64_t step = 0; step < steps; ++step) {
        std::int64_t sum = timeline.base;
        std::map<std::size_t, std::vector<std::pair<std::int64_t, std::int64_t>>> whole, cut;
        for (const OracleRow& chunk : chunks) {
            if (chunk.start > step || step >= chunk.end)
                continue;
            sum += chunk.size;
            whole[chunk.allocation].emplace_back(chunk.offset, chunk.offset + chunk.size);
            cut[chunk.allocation].emplace_back(chunk.offset, chunk.offset + chunk.unpadded);
        }
        std::int64_t occupied = timeline.base + timeline.untraced;
        std::int64_t unpadded = standingUnpadded;
        for (const auto& [allocation, ranges] : whole)
            occupied += oracleUnion(ranges);
        for (const auto& [allocation, ranges] : cut)
            unpadded += oracleUnion(ranges);
        timeline.bytes.push_back(sum);
        timeline.occupied.push_back(occupied);
        timeline.unpadded.push_back(unpadded);
    }
    std::ranges::sort(timeline.rows);
    return timeline;
}

} // namespace tidemark::test
