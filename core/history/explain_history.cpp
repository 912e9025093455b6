#include "core/base/text.h"
#include "core/history/history_view.h"
#include "core/view/explain_peak.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tidemark::history {
namespace {

/// Live rows with the same name and place.
struct Holder {
    std::int64_t bytes = 0;
    std::int64_t arrays = 0;
    std::vector<RowId> rows;
};

/// "scaled_dot_product_attention (model.py:432)"
std::string askerText(const AskerText& asker)
{
    if (asker.name.empty())
        return plainWords(asker.place);
    return plainWords(asker.name) + framed(" (", plainWords(asker.place), ")");
}

/// The known asker that holds most in a cell, and its words. Rows of unknown askers are in no holder.
std::pair<std::string, Holder> largestHolder(const Shown& shown, StepId cell)
{
    std::map<std::string, Holder> holders;
    for (const RowId id : shown.history.rows.ids()) {
        const Allocation& row = shown.history.rows[id];
        if (cell < row.start || row.end <= cell)
            continue;
        const std::string text = askerText(shown.askers.of(row.asker));
        if (text.empty())
            continue;
        Holder& holder = holders[text];
        holder.bytes += row.size;
        holder.arrays += row.count;
        holder.rows.push_back(id);
    }
    if (holders.empty())
        return {};
    auto largest = std::ranges::max_element(holders, {}, [](const auto& each) { return each.second.bytes; });
    std::ranges::stable_sort(largest->second.rows, std::greater(),
                             [&](RowId row) { return shown.history.rows[row].size; });
    return {largest->first, std::move(largest->second)};
}

/// "31 % is 12 allocations of attention (model.py:432), 640 MiB"
void sayHolder(const Shown& shown, StepId cell, std::int64_t whole, const char* before, Explanation& explanation)
{
    auto [text, holder] = largestHolder(shown, cell);
    constexpr std::int64_t kMentioned = 20; // one part in so many
    if (text.empty() || holder.bytes < whole / kMentioned)
        return;
    const std::string& one = shown.history.recording->rowWord;
    explanation.text += before + shareText(std::min(holder.bytes, whole), whole) + " is ";
    explanation.text += counted(static_cast<std::uint64_t>(holder.arrays), one) + " of " + text + ", ";
    explanation.text += explanation.addAmount(holder.bytes);
    explanation.rows = std::move(holder.rows);
}

/// "An allocation of 4.94 GiB failed in event 596 (forward, model.py:31): 95.7 MiB is free on the device. 73.5 of
/// 78.4 GiB in the allocator's segments was in use, and the largest free range has 2.1 GiB: fragmentation."
Explanation explainFailure(const Shown& shown, StepId cell)
{
    const History& history = shown.history;
    const Event& event = *history.eventOf(cell);
    Explanation explanation;
    explanation.text
        = "An allocation of " + explanation.addAmount(event.size) + " failed in event " + groupedNumber(cell.value);
    explanation.text += framed(" (", askerText(shown.askers.of(event.asker)), ")");
    if (event.requested >= 0)
        explanation.text += ": the device had " + explanation.addAmount(event.requested) + " free";
    const std::int64_t level = history.level[cell.index()];
    if (const auto free = history.freeAt(cell)) {
        explanation.text += ". In use was " + explanation.addAmount(level) + " of "
            + explanation.addAmount(free->reserved) + " in the allocator's segments";
        if (free->free >= event.size && free->largest < event.size)
            explanation.text += ", which are fragmented: of " + explanation.addAmount(free->free)
                + " free, the largest range has " + explanation.addAmount(free->largest);
        else if (free->free > 0)
            explanation.text += ", where the largest free range has " + explanation.addAmount(free->largest);
    } else {
        explanation.text += ". In use was " + explanation.addAmount(level);
    }
    if (level > 0)
        sayHolder(shown, cell, level, "; ", explanation);
    explanation.text += '.';
    return explanation;
}

} // namespace

Explanation explain(const Shown& shown, const Figures& figures)
{
    const History& history = shown.history;
    const auto& events = history.memory->events;
    const auto failure = std::ranges::find(events, Action::Fail, &Event::action);
    if (failure != events.end())
        return explainFailure(shown, StepId::at(static_cast<std::size_t>(failure - events.begin()) + 1));
    Explanation explanation;
    if (figures.peakBytes <= 0) {
        explanation.text = "Nothing is in use in this memory.";
        return explanation;
    }
    explanation.text = history.hasEvents() ? "The peak is " : "In use is ";
    explanation.text += explanation.addAmount(figures.peakBytes);
    if (history.hasEvents())
        explanation.text += " after event " + groupedNumber(history.peakStep.value);
    std::int64_t before = 0;
    std::int64_t reserved = 0;
    for (const Part& part : figures.parts) {
        before += part.hue == Hue::Argument ? part.bytes : 0;
        reserved += part.hue == Hue::Constant ? part.bytes : 0;
    }
    const char* link = ": ";
    const auto sayPart = [&](std::int64_t bytes, const char* what) {
        constexpr std::int64_t kMentioned = 20; // one part in so many
        if (bytes < figures.peakBytes / kMentioned || bytes == 0)
            return;
        explanation.text += link + shareText(bytes, figures.peakBytes) + what + explanation.addAmount(bytes);
        link = "; ";
    };
    sayPart(before, " was in use before the recording, ");
    sayPart(reserved, " is reserved for the temporaries of programs, ");
    sayHolder(shown, history.peakStep, figures.peakBytes, link, explanation);
    explanation.text += '.';
    return explanation;
}

} // namespace tidemark::history
