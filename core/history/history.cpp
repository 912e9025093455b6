#include "core/history/history.h"

#include "core/base/address_ranges.h"
#include "core/base/id_map.h"
#include "core/base/notes.h"
#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tidemark::history {
namespace {

/// No sum of sizes may pass this, so that no arithmetic on levels overflows.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 61;

std::int64_t addressOf(std::uint64_t address)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(address, INT64_MAX));
}

/// The addresses of a segment.
AddressRange addressesOf(std::uint64_t address, std::int64_t size)
{
    const std::int64_t begin = addressOf(address);
    return {begin, addressPast(begin, std::max<std::int64_t>(size, 0))};
}

/// Finds which addresses the allocator held in which cells, from the segments at the end backwards through the events.
class HeldFinder
{
public:
    explicit HeldFinder(const MemoryRecording& memory)
        : m_memory(memory)
        , m_areJoined(std::ranges::any_of(memory.segments, &Segment::isExpandable))
    { }

    std::vector<ReservedRange> find()
    {
        const std::size_t count = m_memory.events.size();
        m_cell = static_cast<std::uint32_t>(count + 1);
        for (const Segment& segment : m_memory.segments)
            add(addressesOf(segment.address, segment.size));
        for (std::size_t i = count; i-- > 0;) {
            const Event& event = m_memory.events[i];
            m_cell = static_cast<std::uint32_t>(i + 1); // the first cell in which its effect is there
            if (event.action == Action::Reserve)
                remove(addressesOf(event.address, event.size));
            else if (event.action == Action::Release)
                add(addressesOf(event.address, event.size));
        }
        m_cell = 0;
        for (const auto& [begin, held] : m_ranges)
            close(begin, held);
        return std::move(m_found);
    }

private:
    struct Held {
        std::int64_t end = 0;
        std::uint32_t past = 0; // the cell after the last
    };
    using Range = AddressRange;

    void close(std::int64_t begin, const Held& held)
    {
        if (m_cell < held.past)
            m_found.push_back({begin, held.end, {m_cell, held.past}});
    }
    void remove(Range range)
    {
        const auto [begin, end] = range;
        if (begin >= end)
            return;
        auto each = m_ranges.lower_bound(begin);
        if (each != m_ranges.begin() && std::prev(each)->second.end > begin)
            --each;
        while (each != m_ranges.end() && each->first < end) {
            const auto [first, held] = *each;
            close(first, held);
            each = m_ranges.erase(each);
            if (first < begin)
                m_ranges.emplace(first, Held{begin, m_cell});
            if (held.end > end)
                m_ranges.emplace(end, Held{held.end, m_cell});
        }
    }
    void add(Range range)
    {
        remove(range);
        auto [begin, end] = range;
        if (begin >= end)
            return;
        const auto join = [this](auto neighbour) {
            close(neighbour->first, neighbour->second);
            m_ranges.erase(neighbour);
        };
        // Memory that the allocator maps piece by piece is one segment.
        if (auto next = m_ranges.lower_bound(begin);
            m_areJoined && next != m_ranges.begin() && std::prev(next)->second.end == begin) {
            begin = std::prev(next)->first;
            join(std::prev(next));
        }
        if (auto next = m_ranges.find(end); m_areJoined && next != m_ranges.end()) {
            end = next->second.end;
            join(next);
        }
        m_ranges[begin] = {end, m_cell};
    }

    const MemoryRecording& m_memory;
    bool m_areJoined;
    std::uint32_t m_cell = 0;
    std::map<std::int64_t, Held> m_ranges; // by begin
    std::vector<ReservedRange> m_found;
};

/// Makes allocations follow the allocator's own count where events are missing, in one sweep.
///
/// Where the count is lower than the allocations, some were freed without an event: one of exactly that size ends, else
/// the oldest ones without a recorded free. Where the count is higher, an allocation had no event: one that was taken
/// to be there from the start, because only its free is known, begins there. What no event explains is one row of
/// unknown place that lives all the time.
class CountFollower
{
public:
    CountFollower(std::vector<Allocation>& rows, const std::vector<Stated>& stated, StepId end)
        : m_rows(rows)
        , m_stated(stated)
        , m_end(end)
    { }

