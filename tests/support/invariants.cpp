#include "tests/support/invariants.h"

#include "core/groups/breakdown.h"
#include "core/xla/programs/buffer_details.h"
#include "core/xla/programs/xla_view.h"
#include "core/xla/replay/trace_replay.h"

#include <algorithm>

namespace tidemark::test {
using namespace xla;
namespace {

std::string at(std::uint32_t step, const std::string& what)
{
    return "step " + std::to_string(step) + ": " + what;
}

std::string brokenLevels(const SpaceTimeline& t)
{
    if (t.steps == 0 || t.xprofBytes.size() != t.steps || t.occupied.size() != t.steps || t.unpadded.size() != t.steps)
        return "a curve has another length than there are steps";
    for (std::uint32_t step = 0; step < t.steps; ++step) {
        if (t.unpadded[step] < 0 || t.unpadded[step] > t.occupied[step] || t.occupied[step] > t.totals.total)
            return at(step,
                      "not unpadded <= occupied <= total: " + std::to_string(t.unpadded[step]) + " "
                          + std::to_string(t.occupied[step]) + " " + std::to_string(t.totals.total));
        if (t.xprofBytes[step] < t.totals.base)
            return at(step, "below the base");
        if (t.xprofBytes[step] > t.xprofPeakBytes() || t.occupied[step] > t.occupiedPeakBytes())
            return at(step, "above the peak");
        if ((step < t.xprofPeakStep && t.xprofBytes[step] == t.xprofPeakBytes())
            || (step < t.occupiedPeakStep && t.occupied[step] == t.occupiedPeakBytes()))
            return at(step, "reaches the peak before its step");
    }
    return {};
}

std::string brokenRows(const SpaceTimeline& t, std::uint32_t step)
{
    const std::vector<LiveRow> live = liveRows(t, step);
    std::int64_t size = 0;
    std::int64_t covered = 0;
    for (const LiveRow& row : live) {
        const BufferRow& r = t.rows[row.row];
        if (row.overlap < 0 || row.overlap > r.size || r.unpadded < 0 || r.unpadded > r.size)
            return at(step, "a row with an impossible size");
        size += r.size;
        covered += r.size - row.overlap;
    }
    const bool mayOverlap = t.plan->gaps() && t.totals.untraced > 0; // those that a report lists in an allocation
    if (!mayOverlap && size != t.xprofBytes[step] + t.totals.untraced)
        return at(step,
                  "sizes of rows add up to " + std::to_string(size) + ", not "
                      + std::to_string(t.xprofBytes[step] + t.totals.untraced));
    if (covered != t.occupied[step])
        return at(step, "rows cover " + std::to_string(covered) + ", not " + std::to_string(t.occupied[step]));
    if (step != t.occupiedPeakStep)
        return {};
    const auto view = makeView({std::shared_ptr<void>(), &t}, {}); // does not outlive the timeline
    for (const Grouping* by : {static_cast<const Grouping*>(nullptr), view->rows.groupings.data()}) {
        std::int64_t sum = 0;
        for (const Group& group : breakDown(*view, live, by))
            sum += group.bytes;
        if (sum != t.occupied[step])
            return at(step, "the breakdown does not add up");
    }
    Facts all;
    Facts some;
    for (const LiveRow& row : live) {
        view->rows.describe(row.row, all);
        view->rows.identify(row.row, some);
        const bool isNamed = !all.argument.empty() || !all.opName.empty() || !all.opcode.empty();
        if (std::tie(some.argument, some.opName, some.opcode, some.shapeWithoutLayout)
                != std::tie(all.argument, all.opName, all.opcode, all.shapeWithoutLayout)
            || (!isNamed && some.name != all.name))
            return at(step, all.name + " differs for a smaller part");
    }
    return {};
}

} // namespace

std::string brokenInvariant(const SpaceTimeline& t, std::uint32_t steps)
{
    if (std::string broken = brokenLevels(t); !broken.empty())
        return broken;
    const SpaceTotals& s = t.totals;
    if (s.total != s.base + s.temporaries || s.base != s.arguments + s.outputsOnly + s.constantsOnly
        || s.outputs != s.aliased + s.outputsOnly || s.untraced > s.temporaries)
        return "the totals do not add up";
    for (const BufferRow& row : t.rows)
        if (row.start > row.end || row.end > t.steps)
            return "a row outlives the program";
    const auto& allocations = t.plan->assignment().allocations;
    for (const BufferRow& row : t.rows)
        if (row.offset < 0 || row.offset + row.size > allocations[row.allocation].size)
            return "a row is not inside its allocation";
    const std::uint32_t stride = std::max<std::uint32_t>(1, t.steps / std::max<std::uint32_t>(1, steps));
    for (std::uint32_t step = 0; step < t.steps; step += stride)
        if (std::string broken = brokenRows(t, step); !broken.empty())
            return broken;
    for (const std::uint32_t step : {t.xprofPeakStep, t.occupiedPeakStep, t.steps - 1})
        if (std::string broken = brokenRows(t, step); !broken.empty())
            return broken;
    return {};
}

std::string brokenInvariant(const std::shared_ptr<const Plan>& plan, std::uint32_t steps)
{
    std::vector<std::int64_t> spaces = usedSpaces(plan->assignment());
    spaces.resize(std::min<std::size_t>(spaces.size(), 64)); // a damaged file may have as many as allocations
    spaces.push_back(4711);
    for (const std::int64_t space : spaces)
        if (std::string broken = brokenInvariant(*replaySpace(plan, space), steps); !broken.empty())
            return "space " + std::to_string(space) + ", " + broken;
    for (const SpaceOutline& outline : outlineSpaces(plan->assignment())) {
        const auto timeline = replaySpace(plan, outline.space);
        if (outline.xprofPeakBytes != timeline->xprofPeakBytes()
            || outline.occupiedPeakBytes != timeline->occupiedPeakBytes()
            || outline.totalBytes != timeline->totals.total)
            return "the outline of space " + std::to_string(outline.space) + " differs from its timeline";
    }
    return {};
}

} // namespace tidemark::test
