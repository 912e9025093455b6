#include "core/tenstorrent/tt_xla/profile_figures.h"

#include <algorithm>
#include <cstdlib>

namespace tidemark::ttxla {
namespace {

constexpr std::array kTitles = {
    CheckTitle{"allocated-and-free", "Allocated and free sum to the size of the memory"},
    CheckTitle{"largest-free", "The largest free block is within the free memory"},
    CheckTitle{"same-memory", "The size of the memory is constant"},
    CheckTitle{"rows-at-peak", "The rows at the peak add up to it"},
    CheckTitle{"block-table", "The allocated blocks sum to the allocated memory"},
    CheckTitle{"free-blocks", "The free blocks sum to the free memory"},
    CheckTitle{"lists-fit", "Both lists have the same operations"},
    CheckTitle{"memory-left", "No memory is left after the program"},
    CheckTitle{"log-complete", "No number is missing"},
};

/// Judges a relation at every operation. Keeps the first failure, else the last operation for which it holds.
class Relation
{
public:
    Relation(const Profile& profile, std::string name, std::string left, std::string right)
        : m_profile(profile)
        , m_check{std::move(name), std::move(left), std::nullopt, std::move(right), std::nullopt, Verdict::Ok, {}}
    { }

    void judge(std::size_t operation, std::int64_t left, std::int64_t right, bool holds)
    {
        m_failed += !holds;
        if (m_failed > 1 || (m_failed == 1 && holds))
            return;
        m_check.leftBytes = left;
        m_check.rightBytes = right;
        m_operation = operation;
    }

    void addTo(std::vector<Check>& checks, Verdict otherwise = Verdict::Fails)
    {
        if (!m_check.leftBytes)
            return;
        if (m_failed > 0) {
            m_check.verdict = otherwise;
            const Operation& at = m_profile.operations[m_operation];
            m_check.text = "Operation " + std::to_string(m_operation) + ", " + std::string(m_profile.labelOf(at));
            if (m_profile.origin == Origin::Log)
                m_check.text += " (line " + std::to_string(at.line) + ")";
            m_check.text += ": " + m_check.left + " is not " + m_check.right;
            m_check.text += m_failed == 1 ? "." : "; the same for " + std::to_string(m_failed) + " operations.";
        }
        checks.push_back(std::move(m_check));
    }

private:
    const Profile& m_profile;
    Check m_check;
    std::size_t m_operation = 0;
    std::uint64_t m_failed = 0;
};

BankState stateOf(const Profile& profile, std::size_t operation, Memory memory)
{
    return profile.operations[operation].hasState ? profile.states[operation][static_cast<std::size_t>(memory)]
                                                  : BankState();
}

void checkStates(std::vector<Check>& checks, const Profile& profile, Memory memory, Extent extent)
{
    constexpr std::int64_t kRounding = 1049 + 2; // 0.001 MB, plus one byte for each of the two numbers
    const std::int64_t tolerance = profile.origin == Origin::BlockTables ? 0 : kRounding;
    Relation whole(profile, "allocated-and-free", "allocated and free in a bank", "size of the bank");
    Relation largest(profile, "largest-free", "the largest free block", "free in a bank");
    Relation same(profile, "same-memory", "the size of the memory", "that of the first operation");
    std::optional<std::int64_t> first;
    for (std::size_t i = extent.begin; i < extent.end; ++i) {
        const BankState state = stateOf(profile, i, memory);
        if (state.total >= 0 && state.allocated >= 0 && state.free >= 0)
            whole.judge(i, state.allocated + state.free, state.total,
                        std::abs(state.allocated + state.free - state.total) <= tolerance);
        if (state.largest >= 0 && state.free >= 0)
            largest.judge(i, state.largest, state.free, state.largest <= state.free + tolerance);
        const auto total = state.ofAllBanks(state.total);
        if (!first)
            first = total;
        if (total)
            same.judge(i, *total, *first, *total == *first);
    }
    whole.addTo(checks);
    largest.addTo(checks);
    same.addTo(checks, Verdict::Note);
}

void checkBlocks(std::vector<Check>& checks, const Profile& profile, Memory memory, Extent extent)
{
    if (profile.blocks.size() != profile.operations.size())
        return;
    Relation allocated(profile, "block-table", "sum of the allocated blocks of a bank", "allocated in a bank");
    Relation rest(profile, "free-blocks", "sum of the free blocks of a bank", "the free amount");
    for (std::size_t i = extent.begin; i < extent.end; ++i) {
        const BankState state = stateOf(profile, i, memory);
        std::int64_t used = 0;
        std::int64_t free = 0;
        for (const AllocatorBlock& block : profile.blocks[i][static_cast<std::size_t>(memory)]) {
            std::int64_t& sum = block.isAllocated ? used : free;
            if (__builtin_add_overflow(sum, block.size, &sum))
                sum = INT64_MAX;
        }
        if (state.allocated >= 0)
            allocated.judge(i, used, state.allocated, used == state.allocated);
        // A table may leave out free blocks.
        if (state.free >= 0 && state.total - used == free)
            rest.judge(i, free, state.free, free == state.free);
    }
    allocated.addTo(checks);
    rest.addTo(checks);
    if (extent.count() == 0)
        return;
    const auto first = stateOf(profile, extent.begin, memory).allocatedOfAll();
    const auto last = stateOf(profile, extent.end - 1, memory).allocatedOfAll();
    if (first && last && *last > *first)
        checks.push_back({"memory-left", "in use after the last operation", last, "in use after the first", first,
                          Verdict::Note, "More is in use after the last operation than after the first."});
}

} // namespace

std::vector<Check> checksOf(const ShownMemory& shown)
{
    const Profile& profile = *shown.profile;
    const Levels& levels = shown.levels;
    std::vector<Check> checks;
    checkStates(checks, profile, shown.memory, shown.extent);
    if (levels.peak) {
        std::int64_t sum = 0;
        for (const LiveRow& live : shown.rows->live(StepId::at(levels.peakAt)))
            sum += shown.rows->rows[live.row.index()].size;
        checks.push_back(equality("rows-at-peak", "the rows at the peak", sum, "the level there",
                                  levels.level.values[levels.peakAt]));
    }
    checkBlocks(checks, profile, shown.memory, shown.extent);
    const auto addOfProgram = [&](const char* name, Verdict verdict, const std::string& text) {
        checks.push_back({name, {}, std::nullopt, {}, std::nullopt, verdict, text, true});
    };
    for (const std::string& relation : profile.relations)
        addOfProgram("lists-fit", Verdict::Fails, relation);
    if (profile.origin == Origin::Lists && profile.relations.empty())
        addOfProgram("lists-fit", Verdict::Ok, {});
    for (const Warning& warning : profile.warnings.list())
        addOfProgram("log-complete", Verdict::Note, warning.describe());
    entitle(checks, kTitles);
    return checks;
}

} // namespace tidemark::ttxla
