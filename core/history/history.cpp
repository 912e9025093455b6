#include "core/history/history.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace tidemark::history {
namespace {

/// No sum of sizes may pass this, so that no arithmetic on levels overflows.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 61;

/// Disjoint ranges of addresses.
class AddressRanges
{
public:
    /// Whether ranges that touch are one: memory that the allocator maps piece by piece is.
    explicit AddressRanges(bool areJoined)
        : m_areJoined(areJoined)
    { }

    void add(std::int64_t begin, std::int64_t end)
    {
        remove(begin, end);
        if (begin >= end)
            return;
        if (m_areJoined) {
            auto next = m_ends.lower_bound(begin);
            if (next != m_ends.begin() && std::prev(next)->second == begin) {
                begin = std::prev(next)->first;
                m_ends.erase(std::prev(next));
            }
            next = m_ends.find(end);
            if (next != m_ends.end()) {
                end = next->second;
                m_ends.erase(next);
            }
        }
        m_ends[begin] = end;
    }

    void remove(std::int64_t begin, std::int64_t end)
    {
        if (begin >= end)
            return;
        auto each = m_ends.lower_bound(begin);
        if (each != m_ends.begin() && std::prev(each)->second > begin)
            --each;
        while (each != m_ends.end() && each->first < end) {
            const auto [first, last] = *each;
            each = m_ends.erase(each);
            if (first < begin)
                m_ends.emplace(first, begin);
            if (last > end)
                m_ends.emplace(end, last);
        }
    }

    /// The end of each range by its begin.
    const std::map<std::int64_t, std::int64_t>& ends() const { return m_ends; }

private:
    bool m_areJoined;
    std::map<std::int64_t, std::int64_t> m_ends;
};

std::int64_t addressOf(std::uint64_t address)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(address, INT64_MAX));
}

bool isExpandable(const MemoryRecording& memory)
{
    return std::ranges::any_of(memory.segments, &Segment::isExpandable);
}

/// The segments that are reserved directly after an event, from those at the end. REQUIRES: segments at the end
AddressRanges reservedAfter(const MemoryRecording& memory, std::size_t events)
{
    AddressRanges ranges(isExpandable(memory));
    for (const Segment& segment : memory.segments) {
        const std::int64_t begin = addressOf(segment.address);
        ranges.add(begin, addressPast(begin, std::max<std::int64_t>(segment.size, 0)));
    }
    for (std::size_t i = memory.events.size(); i-- > events;) {
        const Event& event = memory.events[i];
        const std::int64_t begin = addressOf(event.address);
        const std::int64_t end = addressPast(begin, std::max<std::int64_t>(event.size, 0));
        if (event.action == Action::Reserve)
            ranges.remove(begin, end);
        else if (event.action == Action::Release)
            ranges.add(begin, end);
    }
    return ranges;
}

/// Pairs events to allocations.
class Pairing
{
public:
    Pairing(History& history, const Progress& progress)
        : m_history(history)
        , m_memory(*history.memory)
        , m_progress(progress)
    { }

    /// Error: Cancelled.
    Result<void> run()
    {
        m_live.reserve(std::min<std::size_t>(m_memory.events.size(), std::size_t{1} << 20));
        for (std::size_t i = 0; i < m_memory.events.size(); ++i) {
            constexpr std::size_t kOften = 65536;
            if (i % kOften == 0 && m_progress.cancelled())
                return Progress::cancelledError();
            const Event& event = m_memory.events[i];
            const StepId cell = StepId::at(i + 1);
            if (event.action == Action::Allocate)
                allocate(event, cell);
            else if (event.action == Action::Free)
                free(event, cell);
        }
        finish();
        return {};
    }

private:
    StepId lastCell() const { return StepId::at(m_memory.events.size() + 1); }

    void add(Allocation row)
    {
        if (row.size < 0 || row.size > kMostBytes - m_sum) {
            m_history.warnings.addNamed("impossible-size",
                                        "An allocation of " + groupedNumber(row.size)
                                            + " bytes is left out: no memory is that large.");
            return;
        }
        m_sum += row.size;
        m_rows.push_back(row);
    }

    void allocate(const Event& event, StepId cell)
    {
        Allocation row;
        row.size = event.size;
        row.requested = event.requested;
        row.address = addressOf(event.address);
        row.asker = event.asker;
        row.step = event.step;
        row.start = cell;
        row.end = lastCell();
        row.kind = Allocation::kKept;
        const std::size_t before = m_rows.size();
        add(row);
        if (m_rows.size() == before)
            return;
        const auto [found, isNew] = m_live.try_emplace(event.address, before);
        if (isNew)
            return;
        ++m_lostFrees;
        endAt(m_rows[found->second], cell);
        m_rows[found->second].isEndLate = true;
        found->second = before;
    }

