#include "core/xla/xprof/xprof_replay.h"

#include <algorithm>
#include <set>
#include <span>

namespace tidemark::xla {
namespace {

class Replayer
{
public:
    Replayer(const BufferAssignment& assignment, const std::function<std::int64_t(BufferId)>& unpaddedSize)
        : m_assignment(assignment)
        , m_unpaddedSize(unpaddedSize)
        , m_states(assignment.buffers.size())
    { }

    void run(std::span<const HeapEvent> events, XprofReplay& result)
    {
        m_last = static_cast<std::int64_t>(events.size()) - 1;
        for (std::int64_t step = 0; step <= m_last; ++step) {
            result.heapSizes.push_back(level());
            result.unpaddedHeapSizes.push_back(static_cast<std::int64_t>(m_unpadded));
            apply(events[static_cast<std::size_t>(step)], step, result);
            if (level() <= result.peak)
                continue;
            result.peak = level();
            result.unpaddedPeak = static_cast<std::int64_t>(m_unpadded);
            result.peakPosition = step;
        }
        result.heapSizes.push_back(level());
        result.unpaddedHeapSizes.push_back(static_cast<std::int64_t>(m_unpadded));
    }

    /// Returns the displayed buffers that are live now, in order of birth.
    std::vector<BufferId> live() const
    {
        std::vector<BufferId> result;
        for (std::size_t i = 0; i < m_births.size(); ++i) {
            const State& state = m_states[m_births[i]];
            if (i >= state.forgottenBirths)
                result.push_back(state.reanimatedBy ? state.reanimatedBy : m_births[i]);
        }
        return result;
    }

private:
    struct State {
        BufferId canonical;
        BufferId reanimatedBy; // the sharer that is displayed in its place from then on
        std::int64_t references = 0;
        std::size_t forgottenBirths = 0; // births before this position of m_births are dead
    };

    std::int64_t level() const { return static_cast<std::int64_t>(m_level); }

    BufferId rootOf(BufferId buffer) const
    {
        // A chain grows only if a root shares in turn, which compilers do not write. In an inconsistent file a chain
        // may be as long as the file, and every event would follow it.
        constexpr int kLongest = 1000;
        for (int hops = 0; hops < kLongest && m_states[buffer].canonical; ++hops)
            buffer = m_states[buffer].canonical;
        return buffer;
    }

    void apply(const HeapEvent& event, std::int64_t step, XprofReplay& result)
    {
        if (!event.buffer)
            return;
        if (event.kind == HeapEventKind::Alloc)
            allocate(event.buffer, step, result);
        else if (event.kind == HeapEventKind::ShareWith && event.canonical)
            share(event.buffer, event.canonical, step, result);
        else if (event.kind == HeapEventKind::Free)
            free(event.buffer, step, result);
    }

    /// Adds the buffer's own size, even if it shares with a root or is live already.
    void allocate(BufferId buffer, std::int64_t step, XprofReplay& result)
    {
        ++m_states[rootOf(buffer)].references;
        grow(buffer);
        result.spans[buffer] = {step, m_last};
    }

    void share(BufferId buffer, BufferId canonical, std::int64_t step, XprofReplay& result)
    {
        const BufferId root = rootOf(canonical);
        if (root != buffer)
            m_states[buffer].canonical = root;
        if (m_states[root].references++ > 0)
            return;
        m_states[root].reanimatedBy = buffer;
        grow(root);
        result.spans[buffer] = {step, m_last};
    }

    void grow(BufferId buffer)
    {
        m_level += static_cast<std::uint64_t>(m_assignment.buffers[buffer].size);
        m_unpadded += static_cast<std::uint64_t>(m_unpaddedSize(buffer));
        m_births.push_back(buffer);
    }

    void free(BufferId buffer, std::int64_t step, XprofReplay& result)
    {
        const BufferId root = rootOf(buffer);
        if (root != buffer)
            endSpan(buffer, step, result);
        State& state = m_states[root];
        if (state.references == 0 || --state.references > 0)
            return;
        m_level -= static_cast<std::uint64_t>(m_assignment.buffers[root].size);
        m_unpadded -= static_cast<std::uint64_t>(m_unpaddedSize(root));
        state.forgottenBirths = m_births.size();
        if (!state.reanimatedBy)
            endSpan(root, step, result);
    }

    static void endSpan(BufferId buffer, std::int64_t step, XprofReplay& result)
    {
        if (const auto span = result.spans.find(buffer); span != result.spans.end())
            span->second.limit = step;
    }

