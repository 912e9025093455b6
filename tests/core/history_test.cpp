// Tests of histories of allocations: recordings that begin in the middle of a simulated life of an allocator, compared
// with what was really in use.
#include "core/history/history.h"
#include "core/history/history_view.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace tidemark::history {
namespace {

constexpr std::int64_t kUnit = 512;
constexpr std::int64_t kSegment = 64 * kUnit;

/// An allocator with a few segments, and what is true after each of its events.
class Simulation
{
public:
    explicit Simulation(unsigned seed)
        : m_random(seed)
    { }

    void run(int events)
    {
        for (int i = 0; i < events; ++i)
            act();
    }

    /// The recording of the events from `begin` on.
    Recording recording(std::size_t begin) const
    {
        Recording recording;
        MemoryRecording memory;
        memory.name = "GPU 0";
        memory.events.assign(m_events.begin() + static_cast<std::ptrdiff_t>(begin), m_events.end());
        memory.atEnd.emplace();
        for (const auto& [address, size] : m_blocks)
            memory.atEnd->push_back({address, size, size - 1, 1, {}});
        memory.statedAtEnd = m_levels.back();
        for (const std::uint64_t address : m_segments)
            memory.segments.push_back({address, kSegment, false});
        recording.memories.push_back(std::move(memory));
        return recording;
    }
    /// What an allocator with counts instead of lists records.
    Recording counted(std::size_t begin) const
    {
        Recording recording = this->recording(begin);
        MemoryRecording& memory = recording.memories.front();
        memory.atEnd.reset();
        memory.statedAtEnd.reset();
        memory.segments.clear();
        for (std::size_t i = begin; i < m_events.size(); ++i)
            memory.stated.push_back({m_levels[i + 1], 0, 0, 0});
        return recording;
    }

    const std::vector<std::int64_t>& levels() const { return m_levels; }
    const std::vector<FreeMemory>& free() const { return m_free; }
    std::size_t events() const { return m_events.size(); }

private:
    std::int64_t random(std::int64_t below)
    {
        return std::uniform_int_distribution<std::int64_t>(0, below - 1)(m_random);
    }

    void act()
    {
        const std::int64_t choice = random(10);
        if (choice == 0 && m_segments.size() < 8)
            reserve();
        else if (choice == 1)
            release();
        else if (choice < 7)
            allocate();
        else
            free_();
    }

    void record(const Event& event)
    {
        if (m_levels.empty()) {
            m_levels.push_back(0);
            m_free.push_back({});
        }
        m_events.push_back(event);
        std::int64_t level = 0;
        for (const auto& [address, size] : m_blocks)
            level += size;
        m_levels.push_back(level);
        m_free.push_back(countFree());
    }

    /// Looks at every unit of every segment.
    FreeMemory countFree() const
    {
        FreeMemory found;
        for (const std::uint64_t segment : m_segments) {
            std::int64_t hole = 0;
            for (std::int64_t at = 0; at < kSegment; at += kUnit) {
                const bool isUsed = unitIsUsed(segment + static_cast<std::uint64_t>(at));
                hole = isUsed ? 0 : hole + kUnit;
                found.free += isUsed ? 0 : kUnit;
                found.largest = std::max(found.largest, hole);
            }
            found.reserved += kSegment;
        }
        return found;
    }
    bool unitIsUsed(std::uint64_t address) const
    {
        for (const auto& [begin, size] : m_blocks)
            if (begin <= address && address < begin + static_cast<std::uint64_t>(size))
                return true;
        return false;
    }

