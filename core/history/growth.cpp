#include "core/history/growth.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace tidemark::history {
namespace {

constexpr std::size_t kQuarters = 4;
constexpr std::int64_t kLeastShare = 200; // of the peak
constexpr std::int64_t kSteady = 10; // each quarter has at least this part of the growth
constexpr std::size_t kMostFindings = 5;

/// What the rows of one asker hold at the start and at the end of each quarter.
struct Held {
    std::array<std::int64_t, kQuarters + 1> bytes{};
    std::vector<RowId> added; // rows that were allocated while it was recorded and are there at the end

    std::int64_t growth() const { return bytes.back() - bytes.front(); }
    bool growsSteadily() const
    {
        for (std::size_t i = 1; i < bytes.size(); ++i)
            if (bytes[i] - bytes[i - 1] < growth() / kSteady)
                return false;
        return true;
    }
};

} // namespace

std::vector<Finding> growthFindings(const Shown& shown)
{
    const History& history = shown.history;
    constexpr std::uint32_t kFewest = 40; // events
    if (history.cells() < kFewest)
        return {};
    std::array<StepId, kQuarters + 1> ends;
    for (std::size_t i = 0; i < ends.size(); ++i)
        ends[i] = StepId::at((history.cells() - 1) * i / kQuarters);
    std::map<std::string, Held> holders;
    for (const RowId id : history.rows.ids()) {
        const Allocation& row = history.rows[id];
        const AskerText& asker = shown.askers.of(row.asker);
        if (asker.name.empty() && asker.place.empty())
            continue;
        Held& held = holders[placedName(textOr(asker.name, "code"), asker.place)];
        for (std::size_t i = 0; i < ends.size(); ++i)
            if (row.start <= ends[i] && ends[i] < row.end)
                held.bytes[i] += row.size;
        if (row.kind == Allocation::kKept)
            held.added.push_back(id);
    }
    std::vector<Finding> findings;
    for (auto& [name, held] : holders) {
        if (held.growth() <= history.peak() / kLeastShare || !held.growsSteadily())
            continue;
        Finding finding;
        finding.id = "growth";
        finding.label = "Stop the growth of " + printable(name);
        finding.text = "What " + plainWords(printable(name)) + " holds grows all the time: from "
            + finding.addAmount(held.bytes[0]) + " at the start to ";
        finding.text += finding.addAmount(held.bytes[2]) + " half-way and ";
        finding.text += finding.addAmount(held.bytes[4]) + " at the end. "
            + counted(held.added.size(), "new allocation") + " of it " + worded(held.added.size(), "was", "were")
            + " not freed. Something may keep old tensors";
        finding.savedBytes = held.growth();
        finding.isEstimate = true;
        std::int64_t atPeak = 0;
        for (const RowId row : held.added)
            if (history.rows[row].start <= history.peakStep && history.peakStep < history.rows[row].end)
                atPeak += history.rows[row].size;
        if (atPeak > 0) {
            finding.peakBefore = history.peak();
            finding.peakAfter = history.peak() - atPeak;
        }
        finding.assumption = "The growth is not intended.";
        finding.source = "The recording: in each quarter of its events the sum grew by at least a tenth of the growth.";
        std::ranges::stable_sort(held.added, std::greater(), [&](RowId row) { return history.rows[row].size; });
        finding.rows = std::move(held.added);
        findings.push_back(std::move(finding));
    }
    std::ranges::stable_sort(findings, std::greater(), &Finding::savedBytes);
    findings.resize(std::min(findings.size(), kMostFindings));
    return findings;
}

} // namespace tidemark::history