    const BufferAssignment& m_assignment;
    const std::function<std::int64_t(BufferId)>& m_unpaddedSize;
    IdVector<BufferId, State> m_states;
    std::vector<BufferId> m_births;
    std::uint64_t m_level = 0; // unsigned: an inconsistent file may overflow it
    std::uint64_t m_unpadded = 0;
    std::int64_t m_last = 0;
};

std::int64_t indefiniteBase(const BufferAssignment& assignment, std::int64_t color)
{
    std::int64_t base = 0;
    for (const Allocation& allocation : assignment.allocations) {
        if (allocation.color != color || !allocation.isIndefiniteToXprof())
            continue;
        const auto buffers = assignment.buffersOf(allocation);
        if (std::ranges::any_of(buffers, [&](BufferId id) { return assignment.buffers[id].size > 0; }))
            base += allocation.size;
    }
    return base;
}

/// Adds without overflow, because offsets in an inconsistent file may be any number.
std::int64_t wrappingSum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

/// The temporary allocations of a colour that have a trace, by index.
struct Traced {
    std::set<std::pair<std::int64_t, AllocationId>> allocations; // by the file's index
    std::size_t longest = 0; // events of the longest trace: every container ends there
};

Traced tracedAllocations(const BufferAssignment& assignment, std::int64_t color)
{
    Traced traced;
    const IdVector<TraceId, AllocationId> allocations = assignment.allocationsOfTraces();
    for (const TraceId trace : allocations.ids()) {
        if (!allocations[trace])
            continue;
        const Allocation& allocation = assignment.allocations[allocations[trace]];
        if (allocation.isIndefiniteToXprof() || allocation.color != color)
            continue;
        traced.allocations.emplace(allocation.index, allocations[trace]);
        traced.longest = std::max(traced.longest, assignment.eventsOf(trace).size());
    }
    return traced;
}

std::vector<BufferId> buffersByNumber(const BufferAssignment& assignment, const Allocation& allocation)
{
    const auto held = assignment.buffersOf(allocation);
    std::vector<BufferId> buffers(held.begin(), held.end());
    std::ranges::sort(buffers, {}, [&](BufferId id) { return assignment.buffers[id].id; });
    return buffers;
}

} // namespace

TraceId xprofFallbackTrace(const BufferAssignment& assignment, std::int64_t color)
{
    const auto isOfColor
        = [&](const HeapEvent& event) { return event.buffer && assignment.buffers[event.buffer].color == color; };
    TraceId best;
    std::ptrdiff_t most = 0;
    for (const TraceId trace : assignment.traces.ids()) {
        const std::ptrdiff_t count = std::ranges::count_if(assignment.eventsOf(trace), isOfColor);
        if (count > most) {
            best = trace;
            most = count;
        }
    }
    return best;
}

TraceId xprofTrace(const BufferAssignment& assignment, std::int64_t color)
{
    const TraceId trace
        = assignment.firstTrace([&](const Allocation& a) { return !a.isIndefiniteToXprof() && a.color == color; },
                                [&](AllocationId allocation) { return assignment.allocations[allocation].index; });
    return trace ? trace : xprofFallbackTrace(assignment, color);
}

XprofReplay replayLikeXprof(const BufferAssignment& assignment, std::int64_t color,
                            const std::function<std::int64_t(BufferId)>& unpaddedSize)
{
    XprofReplay result;
    result.base = indefiniteBase(assignment, color);
    result.trace = xprofTrace(assignment, color);
    if (!result.trace)
        return result;
    const auto events = assignment.eventsOf(result.trace);
    Replayer(assignment, unpaddedSize).run(events, result);

    // Finds the buffers live at the peak by a second replay that stops there, so that the first replay needs no
    // snapshots.
    XprofReplay atPeak;
    Replayer untilPeak(assignment, unpaddedSize);
    if (result.peak > 0)
        untilPeak.run(events.first(static_cast<std::size_t>(result.peakPosition) + 1), atPeak);
    result.peakBuffers = untilPeak.live();
    return result;
}

std::int64_t xprofPeak(const BufferAssignment& assignment, std::int64_t color)
{
    const XprofReplay replay = replayLikeXprof(assignment, color, [](BufferId) { return 0; });
    return replay.base + replay.peak;
}

std::vector<BufferBlock> bufferBlocks(const BufferAssignment& assignment, std::int64_t color, const XprofReplay& replay)
{
    const Traced traced = tracedAllocations(assignment, color);
    std::vector<BufferBlock> blocks;
    std::int64_t offset = 0;
    for (const auto& [index, id] : traced.allocations) {
        const Allocation& allocation = assignment.allocations[id];
        blocks.push_back(
            {&allocation, BufferId(), offset, allocation.size, 0, static_cast<std::int64_t>(traced.longest)});
        for (const BufferId held : buffersByNumber(assignment, allocation)) {
            const LogicalBuffer& buffer = assignment.buffers[held];
            if (const auto span = replay.spans.find(held); span != replay.spans.end())
                blocks.push_back({&allocation, held, wrappingSum(offset, buffer.offset), buffer.size,
                                  span->second.start, span->second.limit});
        }
        offset += allocation.size;
    }
    return blocks;
}

} // namespace tidemark::xla
