#include "core/xla/xprof/xprof_replay.h"

#include "core/xla/replay/axis_trace.h"

#include <algorithm>

namespace tidemark {
namespace {

class Replayer
{
public:
    Replayer(const BufferAssignment& assignment, const std::function<std::int64_t(std::uint32_t)>& unpaddedSize)
        : m_assignment(assignment)
        , m_unpaddedSize(unpaddedSize)
        , m_states(assignment.buffers.size())
    { }

    void run(IndexRange events, XprofReplay& result)
    {
        m_last = static_cast<std::int64_t>(events.size()) - 1;
        for (std::uint32_t i = 0; i < events.size(); ++i) {
            result.heapSizes.push_back(level());
            result.unpaddedHeapSizes.push_back(static_cast<std::int64_t>(m_unpadded));
            apply(m_assignment.events[events.begin + i], i, result);
            if (level() <= result.peak)
                continue;
            result.peak = level();
            result.unpaddedPeak = static_cast<std::int64_t>(m_unpadded);
            result.peakPosition = i;
        }
        result.heapSizes.push_back(level());
        result.unpaddedHeapSizes.push_back(static_cast<std::int64_t>(m_unpadded));
    }

    /// The displayed buffers live now, in order of birth.
    std::vector<std::uint32_t> live() const
    {
        std::vector<std::uint32_t> result;
        for (const std::uint32_t root : m_births)
            if (root != kNoIndex)
                result.push_back(m_states[root].displayed);
        return result;
    }

private:
    struct State {
        std::uint32_t canonical = kNoIndex;
        std::uint32_t displayed = kNoIndex;
        std::int64_t references = 0;
        std::size_t birth = 0; // position in m_births
        bool ownSpanEnded = false;
        bool isReanimating = false;
    };

    std::int64_t level() const { return static_cast<std::int64_t>(m_level); }

    std::uint32_t rootOf(std::uint32_t buffer) const
    {
        // A chain grows only where a root shares in turn, which compilers do not write; one of a contradicting file may
        // be as long as the file, and every event would walk it.
        constexpr int kLongest = 1000;
        for (int hops = 0; hops < kLongest && m_states[buffer].canonical != kNoIndex; ++hops)
            buffer = m_states[buffer].canonical;
        return buffer;
    }

    void begin(std::uint32_t root, std::uint32_t displayed, std::int64_t step, XprofReplay& result)
    {
        m_level += static_cast<std::uint64_t>(m_assignment.buffers[root].size);
        m_unpadded += static_cast<std::uint64_t>(m_unpaddedSize(root));
        m_states[root].displayed = displayed;
        m_states[root].birth = m_births.size();
        m_births.push_back(root);
        result.spans[displayed] = {step, m_last};
    }

    void apply(const HeapEvent& event, std::int64_t step, XprofReplay& result)
    {
        if (event.buffer == kNoIndex)
            return;
        State& state = m_states[event.buffer];
        if (event.kind == HeapEventKind::Alloc) {
            const std::uint32_t root = event.buffer;
            if (m_states[root].references++ == 0)
                begin(root, root, step, result);
        } else if (event.kind == HeapEventKind::ShareWith && event.canonical != kNoIndex) {
            const std::uint32_t root = rootOf(event.canonical);
            if (root != event.buffer)
                state.canonical = root;
            if (m_states[root].references++ == 0) {
                state.isReanimating = true;
                begin(root, event.buffer, step, result);
            }
        } else if (event.kind == HeapEventKind::Free) {
            free(event.buffer, step, result);
        }
    }

    void free(std::uint32_t buffer, std::int64_t step, XprofReplay& result)
    {
        if (m_states[buffer].isReanimating)
            result.spans[buffer].limit = step;
        const std::uint32_t root = rootOf(buffer);
        State& state = m_states[root];
        if (state.references == 0 || --state.references > 0)
            return;
        m_level -= static_cast<std::uint64_t>(m_assignment.buffers[root].size);
        m_unpadded -= static_cast<std::uint64_t>(m_unpaddedSize(root));
        if (!state.ownSpanEnded && result.spans.contains(root))
            result.spans[root].limit = step;
        state.ownSpanEnded = true;
        m_births[state.birth] = kNoIndex;
    }

    const BufferAssignment& m_assignment;
    const std::function<std::int64_t(std::uint32_t)>& m_unpaddedSize;
    std::vector<State> m_states;
    std::vector<std::uint32_t> m_births;
    std::uint64_t m_level = 0; // unsigned: a contradicting file may overflow
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
        if (std::ranges::any_of(buffers, [&](std::uint32_t i) { return assignment.buffers[i].size > 0; }))
            base += allocation.size;
    }
    return base;
}

} // namespace

XprofReplay replayLikeXprof(const BufferAssignment& assignment, std::int64_t color,
                            const std::function<std::int64_t(std::uint32_t)>& unpaddedSize)
{
    XprofReplay result;
    result.base = indefiniteBase(assignment, color);
    result.trace = xprofAxisTrace(assignment, color);
    if (!result.trace)
        result.trace = fallbackTrace(assignment, color);
    if (!result.trace)
        return result;
    const IndexRange events = assignment.traces[*result.trace];
    Replayer(assignment, unpaddedSize).run(events, result);

    // The buffers live at the peak: a second replay that stops there keeps the first one free of snapshots.
    XprofReplay atPeak;
    Replayer untilPeak(assignment, unpaddedSize);
    if (result.peak > 0)
        untilPeak.run({events.begin, events.begin + static_cast<std::uint32_t>(result.peakPosition) + 1}, atPeak);
    result.peakBuffers = untilPeak.live();
    return result;
}

std::int64_t xprofPeak(const BufferAssignment& assignment, std::int64_t color)
{
    const XprofReplay replay = replayLikeXprof(assignment, color, [](std::uint32_t) { return 0; });
    return replay.base + replay.peak;
}

} // namespace tidemark