    void follow()
    {
        std::vector<std::size_t> byStart(m_rows.size());
        std::iota(byStart.begin(), byStart.end(), std::size_t{0});
        std::vector<std::size_t> byEnd = byStart;
        std::ranges::stable_sort(byStart, {}, [this](std::size_t row) { return m_rows[row].start; });
        std::ranges::stable_sort(byEnd, {}, [this](std::size_t row) { return m_rows[row].end; });
        auto started = byStart.begin();
        auto ended = byEnd.begin();
        m_isEnded.resize(m_rows.size());
        for (std::size_t cell = 0; cell < m_end.index(); ++cell) {
            for (; started != byStart.end() && m_rows[*started].start.index() <= cell; ++started)
                start(*started);
            for (; ended != byEnd.end() && m_rows[*ended].end.index() <= cell; ++ended)
                end(*ended);
            if (cell > 0 && m_stated[cell - 1].isStated)
                compare(StepId::at(cell), m_stated[cell - 1].heap);
        }
        if (m_rest > 0) {
            Allocation rest;
            rest.size = m_rest;
            rest.end = m_end;
            rest.kind = Allocation::kBefore;
            m_rows.push_back(rest);
        }
    }

private:
    /// By their end, because those whose address was used again are the first to have ended, then by age.
    using Open = std::set<std::pair<std::uint32_t, std::size_t>>;
    using BySize = std::map<std::int64_t, Open>;

    std::pair<std::uint32_t, std::size_t> keyOf(std::size_t row) const { return {m_rows[row].end.value, row}; }

    void start(std::size_t row)
    {
        const Allocation& allocation = m_rows[row];
        m_live += allocation.size;
        if (!allocation.isEndKnown) {
            m_open.insert(keyOf(row));
            m_openBySize[allocation.size].insert(keyOf(row));
        } else if (allocation.kind == Allocation::kBefore) {
            m_before[allocation.size].insert(keyOf(row));
        }
    }
    void end(std::size_t row)
    {
        if (m_isEnded[row])
            return;
        m_isEnded[row] = true;
        m_live -= m_rows[row].size;
        m_open.erase(keyOf(row));
        remove(m_openBySize, row);
        remove(m_before, row);
    }
    void remove(BySize& rows, std::size_t row)
    {
        if (const auto found = rows.find(m_rows[row].size); found != rows.end()) {
            found->second.erase(keyOf(row));
            if (found->second.empty())
                rows.erase(found);
        }
    }

    /// Acts on what two counts in a row agree on, because events of two threads may change places.
    void compare(StepId cell, std::int64_t count)
    {
        if (!m_isRestKnown)
            m_rest = count - m_live;
        m_isRestKnown = true;
        std::int64_t above = m_rest + m_live - count;
        const StepId since = std::exchange(m_lastCell, cell);
        above -= endSome(std::min(above, m_lastAbove), since);
        above += startSome(std::min(-above, -m_lastAbove), since);
        m_lastAbove = above;
    }
    /// Ends allocations of so many bytes; returns their size.
    std::int64_t endSome(std::int64_t bytes, StepId cell)
    {
        std::int64_t ended = 0;
        if (const auto same = m_openBySize.find(bytes); bytes > 0 && same != m_openBySize.end())
            return endHere(same->second.begin()->second, cell);
        while (ended < bytes && !m_open.empty() && m_rows[m_open.begin()->second].size <= bytes - ended)
            ended += endHere(m_open.begin()->second, cell);
        return ended;
    }
    std::int64_t endHere(std::size_t row, StepId cell)
    {
        end(row); // before its end changes, which is a part of its key
        m_rows[row].end = std::max(cell, StepId(m_rows[row].start.value + 1));
        m_rows[row].kind = Allocation::kFreed;
        return m_rows[row].size;
    }
    /// Begins an allocation of so many bytes here; returns its size.
    std::int64_t startSome(std::int64_t bytes, StepId cell)
    {
        const auto same = m_before.find(bytes);
        if (bytes <= 0 || same == m_before.end())
            return 0;
        const std::size_t row = same->second.begin()->second;
        remove(m_before, row);
        m_rows[row].start = cell;
        m_rest += bytes; // as the count at the start has to hold
        return bytes;
    }

