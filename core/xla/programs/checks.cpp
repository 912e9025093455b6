#include "core/xla/programs/checks.h"

#include "core/base/text.h"
#include "core/xla/plan/remarks.h"
#include "core/xla/xprof/xprof_replay.h"

#include <algorithm>
#include <array>

namespace tidemark::xla {
namespace {

constexpr std::array kTitles = {
    CheckTitle{"rows-occupy-peak", "The rows at the peak add up to it"},
    CheckTitle{"rows-sum-to-replay", "The sizes of the rows add up to the replayed level"},
    CheckTitle{"occupied-within-total", "The occupied peak is within the allocated memory"},
    CheckTitle{"entry-arguments", "Arguments are as large as their allocations"},
    CheckTitle{"plan-consistent", "The buffer assignment does not contradict itself"},
    CheckTitle{"program-consistent", "The program does not contradict itself"},
    CheckTitle{"trace-consistent", "The heap trace does not contradict itself"},
    CheckTitle{"xprof-peak-above-allocations", "XProf's peak exceeds the allocated memory"},
    CheckTitle{"xprof-other-space-trace", "XProf takes the heap trace of another memory"},
    CheckTitle{"untraced-allocations", "Temporaries without a heap trace count whole"},
    CheckTitle{"reported-total", "The entries of the report add up to its total"},
    CheckTitle{"peak-lower-bound", "The peak is a lower bound"},
};

std::string stepsText(std::uint32_t step)
{
    return "step " + groupedNumber(step);
}

void addRowChecks(const SpaceTimeline& timeline, std::vector<Check>& checks)
{
    const std::uint32_t step = timeline.occupiedPeakStep;
    std::int64_t sizes = 0;
    std::int64_t occupied = 0;
    for (const LiveRow& live : liveRows(timeline, step)) {
        sizes += timeline.rows[live.row].size;
        occupied += timeline.rows[live.row].size - live.overlap;
    }
    checks.push_back(equality("rows-occupy-peak", "rows at " + stepsText(step) + " without overlaps", occupied,
                              "occupied peak", timeline.occupiedPeakBytes(),
                              "The rows at the peak do not add up to it."));
    if (!timeline.plan->isForXprof())
        return;
    checks.push_back(equality("rows-sum-to-replay", "rows at " + stepsText(step), sizes,
                              "replayed level and untraced allocations",
                              timeline.xprofBytes[step] + timeline.totals.untraced,
                              "The rows at the peak do not add up to the replayed level."));
}

void addLevelCheck(const SpaceTimeline& timeline, std::vector<Check>& checks)
{
    const std::int64_t occupied = timeline.occupiedPeakBytes();
    const bool isOk = occupied <= timeline.totals.total
        && std::ranges::equal(timeline.unpadded, timeline.occupied, std::ranges::less_equal());
    checks.push_back(judged({"occupied-within-total", "occupied peak", occupied, "allocated", timeline.totals.total},
                            isOk, "More is occupied than allocated, or less than the buffers need unpadded."));
}

/// Adds the check that the buffers that the entry parameters define have the sizes of their allocations.
void addArgumentCheck(const SpaceTimeline& timeline, std::vector<Check>& checks)
{
    const Plan& plan = *timeline.plan;
    const BufferAssignment& assignment = plan.assignment();
    std::int64_t arguments = 0;
    std::int64_t missing = 0;
    for (const Allocation& allocation : assignment.allocations) {
        if (allocation.color != timeline.space || allocation.isThreadLocal || !allocation.isParameter)
            continue;
        const BufferId buffer = plan.representativeOf(allocation);
        const InstructionId argument = plan.module().entryParameter(allocation.parameterNumber);
        if (!buffer || !argument || assignment.buffers[buffer].instruction != argument)
            ++missing;
        else
            arguments += assignment.buffers[buffer].size;
    }
    std::string fault = "Arguments and their allocations differ in size.";
    if (missing > 0)
        fault = counted(static_cast<std::uint64_t>(missing), "parameter allocation matches",
                        "parameter allocations match")
            + " no argument.";
    checks.push_back(equality("entry-arguments", "arguments of the entry computation", arguments,
                              "parameter allocations", timeline.totals.arguments, std::move(fault)));
}

/// Contradictions of one kind. `words` names the counted things.
struct Contradictions {
    std::string_view name;
    std::string_view words;
    bool isOfProgram = false;
    std::uint64_t count = 0;
    std::string text = {};

