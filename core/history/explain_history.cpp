#include "core/base/text.h"
#include "core/explain/explain_peak.h"
#include "core/history/growth.h"
#include "core/history/history_view.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tidemark::history {
namespace {

constexpr std::int64_t kMentioned = 20; // one part in so many is worth mentioning

/// Live rows with the same name and place.
struct Holder {
    std::int64_t bytes = 0;
    std::uint64_t arrays = 0;
    std::vector<RowId> rows;
};

/// The known asker that holds most in a cell, and its words. Rows of unknown askers are in no holder.
std::pair<std::string, Holder> largestHolder(const Shown& shown, StepId cell)
{
    const Grouping& paths = shown.paths.front(); // repeated layers are one
    std::map<std::string, Holder> holders;
    for (const RowId id : shown.history.rows.ids()) {
        const Allocation& row = shown.history.rows[id];
        if (cell < row.start || row.end <= cell)
            continue;
        const AskerText& asker = shown.askers.of(row.asker);
        if (asker.name.empty() && asker.place.empty())
            continue;
        Holder& holder = holders[placedName(asker.name.empty() ? "" : paths.groupOf(id), asker.place)];
        holder.bytes += row.size;
        holder.arrays += row.arrays;
        holder.rows.push_back(id);
    }
    if (holders.empty())
        return {};
    auto largest = std::ranges::max_element(holders, {}, [](const auto& each) { return each.second.bytes; });
    std::ranges::stable_sort(largest->second.rows, std::greater(),
                             [&](RowId row) { return shown.history.rows[row].size; });
    return {largest->first, std::move(largest->second)};
}

/// ".../layer_{0..22}/self_attention/dropout_3 (bert.py:7)": the last parts of a long path, for a sentence.
std::string shortPath(const std::string& text)
{
    constexpr int kParts = 3;
    std::size_t begin = std::min(text.find(" ("), text.size()); // before the place in the source
    for (int i = 0; i < kParts && begin != std::string::npos && begin > 0; ++i)
        begin = text.rfind('/', begin - 1);
    return begin == std::string::npos || begin == 0 ? text : "..." + text.substr(begin);
}

/// "31 % (640 MiB) is 12 allocations of attention (model.py:432)", if it is a part of `rest` worth mentioning.
void describeHolder(const Shown& shown, StepId cell, std::int64_t rest, const char* before, Explanation& explanation)
{
    auto [text, holder] = largestHolder(shown, cell);
    const std::int64_t whole = shown.history.level[cell.index()];
    if (!text.empty() && holder.bytes < rest / kMentioned)
        explanation.text += before + ("the operation that holds most has " + shareText(holder.bytes, whole));
    if (text.empty() || holder.bytes < rest / kMentioned)
        return;
    explanation.text += before + shareText(std::min(holder.bytes, whole), whole) + " (";
    explanation.text += explanation.addAmount(holder.bytes) + ") is ";
    explanation.text += holder.arrays == 1 ? "one allocation" : counted(holder.arrays, "allocation");
    explanation.text += " of " + plainWords(shortPath(text));
    explanation.rows = std::move(holder.rows);
}

/// " Something may leak: train_loop (pprof.py:21) holds 1 MiB more at the end.", if something grows all the time.
void describeGrowth(const Shown& shown, const std::vector<Profile>& profiles, Explanation& explanation)
{
    std::vector<Finding> grown = growthOverProfiles(shown, profiles);
    if (grown.empty())
        grown = growthFindings(shown);
    if (grown.empty())
        return;
    const Finding& most = grown.front();
    explanation.text += " Something may leak: " + plainWords(most.label.substr(kStopGrowth.size()));
    explanation.text += " holds " + explanation.addAmount(most.savedBytes) + " more at the end.";
}

/// "An allocation of 4.94 GiB failed in event 596 (forward, model.py:31): 95.7 MiB is free on the device. 73.5 of
/// 78.4 GiB in the allocator's segments was in use, and the largest free range has 2.1 GiB: fragmentation."
void explainFirstFailure(const Shown& shown, Explanation& explanation)
{
    constexpr std::size_t kMostAmounts = 9;
    const History& history = shown.history;
    const Failure& failure = history.memory->failures.front();
    const StepId cell = history.failures.front();
    explanation.text
        += "An allocation of " + explanation.addAmount(failure.asked) + " failed in event " + groupedNumber(cell.value);
    const AskerText& asker = shown.askers.of(history.eventOf(cell)->asker);
    explanation.text += framed(", ", plainWords(placedName(asker.name, asker.place)));
    if (failure.freeOnDevice)
        explanation.text += ": the device had " + explanation.addAmount(*failure.freeOnDevice) + " free";
    const std::int64_t level = history.level[cell.index()];
    if (const auto free = history.freeAt(cell)) {
        explanation.text += ". In use was " + explanation.addAmount(level) + " of "
            + explanation.addAmount(free->reserved) + " in the allocator's segments";
        if (free->free >= failure.asked && free->largest < failure.asked)
            explanation.text += ", which are fragmented: of " + explanation.addAmount(free->free)
                + " free, the largest range has " + explanation.addAmount(free->largest);
        else if (free->free > 0)
            explanation.text += ", where the largest free range has " + explanation.addAmount(free->largest);
    } else {
        explanation.text += ". In use was " + explanation.addAmount(level);
    }
    if (level > 0 && explanation.amounts.size() < kMostAmounts)
        describeHolder(shown, cell, level, "; ", explanation);
    explanation.text += '.';
}

/// " The allocator holds 5.18 GiB in segments; 4.67 GiB of it is free, 4.62 GiB in segments without any allocation, a
/// cache.", if that is much.
void describeFree(const History& history, Explanation& explanation)
{
    constexpr std::int64_t kMuch = 4; // one part in so many
    constexpr std::size_t kMostAmounts = 6; // the text has at most nine
    const auto segments = history.freeAt(history.peakStep);
    if (!segments || segments->free < segments->reserved / kMuch || explanation.amounts.size() > kMostAmounts)
        return;
    explanation.text += " The allocator holds " + explanation.addAmount(segments->reserved);
    explanation.text += " in segments; " + explanation.addAmount(segments->free) + " of it is free";
    if (segments->empty >= segments->free / kMentioned)
        explanation.text
            += ", " + explanation.addAmount(segments->empty) + " in segments without any allocation, a cache";
    explanation.text += '.';
}

/// " The plan of jit_step(3) has 3.09 GiB of arguments, and the heap has 3.12 GiB; it has 1.82 GiB of temporaries, and
/// the reserve for them has 1.83 GiB. The peaks differ: TPU 0 5,307,538,688 B; 3 others 5,306,971,392 B."
void describePlan(const Figures& figures, Explanation& explanation)
{
    constexpr std::size_t kMostAmounts = 5; // the text has at most nine
    if (const std::string program = figures.text("planned_program");
        !program.empty() && explanation.amounts.size() <= kMostAmounts) {
        const auto amount = [&](std::string_view id) { return explanation.addAmount(figures.bytes(id).value_or(0)); };
        explanation.text += " The plan of " + plainWords(program) + " has " + amount("planned_arguments_bytes");
        explanation.text += " of arguments, and the heap has " + amount("heap_bytes");
        explanation.text += "; it has " + amount("planned_temporaries_bytes");
        explanation.text += " of temporaries, and the reserve for them has " + amount("stack_bytes") + ".";
    }
    if (const std::string text = figures.text("differing_peaks"); !text.empty())
        explanation.text += " The peaks differ: " + plainWords(text) + ".";
}

} // namespace