    std::vector<Allocation>& m_rows;
    const std::vector<Stated>& m_stated;
    StepId m_end;
    std::vector<bool> m_isEnded;
    Open m_open; // live rows without a recorded free
    BySize m_openBySize; // the same
    BySize m_before; // live rows that were freed without an allocation
    std::int64_t m_live = 0; // Σ sizes of live rows
    std::int64_t m_rest = 0; // what no row explains; negative while rows are there too early
    bool m_isRestKnown = false;
    std::int64_t m_lastAbove = 0; // allocations less the count at the last comparison
    StepId m_lastCell; // the cell of the last comparison
};

struct AddressTag;
using AddressId = Id<AddressTag>; // an address of an event

/// Pairs events to allocations.
class Pairing
{
public:
    Pairing(History& history, const Progress& progress)
        : m_history(history)
        , m_memory(*history.memory)
        , m_progress(progress)
        , m_places(history.memory->events.size() / 8)
    { }

    /// Error: Cancelled.
    Result<void> run()
    {
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
        row.isEndKnown = false;
        const std::size_t before = m_rows.size();
        add(row);
        if (m_rows.size() == before)
            return;
        RowId& live = liveAt(event.address);
        if (live) {
            ++m_lostFrees;
            endAt(m_rows[live.index()], cell);
            m_rows[live.index()].isEndKnown = false; // at the latest here
        }
        live = RowId::at(before);
    }

    void free(const Event& event, StepId cell)
    {
        const std::size_t seen = m_live.size();
        if (RowId& live = liveAt(event.address); live) {
            endAt(m_rows[live.index()], cell);
            live = {};
            return;
        }
        // The block was there before, unless its address was in use in the meantime: then it was free already.
        if (m_live.size() == seen) {
            ++m_strayFrees;
            return;
        }
        Allocation row;
        row.size = event.size;
        row.requested = event.requested;
        row.address = addressOf(event.address);
        row.asker = event.asker;
        row.end = cell;
        row.kind = Allocation::kBefore;
        add(row);
    }

    /// What is in use at an address.
    RowId& liveAt(std::uint64_t address)
    {
        const AddressId next = m_live.nextId();
        const AddressId place = m_places.findOrInsert(static_cast<std::int64_t>(address), next);
        if (place == next)
            m_live.emplace_back();
        return m_live[place];
    }

    static void endAt(Allocation& row, StepId cell)
    {
        row.end = cell;
        row.kind = Allocation::kFreed;
        row.isEndKnown = true;
    }