    void free(const Event& event, StepId cell)
    {
        if (const auto found = m_live.find(event.address); found != m_live.end()) {
            endAt(m_rows[found->second], cell);
            m_live.erase(found);
            return;
        }
        // The block was there before. A second free of it is not the end of another block.
        if (!m_freedBefore.try_emplace(event.address, m_rows.size()).second)
            ++m_strayFrees;
        Allocation row;
        row.size = event.size;
        row.requested = event.requested;
        row.address = addressOf(event.address);
        row.asker = event.asker;
        row.end = cell;
        row.kind = Allocation::kBefore;
        add(row);
    }

    static void endAt(Allocation& row, StepId cell)
    {
        row.end = cell;
        row.kind = Allocation::kFreed;
    }

    /// Adds what was there before and compares with what was in use at the end.
    void finish()
    {
        if (m_memory.atEnd)
            addBlocks(*m_memory.atEnd);
        else
            addRest();
        addReserve();
        if (m_lostFrees > 0)
            m_history.warnings.addNamed("frees-not-recorded",
                                        counted(m_lostFrees, "block") + " " + worded(m_lostFrees, "was", "were")
                                            + " allocated again although no free of it was recorded; the earlier "
                                              "allocation is taken to end there.");
        if (m_strayFrees > 0)
            m_history.warnings.addNamed("frees-without-allocation",
                                        counted(m_strayFrees, "free") + " of blocks that were free already.");
        std::ranges::stable_sort(m_rows, [](const Allocation& a, const Allocation& b) {
            return a.start != b.start ? a.start < b.start : a.start.index() == 0 && a.size > b.size;
        });
        m_history.rows = IdVector<RowId, Allocation>(std::move(m_rows));
    }

    void addBlocks(const std::vector<Block>& blocks)
    {
        std::unordered_map<std::uint64_t, std::size_t> unmatched = std::move(m_live);
        for (const Block& block : blocks) {
            const auto found = block.address != 0 ? unmatched.find(block.address) : unmatched.end();
            if (found != unmatched.end()) {
                m_rows[found->second].size = std::max<std::int64_t>(block.size, 0);
                unmatched.erase(found);
                continue;
            }
            Allocation row;
            row.size = block.size;
            row.requested = block.requested;
            row.address = addressOf(block.address);
            row.count = block.count;
            row.asker = block.asker;
            row.end = lastCell();
            row.kind = m_memory.events.empty() ? Allocation::kListed : Allocation::kBefore;
            add(row);
        }
        if (!unmatched.empty())
            m_history.warnings.addNamed(
                "not-in-use-at-end",
                counted(unmatched.size(), "allocation") + " without a recorded free "
                    + worded(unmatched.size(), "is", "are")
                    + " not among the blocks in use at the end; when they were freed is not known.");
    }

    /// The part of the allocator's own count that no event explains, as one row.
    void addRest()
    {
        if (m_memory.stated.empty())
            return;
        std::int64_t known = 0;
        for (const Allocation& row : m_rows)
            if (row.start.index() <= 1 && row.end.index() > 1)
                known += row.size;
        Allocation row;
        row.size = m_memory.stated.front().heap - known;
        row.end = lastCell();
        row.kind = Allocation::kBefore;
        if (row.size > 0)
            add(row);
    }

    /// What the allocator reserves for the temporaries of programs: one row for each stretch of the same size.
    void addReserve()
    {
        const auto& stated = m_memory.stated;
        for (std::size_t i = 0; i < stated.size();) {
            std::size_t end = i + 1;
            while (end < stated.size() && stated[end].stack == stated[i].stack)
                ++end;
            Allocation row;
            row.size = stated[i].stack;
            row.start = StepId::at(i == 0 ? 0 : i + 1);
            row.end = StepId::at(end + 1);
            row.kind = Allocation::kReserved;
            if (row.size > 0)
                add(row);
            i = end;
        }
    }

    History& m_history;
    const MemoryRecording& m_memory;
    const Progress& m_progress;
    std::vector<Allocation> m_rows;
    std::unordered_map<std::uint64_t, std::size_t> m_live; // positions in m_rows by address
    std::unordered_map<std::uint64_t, std::size_t> m_freedBefore; // addresses that were in use at the beginning
    std::int64_t m_sum = 0;
    std::uint64_t m_lostFrees = 0;
    std::uint64_t m_strayFrees = 0;
};

void setLevels(History& history)
{
    std::vector<std::int64_t>& level = history.level;
    level.assign(history.memory->events.size() + 2, 0);
    for (const Allocation& row : history.rows) {
        level[row.start.index()] += row.size;
        level[row.end.index()] -= row.size;
    }
    for (std::size_t i = 1; i < level.size(); ++i)
        level[i] += level[i - 1];
    level.pop_back();
    history.peakStep = StepId::at(static_cast<std::size_t>(std::ranges::max_element(level) - level.begin()));
}

