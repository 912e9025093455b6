#include "tests/support/oracle_difference.h"

#include "core/xla/replay/space_timeline.h"
#include "core/xla/replay/trace_replay.h"
#include "tests/support/invariants.h"
#include "tests/support/oracle.h"

#include <algorithm>

namespace tidemark::test {
using namespace xla;
namespace {

OracleRow asOracleRow(const SpaceTimeline& t, RowId id)
{
    const BufferRow& row = t.rows[id];
    const BufferAssignment& assignment = t.plan->assignment();
    OracleRow result;
    result.allocation = row.allocation.value;
    result.allocationIndex = assignment.allocations[row.allocation].index;
    result.start = row.start;
    result.end = row.end;
    result.buffer = row.buffer ? assignment.buffers[row.buffer].id : -1;
    result.offset = row.offset;
    result.size = row.size;
    result.unpadded = row.unpadded;
    result.isChunk = t.isChunk(id);
    return result;
}

std::string differenceOfLevels(const char* name, const LevelCurve& ours, const std::vector<std::int64_t>& oracles)
{
    if (ours.size() != oracles.size())
        return std::string(name) + " has " + std::to_string(ours.size()) + " steps, the oracle's "
            + std::to_string(oracles.size());
    const auto [a, b] = std::ranges::mismatch(ours, oracles);
    if (a == ours.end())
        return {};
    return std::string(name) + " at step " + std::to_string(a - ours.begin()) + " is " + std::to_string(*a)
        + ", the oracle's " + std::to_string(*b);
}

std::string differenceOfTotals(const SpaceTotals& totals, const OracleTimeline& oracle)
{
    if (totals.total != oracle.total || totals.base != oracle.base)
        return "the total or the base differs";
    if (totals.untraced != oracle.untraced || totals.threadLocal != oracle.threadLocal)
        return "what is untraced or thread-local differs";
    return {};
}

std::string differenceOfRows(const SpaceTimeline& t, const OracleTimeline& oracle)
{
    std::vector<OracleRow> rows;
    for (const RowId id : t.rows.ids())
        rows.push_back(asOracleRow(t, id));
    std::ranges::sort(rows);
    if (rows.size() != oracle.rows.size())
        return std::to_string(rows.size()) + " rows, the oracle's " + std::to_string(oracle.rows.size());
    const auto [a, b] = std::ranges::mismatch(rows, oracle.rows);
    if (a != rows.end())
        return "row " + std::to_string(a - rows.begin()) + " differs: buffer " + std::to_string(a->buffer) + ", start "
            + std::to_string(a->start) + "; the oracle's buffer " + std::to_string(b->buffer) + ", start "
            + std::to_string(b->start);
    for (std::uint32_t step = 0; step < t.steps; ++step)
        if (oracle.sizeAt(step) != t.xprofBytes[step] + t.totals.untraced)
            return "the rows at step " + std::to_string(step) + " do not add up";
    return {};
}

std::string differenceOfSpace(const SpaceTimeline& t, const OracleTimeline& oracle)
{
    if (t.hasTrace != oracle.hasTrace)
        return "one of the two has no trace";
    for (const std::string& difference :
         {differenceOfLevels("bytes", t.xprofBytes, oracle.bytes),
          differenceOfLevels("occupied", t.occupied, oracle.occupied),
          differenceOfLevels("unpadded", t.unpadded, oracle.unpadded), differenceOfTotals(t.totals, oracle)})
        if (!difference.empty())
            return difference;
    const std::string difference = differenceOfRows(t, oracle);
    return difference.empty() ? brokenInvariant(t) : difference;
}

} // namespace

std::string differenceFromOracle(const proto::HloProto& hlo, std::size_t spaces)
{
    const auto plan = Plan::parse(hlo.SerializeAsString());
    if (!plan)
        return "not read: " + plan.error().message;
    std::vector<std::int64_t> used = oracleSpaces(hlo);
    if (used.size() > spaces)
        used.resize(spaces);
    else if (used != usedSpaces((*plan)->assignment()))
        return "the used spaces differ";
    used.push_back(4711);
    for (const std::int64_t space : used)
        if (const std::string difference = differenceOfSpace(*replaySpace(*plan, space), oracleOf(hlo, space));
            !difference.empty())
            return "space " + std::to_string(space) + ": " + difference;
    return {};
}

} // namespace tidemark::test