    void reserve()
    {
        std::uint64_t address = 0;
        do
            address = (1 + static_cast<std::uint64_t>(random(20))) * 2 * kSegment;
        while (m_segments.contains(address));
        m_segments.insert(address);
        record({address, kSegment, -1, 0, {}, -1, Action::Reserve});
    }
    void release()
    {
        for (const std::uint64_t segment : m_segments) {
            const auto block = m_blocks.lower_bound(segment);
            if (block == m_blocks.end() || block->first >= segment + kSegment) {
                m_segments.erase(segment);
                record({segment, kSegment, -1, 0, {}, -1, Action::Release});
                return;
            }
        }
    }
    void allocate()
    {
        const std::int64_t size = (1 + random(20)) * kUnit;
        for (const std::uint64_t segment : m_segments)
            for (std::uint64_t at = segment; at + static_cast<std::uint64_t>(size) <= segment + kSegment; at += kUnit) {
                bool isFree = true;
                for (std::int64_t i = 0; i < size && isFree; i += kUnit)
                    isFree = !unitIsUsed(at + static_cast<std::uint64_t>(i));
                if (!isFree)
                    continue;
                m_blocks[at] = size;
                record({at, size, size - 1, 0, {}, -1, Action::Allocate});
                return;
            }
        record({0, 0, -1, 0, {}, -1, Action::Fail});
    }
    void free_()
    {
        if (m_blocks.empty())
            return;
        const auto block = std::next(m_blocks.begin(), random(std::ssize(m_blocks)));
        const auto [address, size] = *block;
        m_blocks.erase(block);
        record({address, size, size - 1, 0, {}, -1, Action::Free});
    }