    void add(const Warning& warning)
    {
        count += warning.count;
        addTo(text, " ", warning.describe());
    }

    Check check() const
    {
        Check check{std::string(name), std::to_string(count) + " " + std::string(words), std::nullopt, "none", {}};
        check.isOfProgram = isOfProgram;
        return judged(std::move(check), count == 0, text);
    }
};

/// Adds the warnings of decoding and replay that show that the file contradicts itself.
void addContradictions(const SpaceTimeline& timeline, std::vector<Check>& checks)
{
    Contradictions program{"program-consistent", "damaged or contradictory parts", true};
    Contradictions plan{"plan-consistent", "impossible sizes, ranges or references"};
    Contradictions trace{"trace-consistent", "events without effect"};
    const auto& gaps = timeline.plan->gaps();
    const auto isGap = [&](const Warning& warning) {
        return gaps
            && std::ranges::find(gaps->notices.list(), warning.code, &Warning::code) != gaps->notices.list().end();
    };
    for (const Warning& warning : timeline.warnings.list())
        if (!isRemark(warning) && !isGap(warning) && warning.code != "peak-lower-bound") {
            const bool isEvent = warning.code.starts_with("event-");
            (isEvent ? trace : warning.memory ? plan : program).add(warning);
        }
    if (program.count > 0)
        checks.push_back(program.check());
    checks.push_back(plan.check());
    checks.push_back(trace.check());
}

/// Adds the checks of a text report against its own totals.
void addReportChecks(const SpaceTimeline& timeline, std::vector<Check>& checks)
{
    const PlanGaps& gaps = *timeline.plan->gaps();
    for (const ReportedTotal& total : gaps.totals)
        if (!total.memory || *total.memory == timeline.space) {
            checks.push_back(judged({"reported-total", std::string(total.of) + " that the report lists", total.listed,
                                     "total that the report states", total.stated},
                                    total.addsUp(), "The entries of the report do not add up to its total."));
            checks.back().isOfProgram = !total.memory;
        }
    if (timeline.isPeakLeast)
        checks.push_back({"peak-lower-bound", "peak", timeline.occupiedPeakBytes(), "missing entries", std::nullopt,
                          Verdict::Note, "The peak is a lower bound: " + gaps.peak + "."});
}

void addNotes(const SpaceTimeline& timeline, std::vector<Check>& checks)
{
    const BufferAssignment& assignment = timeline.plan->assignment();
    if (timeline.plan->isForXprof() && timeline.xprofPeakBytes() > timeline.totals.total)
        checks.push_back({"xprof-peak-above-allocations", "XProf's peak", timeline.xprofPeakBytes(), "allocated",
                          timeline.totals.total, Verdict::Note,
                          "XProf counts buffers that re-use an address in place twice. Occupied at most: "
                              + bytesText(timeline.occupiedPeakBytes()) + "."});
    if (timeline.plan->isForXprof() && !timeline.hasTrace && xprofFallbackTrace(assignment, timeline.space))
        checks.push_back({"xprof-other-space-trace", "XProf's peak", xprofPeak(assignment, timeline.space), "allocated",
                          timeline.totals.total, Verdict::Note,
                          "XProf takes the heap trace of another space's allocation. This space has no trace of its "
                          "own."});
    if (timeline.totals.untraced > 0)
        checks.push_back({"untraced-allocations", "untraced temporaries", timeline.totals.untraced, "temporaries",
                          timeline.totals.temporaries, Verdict::Note,
                          timeline.hasTrace
                              ? "These temporaries are outside the replayed heap trace and count whole at every step: "
                                "an upper bound."
                              : "No temporary allocation of this space has a heap trace; they count whole."});
}

} // namespace

std::vector<Check> checkSpace(const SpaceTimeline& timeline)
{
    std::vector<Check> checks;
    addRowChecks(timeline, checks);
    addLevelCheck(timeline, checks);
    if (timeline.plan->hasModule() && !timeline.plan->gaps())
        addArgumentCheck(timeline, checks);
    addContradictions(timeline, checks);
    if (timeline.plan->gaps())
        addReportChecks(timeline, checks);
    addNotes(timeline, checks);
    entitle(checks, kTitles);
    return checks;
}

} // namespace tidemark::xla
