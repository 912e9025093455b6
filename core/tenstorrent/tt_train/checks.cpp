#include "core/tenstorrent/tt_train/run_view.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tidemark::tt {
namespace {

using Bytes = std::optional<std::int64_t>;

constexpr std::array kTitles = {
    CheckTitle{"segment-change", "The change of a phase is allocated minus freed"},
    CheckTitle{"cumulative-current", "The memory in use continues from phase to phase"},
    CheckTitle{"cumulative-peak", "The cumulative peak is the peak of the phases so far"},
    CheckTitle{"final-peak", "The peak of the run is the peak of its phases"},
    CheckTitle{"final-usage", "The memory in use at the end equals that after the last phase"},
    CheckTitle{"run-complete", "No number of the run is missing"},
};

constexpr std::int64_t kTolerance = 20972; // 0.02 MB, rounded up

/// Adds no check if either side is not known.
void compare(std::vector<Check>& checks, std::string name, std::string left, const Bytes& leftBytes, std::string right,
             const Bytes& rightBytes)
{
    if (!leftBytes || !rightBytes)
        return;
    const std::string fault = left + " is not " + right + ".";
    Check check = equality(std::move(name), std::move(left), *leftBytes, std::move(right), *rightBytes, fault);
    if (check.verdict == Verdict::Fails && std::abs(*leftBytes - *rightBytes) <= kTolerance) {
        check.verdict = Verdict::Ok;
        check.text.clear();
    }
    checks.push_back(std::move(check));
}

} // namespace

std::vector<Check> checksOf(const Run& run)
{
    std::vector<Check> checks;
    Bytes current = 0;
    Bytes peak = 0;
    for (const Phase& phase : run.phases) {
        const std::string of
            = textOr(phase.name, "phase without a name") + " (line " + std::to_string(phase.line) + "): ";
        Bytes change;
        if (phase.allocations && phase.deallocations)
            change = *phase.allocations - *phase.deallocations;
        compare(checks, "segment-change", of + "the segment change", phase.change, "allocations less deallocations",
                change);
        Bytes after;
        if (current && phase.change)
            after = *current + *phase.change;
        compare(checks, "cumulative-current", of + "the cumulative current", phase.cumulative,
                "the one before and the segment change", after);
        Bytes most;
        if (current && peak && phase.segmentPeak)
            most = std::max(*peak, *current + *phase.segmentPeak);
        compare(checks, "cumulative-peak", of + "the cumulative peak", phase.cumulativePeak,
                "the greater of the one before, and the current before with the segment peak", most);
        current = phase.cumulative;
        peak = phase.cumulativePeak;
    }
    if (!run.phases.empty()) {
        compare(checks, "final-peak", "the overall DRAM peak", run.overallPeak, "the last cumulative peak", peak);
        compare(checks, "final-usage", "the final DRAM usage", run.finalUsage, "the last cumulative current", current);
    }
    for (const Warning& warning : run.warnings.list())
        checks.push_back({"run-complete", {}, std::nullopt, {}, std::nullopt, Verdict::Note, warning.describe()});
    entitle(checks, kTitles);
    return checks;
}

} // namespace tidemark::tt