    std::mt19937 m_random;
    std::map<std::uint64_t, std::int64_t> m_blocks; // sizes by address
    std::set<std::uint64_t> m_segments;
    std::vector<Event> m_events;
    std::vector<std::int64_t> m_levels; // before the first event, then after each
    std::vector<FreeMemory> m_free; // the same
};

History paired(Recording recording)
{
    auto history = historyOf(std::make_shared<const Recording>(std::move(recording)), 0);
    EXPECT_TRUE(history);
    return std::move(*history);
}

TEST(History, ShowsWhatWasInUseFromTheMiddleOfALife)
{
    for (unsigned seed = 1; seed <= 60; ++seed) {
        Simulation simulation(seed);
        simulation.run(120);
        for (const std::size_t begin : {std::size_t{0}, simulation.events() / 3, simulation.events() - 1}) {
            const History history = paired(simulation.recording(begin));
            ASSERT_EQ(history.cells(), simulation.events() - begin + 1);
            for (std::uint32_t cell = 0; cell < history.cells(); ++cell) {
                ASSERT_EQ(history.level[cell], simulation.levels()[begin + cell])
                    << "seed " << seed << " cell " << cell;
                const auto free = history.freeAt(StepId(cell));
                const FreeMemory& truth = simulation.free()[begin + cell];
                if (!free) {
                    ASSERT_EQ(history.memory->segments.size(), 0U);
                    continue;
                }
                ASSERT_EQ(free->reserved, truth.reserved) << "seed " << seed << " cell " << cell;
                ASSERT_EQ(history.reserved[cell], truth.reserved);
                ASSERT_EQ(free->free, truth.free);
                ASSERT_EQ(free->largest, truth.largest);
            }
            EXPECT_TRUE(history.warnings.empty());
        }
    }
}

TEST(History, TakesTheRestOfTheAllocatorsCountAsABase)
{
    for (unsigned seed = 1; seed <= 60; ++seed) {
        Simulation simulation(seed);
        simulation.run(120);
        const std::size_t begin = simulation.events() / 2;
        const History history = paired(simulation.counted(begin));
        for (std::uint32_t cell = 0; cell < history.cells(); ++cell)
            ASSERT_EQ(history.level[cell], simulation.levels()[begin + cell]) << "seed " << seed << " cell " << cell;
    }
}

TEST(History, KindsSayWhetherAnAllocationWasThereBeforeAndIsAtTheEnd)
{
    Recording recording;
    MemoryRecording memory;
    memory.events = {{4096, 512, 500, 0, {}, -1, Action::Allocate},
                     {8192, 1024, 1000, 1, {}, 7, Action::Allocate},
                     {4096, 512, 500, 2, {}, -1, Action::Free},
                     {512, 2048, 2048, 3, {}, -1, Action::Free}};
    memory.atEnd = {{{8192, 1536, 1000, 1, {}}, {65536, 4096, 4000, 1, {}}}};
    recording.memories.push_back(std::move(memory));
    const History history = paired(std::move(recording));
    ASSERT_EQ(history.rows.size(), 4U);
    const auto& rows = history.rows;
    EXPECT_EQ(rows[RowId(0)].size, 4096); // the largest of those that were there
    EXPECT_EQ(rows[RowId(0)].kind, Allocation::kBefore);
    EXPECT_EQ(rows[RowId(0)].end, StepId(5));
    EXPECT_EQ(rows[RowId(1)].size, 2048);
    EXPECT_EQ(rows[RowId(1)].kind, Allocation::kBefore);
    EXPECT_EQ(rows[RowId(1)].end, StepId(4));
    EXPECT_EQ(rows[RowId(2)].kind, Allocation::kFreed);
    EXPECT_EQ(rows[RowId(2)].start, StepId(1));
    EXPECT_EQ(rows[RowId(2)].end, StepId(3));
    EXPECT_EQ(rows[RowId(3)].kind, Allocation::kKept);
    EXPECT_EQ(rows[RowId(3)].size, 1536) << "the size of the block at the end is exact";
    EXPECT_EQ(rows[RowId(3)].step, 7);
    EXPECT_EQ(history.level, (std::vector<std::int64_t>{6144, 6656, 8192, 7680, 5632}));
    EXPECT_EQ(history.peakStep, StepId(2));
}

TEST(History, ReportsEventsThatAreMissing)
{
    Recording recording;
    MemoryRecording memory;
    memory.events = {{4096, 512, -1, 0, {}, -1, Action::Allocate}, {4096, 256, -1, 0, {}, -1, Action::Allocate},
                     {4096, 256, -1, 0, {}, -1, Action::Free},     {512, 64, -1, 0, {}, -1, Action::Free},
                     {512, 64, -1, 0, {}, -1, Action::Free},       {1, INT64_MAX, -1, 0, {}, -1, Action::Allocate}};
    recording.memories.push_back(std::move(memory));
    const History history = paired(std::move(recording));
    std::vector<std::string> codes;
    for (const Warning& warning : history.warnings.list())
        codes.push_back(warning.code);
    EXPECT_EQ(codes, (std::vector<std::string>{"impossible-size", "frees-not-recorded", "frees-without-allocation"}));
    EXPECT_EQ(history.level[1], 512 + 64);
    EXPECT_EQ(history.level[2], 256 + 64) << "the first allocation ended when the second took its place";
}

/// A recording with the allocator's own count after each event.
Recording counted(std::vector<Event> events, const std::vector<std::int64_t>& counts)
{
    Recording recording;
    MemoryRecording memory;
    memory.events = std::move(events);
    for (const std::int64_t count : counts)
        memory.stated.push_back({count, 0, 0, 0});
    recording.memories.push_back(std::move(memory));
    return recording;
}

TEST(History, FollowsTheCountWhereAFreeWasNotRecorded)
{
    // The block at 2000 is freed between the third and the fourth event.
    const History history = paired(counted({{1000, 10, -1, 0, {}, -1, Action::Allocate},
                                            {2000, 300, -1, 1, {}, -1, Action::Allocate},
                                            {3000, 20, -1, 2, {}, -1, Action::Allocate},
                                            {4000, 30, -1, 3, {}, -1, Action::Allocate},
                                            {5000, 40, -1, 4, {}, -1, Action::Allocate}},
                                           {110, 410, 430, 160, 200}));
    EXPECT_EQ(history.level, (std::vector<std::int64_t>{100, 110, 410, 430, 160, 200}));
    EXPECT_TRUE(history.warnings.empty());
    EXPECT_EQ(history.rows[RowId(2)].end, StepId(4));
    EXPECT_EQ(history.rows[RowId(2)].kind, Allocation::kFreed);
}

TEST(History, FollowsTheCountWhereAnAllocationWasNotRecorded)
{
    // The block at 2000 is allocated between the first and the second event.
    const History history = paired(counted({{1000, 10, -1, 0, {}, -1, Action::Allocate},
                                            {3000, 20, -1, 1, {}, -1, Action::Allocate},
                                            {4000, 30, -1, 2, {}, -1, Action::Allocate},
                                            {2000, 300, -1, 3, {}, -1, Action::Free}},
                                           {110, 430, 460, 160}));
    EXPECT_EQ(history.level, (std::vector<std::int64_t>{100, 110, 430, 460, 160}));
    EXPECT_TRUE(history.warnings.empty());
}

TEST(History, DoesNotFollowACountThatIsOnlyLate)
{
    // Two threads: the counts of the second and the third event have changed places.
    const History history = paired(counted({{1000, 10, -1, 0, {}, -1, Action::Allocate},
                                            {2000, 20, -1, 1, {}, -1, Action::Allocate},
                                            {3000, 30, -1, 2, {}, -1, Action::Allocate},
                                            {4000, 40, -1, 3, {}, -1, Action::Allocate}},
                                           {110, 160, 130, 200}));
    EXPECT_EQ(history.level, (std::vector<std::int64_t>{100, 110, 130, 160, 200}));
    ASSERT_EQ(history.warnings.list().size(), 1U);
    EXPECT_EQ(history.warnings.list()[0].code, "not-the-count");
}

TEST(History, OfAListHasOneMomentAndNoAxis)
{
    Recording recording;
    MemoryRecording memory;
    memory.atEnd = {{{0, 100, -1, 3, {}}, {0, 300, -1, 1, {}}}};
    recording.memories.push_back(std::move(memory));
    const History history = paired(std::move(recording));
    ASSERT_EQ(history.cells(), 1U);
    EXPECT_EQ(history.level[0], 400);
    EXPECT_EQ(history.rows[RowId(0)].size, 300);
    EXPECT_EQ(history.rows[RowId(0)].kind, Allocation::kListed);
    EXPECT_FALSE(history.freeAt(StepId(0)));
}

TEST(AskerTexts, NameTheOperationAndTheInnermostLineOutsideLibraries)
{
    Names names;
    const auto frame = [&](const char* file, const char* function, unsigned line) {
        return names.frame({names.text(file), names.text(function), line});
    };
    const FrameId unwind = frame("??", "torch::unwind::unwind()", 0);
    const FrameId empty = frame("", "at::_ops::empty_memory_format::call(c10::ArrayRef<long>)", 0);
    const FrameId mm = frame("", "at::_ops::mm::call(at::Tensor const&, at::Tensor const&)", 0);
    const FrameId library = frame("/opt/env/lib/python3.11/site-packages/torch/nn/modules/linear.py", "forward", 125);
    const FrameId interpreter = frame("??", "_PyEval_EvalFrameDefault", 0);
    const FrameId own = frame("/home/user/src/model.py", "attention", 432);
    const FrameId root = frame("/home/user/src/train.py", "<module>", 67);
    Asker asker;
    asker.stack = names.stack(std::vector{unwind, empty, mm, library, interpreter, own, root});
    const AskerId id = names.asker(asker);
    Asker windows;
    windows.stack = names.stack(std::vector{frame("C:\\env\\Lib\\site-packages\\torch\\functional.py", "einsum", 373),
                                            frame("D:\\dev\\model.py", "forward", 54)});
    const AskerId windowsId = names.asker(windows);
    Asker backward;
    backward.stack = names.stack(std::vector{
        unwind, empty, mm, frame("", "torch::autograd::generated::MmBackward0::apply(std::vector<at::Tensor>&&)", 0)});
    const AskerId backwardId = names.asker(backward);
    const AskerTexts texts(names);
    EXPECT_EQ(texts.of(id).name, "aten::mm");
    EXPECT_EQ(texts.of(id).place, "model.py:432");
    EXPECT_EQ(texts.of(id).path, "train.py:67 <module>/model.py:432 attention/linear.py:125 forward");
    EXPECT_EQ(texts.of(windowsId).source, "D:/dev/model.py:54");
    EXPECT_EQ(texts.of(windowsId).place, "model.py:54");
    EXPECT_EQ(texts.of(backwardId).name, "MmBackward0");
    EXPECT_EQ(texts.of(backwardId).place, "");
    EXPECT_EQ(texts.of(AskerId()).name, "");
    Facts facts;
    texts.describe(id, facts);
    ASSERT_EQ(facts.stack.size(), 3U);
    EXPECT_EQ(facts.stack[0].place, "/opt/env/lib/python3.11/site-packages/torch/nn/modules/linear.py:125");
    EXPECT_EQ(facts.sourceFile, "/home/user/src/model.py");
    EXPECT_EQ(facts.sourceLine, 432);
}

} // namespace
} // namespace tidemark::history
