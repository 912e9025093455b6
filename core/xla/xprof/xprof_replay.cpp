#include "core/xla/xprof/xprof_replay.h"

#include "core/xla/xprof/xprof_trace.h"

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
        for (std::size_t i = 0; i < m_births.size(); ++i) {
            const State& state = m_states[m_births[i]];
            if (i >= state.forgottenBirths)
                result.push_back(state.reanimatedBy == kNoIndex ? m_births[i] : state.reanimatedBy);
        }
        return result;
    }

private:
    struct State {
        std::uint32_t canonical = kNoIndex;
        std::uint32_t reanimatedBy = kNoIndex; // the sharer that is displayed for it, for good
        std::int64_t references = 0;
        std::size_t forgottenBirths = 0; // those before this position of m_births died
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

    void apply(const HeapEvent& event, std::int64_t step, XprofReplay& result)
    {
        if (event.buffer == kNoIndex)
            return;
        if (event.kind == HeapEventKind::Alloc)
            allocate(event.buffer, step, result);
        else if (event.kind == HeapEventKind::ShareWith && event.canonical != kNoIndex)
            share(event.buffer, event.canonical, step, result);
        else if (event.kind == HeapEventKind::Free)
            free(event.buffer, step, result);
    }

    /// Adds the buffer's own size even where it counts for a root that it shares with, or where it is live.
    void allocate(std::uint32_t buffer, std::int64_t step, XprofReplay& result)
    {
        ++m_states[rootOf(buffer)].references;
        grow(buffer);
        result.spans[buffer] = {step, m_last};
    }

    void share(std::uint32_t buffer, std::uint32_t canonical, std::int64_t step, XprofReplay& result)
    {
        const std::uint32_t root = rootOf(canonical);
        if (root != buffer)
            m_states[buffer].canonical = root;
        if (m_states[root].references++ > 0)
            return;
        m_states[root].reanimatedBy = buffer;
        grow(root);
        result.spans[buffer] = {step, m_last};
    }

    void grow(std::uint32_t buffer)
    {
        m_level += static_cast<std::uint64_t>(m_assignment.buffers[buffer].size);
        m_unpadded += static_cast<std::uint64_t>(m_unpaddedSize(buffer));
        m_births.push_back(buffer);
    }

    void free(std::uint32_t buffer, std::int64_t step, XprofReplay& result)
    {
        const std::uint32_t root = rootOf(buffer);
        if (root != buffer)
            endSpan(buffer, step, result);
        State& state = m_states[root];
        if (state.references == 0 || --state.references > 0)
            return;
        m_level -= static_cast<std::uint64_t>(m_assignment.buffers[root].size);
        m_unpadded -= static_cast<std::uint64_t>(m_unpaddedSize(root));
        state.forgottenBirths = m_births.size();
        if (state.reanimatedBy == kNoIndex)
            endSpan(root, step, result);
    }

    static void endSpan(std::uint32_t buffer, std::int64_t step, XprofReplay& result)
    {
        if (const auto span = result.spans.find(buffer); span != result.spans.end())
            span->second.limit = step;
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
    result.trace = xprofTrace(assignment, color);
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