    /// Adds what was there before and compares with what was in use at the end.
    void finish()
    {
        if (m_memory.atEnd)
            addBlocks(*m_memory.atEnd);
        else if (!m_memory.stated.empty())
            CountFollower(m_rows, m_memory.stated, lastCell()).follow();
        addReserve();
        if (m_lostFrees > 0)
            m_history.warnings.addNamed("frees-not-recorded",
                                        counted(m_lostFrees, "block") + " " + worded(m_lostFrees, "was", "were")
                                            + " allocated again without a recorded free; the earlier allocation is "
                                              "taken to end there.");
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
        for (const Block& block : blocks) {
            const AddressId place
                = block.address != 0 ? m_places.find(static_cast<std::int64_t>(block.address)) : AddressId();
            if (place && m_live[place]) {
                if (block.size >= 0 && block.size <= kMostBytes - m_sum)
                    m_rows[m_live[place].index()].size = block.size;
                m_live[place] = {};
                continue;
            }
            Allocation row;
            row.size = block.size;
            row.requested = block.requested;
            row.address = addressOf(block.address);
            row.asker = block.asker;
            row.arrays = static_cast<std::uint32_t>(std::min<std::int64_t>(block.count, UINT32_MAX));
            row.end = lastCell();
            row.kind = m_memory.events.empty() ? Allocation::kListed : Allocation::kBefore;
            add(row);
        }
        const auto isLeft = [](RowId row) { return !row.isNone(); };
        if (const auto left = static_cast<std::size_t>(std::ranges::count_if(m_live, isLeft)); left > 0)
            m_history.warnings.addNamed(
                "not-in-use-at-end",
                counted(left, "allocation") + " without a recorded free " + worded(left, "is", "are")
                    + " not among the blocks in use at the end; when they were freed is not known.");
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
    IdMap<AddressId> m_places; // the number of each address that an event has named
    IdVector<AddressId, RowId> m_live; // what is in use at the address, as a position in m_rows; none if it is free
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

/// Warns where the level is not the allocator's own count.
void compareWithCount(History& history)
{
    const auto& stated = history.memory->stated;
    std::size_t different = 0;
    for (std::size_t i = 0; i < stated.size(); ++i) {
        const std::int64_t difference = std::abs(history.level[i + 1] - stated[i].heap - stated[i].stack);
        if (!stated[i].isStated || difference == 0)
            continue;
        ++different;
        if (difference > history.largestDifference) {
            history.largestDifference = difference;
            history.differentAt = StepId::at(i + 1);
        }
    }
    if (different == 0)
        return;
    const Stated& count = stated[history.differentAt.index() - 1];
    history.warnings.addNamed("not-the-count",
                              "After " + counted(different, "event")
                                  + " the allocations do not add up to the allocator's own count, because events are "
                                    "missing. The largest difference is after event "
                                  + groupedNumber(history.differentAt.value) + ": allocations "
                                  + bytesText(history.level[history.differentAt.index()]) + ", count "
                                  + bytesText(count.heap + count.stack) + ".");
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
    if (memory.segments.empty())
        return;
    history.held = HeldFinder(memory).find();
    std::vector<AddressRange> all;
    for (const Segment& segment : memory.segments)
        all.push_back(addressesOf(segment.address, segment.size));
    for (const Event& event : memory.events)
        if (event.action == Action::Reserve || event.action == Action::Release)
            all.push_back(addressesOf(event.address, event.size));
    for (const auto& [begin, end] : unitedRanges(std::move(all)))
        history.regions.push_back({begin, end, {0, history.cells()}});
    for (Allocation& row : history.rows)
        row.region = static_cast<std::uint32_t>(history.regionOf(row.address).value_or(history.regions.size()));
}

} // namespace

std::optional<std::size_t> History::regionOf(std::int64_t address) const
{
    const auto next = std::ranges::upper_bound(regions, address, {}, &ReservedRange::begin);
    if (next == regions.begin() || address >= std::prev(next)->end)
        return std::nullopt;
    return static_cast<std::size_t>(next - regions.begin() - 1);
}

std::int64_t History::timeOf(StepId cell) const
{
    const Event* const event = eventOf(cell);
    std::int64_t time = 0;
    if (event && __builtin_sub_overflow(event->time, memory->events.front().time, &time))
        return INT64_MAX;
    return time;
}

std::vector<ReservedRange> History::reservedAt(StepId cell) const
{
    std::vector<ReservedRange> found;
    std::ranges::copy_if(held, std::back_inserter(found),
                         [&](const ReservedRange& range) { return range.cells.contains(cell.value); });
    std::ranges::sort(found, {}, &ReservedRange::begin);
    return found;
}

std::optional<FreeMemory> History::freeAt(StepId cell) const
{
    if (memory->segments.empty())
        return std::nullopt;
    std::vector<AddressRange> used;
    for (const Allocation& row : rows)
        if (row.start <= cell && cell < row.end)
            used.push_back({row.address, addressPast(row.address, row.size)});
    FreeRanges free(std::move(used));
    FreeMemory memoryNow;
    for (const auto& [begin, end, cells] : reservedAt(cell)) {
        memoryNow.reserved += end - begin;
        free.forEachIn({begin, end}, [&, whole = end - begin](const AddressRange& range) {
            memoryNow.free += range.size();
            memoryNow.largest = std::max(memoryNow.largest, range.size());
            if (range.size() == whole)
                memoryNow.empty += whole;
        });
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
    compareWithCount(history);
    setReserved(history);
    setRegions(history);
    history.failures = failuresOf(*history.memory);
    return history;
}

std::vector<StepId> failuresOf(const MemoryRecording& memory)
{
    std::vector<StepId> cells;
    for (std::size_t i = 0; i < memory.events.size(); ++i)
        if (memory.events[i].action == Action::Fail)
            cells.push_back(StepId::at(i + 1));
    return cells;
}

} // namespace tidemark::history