/// Ends allocations whose free was not recorded where the allocator's own count fell below the level by their size.
/// Returns whether any has changed. The work is bounded by a few passes over the events.
bool endAtCount(History& history)
{
    const auto& stated = history.memory->stated;
    if (stated.empty())
        return false;
    bool isAnyChanged = false;
    std::size_t left = 8 * stated.size();
    for (Allocation& row : history.rows) {
        if (!row.isEndLate)
            continue;
        std::size_t cell = row.end.index();
        const auto isCounted
            = [&](std::size_t at) { return history.level[at] - stated[at - 1].heap - stated[at - 1].stack < row.size; };
        while (left > 0 && cell - 1 > row.start.index() && !isCounted(cell - 1)) {
            --cell;
            --left;
        }
        isAnyChanged = isAnyChanged || cell != row.end.index();
        for (std::size_t at = cell; at < row.end.index(); ++at)
            history.level[at] -= row.size;
        row.end = StepId::at(cell);
    }
    return isAnyChanged;
}

void setReserved(History& history)
{
    const MemoryRecording& memory = *history.memory;
    if (memory.segments.empty())
        return;
    std::int64_t at = 0;
    for (const Segment& segment : memory.segments)
        at = std::min(at + std::max<std::int64_t>(segment.size, 0), kMostBytes);
    history.reserved.assign(history.cells(), at);
    for (std::size_t i = memory.events.size(); i-- > 0;) {
        const Event& event = memory.events[i];
        const std::int64_t size = std::clamp<std::int64_t>(event.size, 0, kMostBytes);
        if (event.action == Action::Reserve)
            at = std::max<std::int64_t>(at - size, 0);
        else if (event.action == Action::Release)
            at = std::min(at + size, kMostBytes);
        history.reserved[i] = at;
    }
}

/// All addresses that were reserved at some time, and the range of each row.
void setRegions(History& history)
{
    const MemoryRecording& memory = *history.memory;
    AddressRanges ranges(true);
    std::map<std::int64_t, TextId> kinds; // by begin
    const auto add = [&](std::uint64_t address, std::int64_t size) {
        const std::int64_t begin = addressOf(address);
        ranges.add(begin, addressPast(begin, std::max<std::int64_t>(size, 0)));
    };
    for (const Segment& segment : memory.segments) {
        add(segment.address, segment.size);
        kinds.emplace(addressOf(segment.address), segment.kind);
    }
    if (memory.segments.empty())
        return;
    for (const Event& event : memory.events)
        if (event.action == Action::Reserve || event.action == Action::Release)
            add(event.address, event.size);
    for (const auto& [begin, end] : ranges.ends()) {
        const auto kind = kinds.lower_bound(begin);
        const bool isInside = kind != kinds.end() && kind->first < end;
        history.regions.push_back({begin, end, isInside ? kind->second : TextId()});
    }
    for (Allocation& row : history.rows) {
        const auto next = std::ranges::upper_bound(history.regions, row.address, {}, &ReservedRange::begin);
        const bool isInside = next != history.regions.begin() && row.address < std::prev(next)->end;
        row.region
            = static_cast<std::uint32_t>(isInside ? next - history.regions.begin() - 1 : std::ssize(history.regions));
    }
}

} // namespace

std::int64_t History::timeOf(StepId cell) const
{
    const Event* const event = eventOf(cell);
    return event ? event->time - memory->events.front().time : 0;
}

std::vector<ReservedRange> History::reservedAt(StepId cell) const
{
    std::vector<ReservedRange> found;
    const AddressRanges ranges = reservedAfter(*memory, hasEvents() ? cell.index() : 0);
    for (const auto& [begin, end] : ranges.ends())
        found.push_back({begin, end, {}});
    return found;
}

std::optional<FreeMemory> History::freeAt(StepId cell) const
{
    if (memory->segments.empty())
        return std::nullopt;
    std::vector<std::pair<std::int64_t, std::int64_t>> used;
    for (const Allocation& row : rows)
        if (row.start <= cell && cell < row.end)
            used.emplace_back(row.address, addressPast(row.address, row.size));
    std::ranges::sort(used);
    FreeMemory memoryNow;
    const auto addHole = [&](std::int64_t begin, std::int64_t end) {
        if (begin >= end)
            return;
        memoryNow.free += end - begin;
        memoryNow.largest = std::max(memoryNow.largest, end - begin);
    };
    auto next = used.begin();
    for (const auto& [begin, end, kind] : reservedAt(cell)) {
        memoryNow.reserved += end - begin;
        std::int64_t at = begin;
        while (next != used.end() && next->second <= begin)
            ++next;
        for (; next != used.end() && next->first < end; ++next) {
            addHole(at, std::max(at, next->first));
            at = std::max(at, next->second);
            if (next->second > end)
                break;
        }
        addHole(at, end);
    }
    return memoryNow;
}

Result<History> historyOf(std::shared_ptr<const Recording> recording, std::size_t memory, const Progress& progress)
{
    History history;
    history.memory = &recording->memories[memory];
    history.recording = std::move(recording);
    if (const auto done = Pairing(history, progress).run(); !done)
        return done.error();
    setLevels(history);
    if (endAtCount(history))
        setLevels(history);
    setReserved(history);
    setRegions(history);
    return history;
}

} // namespace tidemark::history
