#include "core/xla/replay/trace_replay.h"

#include "core/base/text.h"

#include <algorithm>
#include <limits>

namespace tidemark {
namespace {

/// The live chunks together; no consistent plan comes near.
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

    std::optional<TraceReplay> run(IndexRange events, const Progress& progress)
    {
        constexpr std::uint32_t kPollEvery = 1 << 14; // events, a fraction of a millisecond
        m_result.steps = std::max<std::uint32_t>(events.size(), 1);
        m_result.changes.assign(m_result.steps, 0);
        m_result.chunks.reserve(events.size() / 2 + m_assignment.allocations.size()); // standing rows come before
        for (m_step = 0; m_step < events.size(); ++m_step) {
            if (m_step % kPollEvery == 0 && progress.cancelled())
                return std::nullopt;
            m_result.changes[m_step] = apply(m_assignment.events[events.begin + m_step]);
        }
        return std::move(m_result);
    }

private:
    struct State {
        std::uint32_t canonical = kNoIndex; // the buffer it last shared with; kNoIndex: itself
        std::uint32_t holds = kNoIndex; // the root it has a reference on now
        std::uint32_t references = 0; // on it as a root
        std::uint32_t chunk = kNoIndex; // its life as a root
    };

    /// Whether the buffer is in a temporary allocation of the space, which then counts as traced.
    bool trace(std::uint32_t buffer)
    {
        if (buffer == kNoIndex)
            return false;
        const std::uint32_t index = m_assignment.buffers[buffer].allocation;
        if (index == kNoIndex)
            return false;
        if (index == m_lastTraced)
            return true;
        const Allocation& allocation = m_assignment.allocations[index];
        if (!allocation.isTemporary() || allocation.color != m_space)
            return false;
        m_result.tracedAllocations[index] = true;
        m_lastTraced = index;
        return true;
    }

    std::int32_t apply(const HeapEvent& event)
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

    std::uint32_t rootOf(std::uint32_t buffer)
    {
        std::uint32_t root = buffer;
        while (m_states[root].canonical != kNoIndex)
            root = m_states[root].canonical;
        while (m_states[buffer].canonical != kNoIndex) {
            const std::uint32_t next = m_states[buffer].canonical;
            m_states[buffer].canonical = root;
            buffer = next;
        }
        return root;
    }

    /// A buffer without references points at a root that is not itself, so chains have no cycle.
    std::int32_t acquire(const HeapEvent& event, std::uint32_t root)
    {
        State& state = m_states[event.buffer];
        if (state.holds != kNoIndex || (state.references > 0 && root != event.buffer))
            return ignore("event-allocates-live", "allocates a buffer that is live", event);
        if (event.kind == HeapEventKind::ShareWith && event.canonical == event.buffer)
            return ignore("event-shares-itself", "shares a buffer with itself", event);
        if (event.kind == HeapEventKind::Alloc && state.references > 0)
            return ignore("event-allocates-live", "allocates a buffer that is live", event);
        state.canonical = root == event.buffer ? kNoIndex : root;
        State& rootState = m_states[root];
        if (rootState.references == 0 && !begin(event.buffer, root))
            return ignore("event-impossible-size", "would make the level larger than any memory", event);
        const bool born = rootState.references++ == 0;
        state.holds = root;
        if (born)
            return static_cast<std::int32_t>(rootState.chunk) + 1;
        m_result.sharers.push_back({rootState.chunk, event.buffer});
        return 0;
    }

    bool begin(std::uint32_t buffer, std::uint32_t root)
    {
        const AddressRange range = m_assignment.clippedRange(m_assignment.buffers[root]);
        const BufferRow chunk{.buffer = buffer,
                              .allocation = m_assignment.buffers[root].allocation,
                              .start = m_step,
                              .end = m_result.steps,
                              .offset = range.begin,
                              .size = range.size(),
                              .unpadded = std::min(range.size(), m_assignment.buffers[buffer].unpadded),
                              .isTraced = true};
        if (chunk.size > kLevelLimit - m_live)
            return false;
        m_live += chunk.size;
        m_states[root].chunk = static_cast<std::uint32_t>(m_result.chunks.size());
        m_result.chunks.push_back(chunk);
        return true;
    }

    std::int32_t release(const HeapEvent& event)
    {
        State& state = m_states[event.buffer];
        if (state.holds == kNoIndex)
            return ignore("event-frees-dead", "frees a buffer that is not live", event);
        State& root = m_states[state.holds];
        state.holds = kNoIndex;
        if (--root.references > 0)
            return 0;
        BufferRow& chunk = m_result.chunks[root.chunk];
        chunk.end = m_step;
        m_live -= chunk.size;
        return -static_cast<std::int32_t>(root.chunk) - 1;
    }

    std::int32_t ignore(std::string_view code, std::string_view what, const HeapEvent& event)
    {
        m_result.warnings.add(code,
                              "Step " + groupedNumber(m_step) + " ("
                                  + printable(m_assignment.text(event.instructionName)) + ") of the heap trace "
                                  + std::string(what) + "; it has no effect.",
                              std::nullopt, m_space);
        return 0;
    }

    const BufferAssignment& m_assignment;
    std::int64_t m_space;
    std::vector<State> m_states;
    TraceReplay m_result;
    std::uint32_t m_step = 0;
    std::uint32_t m_lastTraced = kNoIndex;
    std::int64_t m_live = 0;
};

} // namespace

std::optional<TraceReplay> replayTrace(const BufferAssignment& assignment, std::int64_t space,
                                       std::optional<std::uint32_t> trace, const Progress& progress)
{
    return Replayer(assignment, space).run(trace ? assignment.traces[*trace] : IndexRange{}, progress);
}

} // namespace tidemark