InUse inUseAt(const Shown& shown, StepId cell)
{
    InUse found;
    found.bytes = shown.history.level[cell.index()];
    found.segments = shown.history.freeAt(cell);
    auto [text, holder] = largestHolder(shown, cell);
    found.holder = std::move(text);
    found.holderBytes = holder.bytes;
    found.holderRows = std::move(holder.rows);
    return found;
}

Explanation explain(const Shown& shown, const std::vector<Profile>& profiles, const Figures& figures)
{
    const History& history = shown.history;
    Explanation explanation;
    addVerdict(figures, explanation);
    if (!history.failures.empty()) {
        explainFirstFailure(shown, explanation);
        return explanation;
    }
    if (figures.peakBytes <= 0) {
        explanation.text += "Nothing is in use in this memory.";
        return explanation;
    }
    explanation.text += history.hasEvents() ? "The peak is " : "";
    explanation.text += explanation.addAmount(figures.peakBytes);
    explanation.text += history.hasEvents() ? " after event " + groupedNumber(history.peakStep.value) : " is in use";
    std::int64_t before = 0;
    std::int64_t reserved = 0;
    for (const Part& part : figures.parts) {
        before += part.hue == Hue::Argument ? part.bytes : 0;
        reserved += part.hue == Hue::Constant ? part.bytes : 0;
    }
    const char* link = ": ";
    const auto describePart = [&](std::int64_t bytes, const char* what) {
        if (bytes < figures.peakBytes / kMentioned || bytes == 0)
            return;
        explanation.text += link + shareText(bytes, figures.peakBytes) + " (" + explanation.addAmount(bytes) + ")";
        explanation.text += what;
        link = "; ";
    };
    describePart(before, " was in use before the recording");
    describePart(reserved, " is reserved for the temporaries of programs");
    describeHolder(shown, history.peakStep, std::max<std::int64_t>(figures.peakBytes - before - reserved, 1), link,
                   explanation);
    explanation.text += '.';
    describeGrowth(shown, profiles, explanation);
    describeFree(history, explanation);
    describePlan(figures, explanation);
    return explanation;
}

} // namespace tidemark::history
