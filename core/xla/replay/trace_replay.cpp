#include "core/xla/replay/trace_replay.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

/// The limit on the sum of live chunks. No consistent plan comes near it.
constexpr std::int64_t kLevelLimit = std::int64_t{1} << 61;

class Replayer
{
public:
    Replayer(const BufferAssignment& assignment, std::int64_t space)
        : m_assignment(assignment)
        , m_space(space)
        , m_states(assignment.buffers.size())
    {
        m_result.tracedAllocations.assign(assignment.allocations.size(), false);
    }

    std::optional<TraceReplay> run(std::span<const HeapEvent> events, const Progress& progress)
    {
        constexpr std::uint32_t kPollEvery = 1 << 14; // events: a fraction of a millisecond
        m_result.steps = std::max<std::uint32_t>(static_cast<std::uint32_t>(events.size()), 1);
        m_result.changes.resize(m_result.steps);
        m_result.chunks.reserve(events.size() / 2 + m_assignment.allocations.size()); // standing rows will be added
        for (m_step = 0; m_step < events.size(); ++m_step) {
            if (m_step % kPollEvery == 0 && progress.cancelled())
                return std::nullopt;
            m_result.changes[m_step] = apply(events[m_step]);
        }
        warnOfNeverFreed();
        return std::move(m_result);
    }

private:
    struct State {
        BufferId canonical; // the buffer with which it shared last; none: itself
        BufferId holds; // the root to which it has a reference now
        std::uint32_t references = 0; // to this buffer as a root
        ChunkId chunk; // its current chunk as a root
    };

    /// Returns whether the buffer is in a temporary allocation of the space. Marks that allocation as traced.
    bool trace(BufferId buffer)
    {
        if (!buffer)
            return false;
        const AllocationId id = m_assignment.buffers[buffer].allocation;
        if (!id)
            return false;
        if (id == m_lastTraced)
            return true;
        const Allocation& allocation = m_assignment.allocations[id];
        if (!allocation.isTemporary() || allocation.color != m_space)
            return false;
        m_result.tracedAllocations[id] = true;
        m_lastTraced = id;
        return true;
    }

    ChunkChange apply(const HeapEvent& event)
    {
        const bool isOfSpace = trace(event.buffer);
        const bool isCanonicalOfSpace = trace(event.canonical);
        if (!isOfSpace)
            return ignore("event-outside", "names a buffer that is unknown or outside the traced allocations", event);
        switch (event.kind) {
        case HeapEventKind::Alloc:
            return acquire(event, event.buffer);
        case HeapEventKind::ShareWith:
            if (!isCanonicalOfSpace)
                return ignore("event-outside", "shares with a buffer that is unknown or outside the traced allocations",
                              event);
            return acquire(event, rootOf(event.canonical));
        case HeapEventKind::Free:
            return release(event);
        case HeapEventKind::Unknown:
            break;
        }
        return ignore("event-unknown", "has an unknown kind", event);
    }

    BufferId rootOf(BufferId buffer)
    {
        BufferId root = buffer;
        while (m_states[root].canonical)
            root = m_states[root].canonical;
        while (m_states[buffer].canonical) {
            const BufferId next = m_states[buffer].canonical;
            m_states[buffer].canonical = root;
            buffer = next;
        }
        return root;
    }

    /// Only a buffer without references is linked to another root, so chains have no cycle.
    ChunkChange acquire(const HeapEvent& event, BufferId root)
    {
        State& state = m_states[event.buffer];
        if (state.holds || (state.references > 0 && root != event.buffer))
            return ignore("event-allocates-live", "allocates a buffer that is live", event);
        if (event.kind == HeapEventKind::ShareWith && event.canonical == event.buffer)
            return ignore("event-shares-itself", "shares a buffer with itself", event);
        if (event.kind == HeapEventKind::Alloc && state.references > 0)
            return ignore("event-allocates-live", "allocates a buffer that is live", event);
        state.canonical = root == event.buffer ? BufferId() : root;
        State& rootState = m_states[root];
        if (rootState.references == 0 && !begin(event.buffer, root))
            return ignore("event-impossible-size", "would make the level larger than any memory", event);
        const bool born = rootState.references++ == 0;
        state.holds = root;
        if (born)
            return ChunkChange::birth(rootState.chunk);
        m_result.sharers.push_back({rootState.chunk, event.buffer, m_step});
        return {};
    }

    bool begin(BufferId buffer, BufferId root)
    {
        const AddressRange range = m_assignment.clippedRange(m_assignment.buffers[root]);
        const BufferRow chunk{.buffer = buffer,
                              .allocation = m_assignment.buffers[root].allocation,
                              .start = m_step,
                              .end = m_result.steps,
                              .offset = range.begin,
                              .size = range.size(),
                              .unpadded = std::min(range.size(), m_assignment.buffers[buffer].unpadded)};
        if (chunk.size > kLevelLimit - m_live)
            return false;
        m_live += chunk.size;
        m_states[root].chunk = m_result.chunks.nextId();
        m_result.chunks.push_back(chunk);
        return true;
    }

    ChunkChange release(const HeapEvent& event)
    {
        State& state = m_states[event.buffer];
        if (!state.holds)
            return ignore("event-frees-dead", "frees a buffer that is not live", event);
        State& root = m_states[state.holds];
        state.holds = {};
        if (--root.references > 0)
            return {};
        BufferRow& chunk = m_result.chunks[root.chunk];
        chunk.end = m_step;
        m_live -= chunk.size;
        return ChunkChange::death(root.chunk);
    }

    /// Compilers free every buffer in the trace that allocates it.
    void warnOfNeverFreed()
    {
        for (const BufferId buffer : m_assignment.buffers.ids())
            if (m_states[buffer].holds)
                m_result.warnings.add("event-never-frees",
                                      "No step of the heap trace frees the logical buffer "
                                          + std::to_string(m_assignment.buffers[buffer].id)
                                          + "; it lives until the end.",
                                      std::nullopt, m_space);
    }

    ChunkChange ignore(std::string_view code, std::string_view what, const HeapEvent& event)
    {
        m_result.warnings.add(code,
                              "Step " + groupedNumber(m_step) + " ("
                                  + printable(m_assignment.text(event.instructionName)) + ") of the heap trace "
                                  + std::string(what) + "; it has no effect.",
                              std::nullopt, m_space);
        return {};
    }

    const BufferAssignment& m_assignment;
    std::int64_t m_space;
    IdVector<BufferId, State> m_states;
    TraceReplay m_result;
    std::uint32_t m_step = 0;
    AllocationId m_lastTraced;
    std::int64_t m_live = 0;
};

} // namespace

std::vector<std::int64_t> usedSpaces(const BufferAssignment& assignment)
{
    std::vector<std::int64_t> spaces = assignment.spaces();
    spaces.resize(std::min(spaces.size(), BufferAssignment::kMostSpaces));
    return spaces;
}

TraceId axisTrace(const BufferAssignment& assignment, std::int64_t space)
{
    return assignment.firstTrace([&](const Allocation& a) { return a.isTemporary() && a.color == space; },
                                 [](AllocationId allocation) { return allocation; });
}

std::optional<TraceReplay> replayTrace(const BufferAssignment& assignment, std::int64_t space, TraceId trace,
                                       const Progress& progress)
{
    return Replayer(assignment, space).run(assignment.eventsOf(trace), progress);
}

} // namespace tidemark::xla
