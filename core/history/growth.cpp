#include "core/history/growth.h"

#include "core/base/characters.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace tidemark::history {
namespace {

constexpr std::size_t kMoments = 5; // the start and the ends of four quarters
constexpr std::int64_t kLeastShare = 200; // of the peak
constexpr std::int64_t kSteady = 10; // each quarter has at least this part of the growth
constexpr std::size_t kMostFindings = 5;

/// What the rows of one asker hold at each moment.
struct Held {
    std::vector<std::int64_t> bytes;
    std::vector<RowId> added; // rows that the finding is about

    std::int64_t growth() const { return bytes.back() - bytes.front(); }
    bool growsSteadily() const
    {
        for (std::size_t i = 1; i < bytes.size(); ++i)
            if (bytes[i] - bytes[i - 1] < growth() / kSteady)
                return false;
        return true;
    }
};

using Holders = std::map<std::string, Held>; // by the words of the asker

/// Calls the function with each row whose asker is known, and with what its asker holds.
template <class Use>
void forEachHeld(const Shown& shown, Holders& holders, std::size_t moments, const Use& use)
{
    const History& history = shown.history;
    std::vector<Held*> byAsker(history.recording->names.askers()); // there are far fewer askers than rows
    for (const RowId id : history.rows.ids()) {
        const Allocation& row = history.rows[id];
        const AskerText& asker = shown.askers.of(row.asker);
        if (asker.name.empty() && asker.place.empty())
            continue;
        Held*& known = byAsker[row.asker.index()];
        if (!known) {
            known = &holders[placedName(textOr(asker.name, "code"), asker.place)];
            known->bytes.resize(moments);
        }
        use(id, row, *known);
    }
}

/// The words of findings about growth.
struct GrowthWords {
    std::array<std::string, 3> when; // the first moment, the one half-way, and the last one
    const char* how = ""; // "all the time"
    std::string source;
    bool isInUse = false; // the last moment is the shown profile, so its memory has the growth
};

/// The findings about askers that hold more at each moment, the largest growth first.
std::vector<Finding> findingsOf(const Shown& shown, Holders& holders, const GrowthWords& words)
{
    const History& history = shown.history;
    std::vector<Finding> findings;
    for (auto& [name, held] : holders) {
        if (held.growth() <= history.peak() / kLeastShare || !held.growsSteadily())
            continue;
        Finding finding;
        finding.id = "growth";
        finding.label = std::string(kStopGrowth) + printable(name);
        finding.text = "What " + plainWords(printable(name)) + " holds grows " + words.how + ":";
        finding.text += " from " + finding.addAmount(held.bytes.front()) + words.when[0];
        if (held.bytes.size() > 2)
            finding.text += " to " + finding.addAmount(held.bytes[held.bytes.size() / 2]) + words.when[1];
        finding.text
            += (held.bytes.size() > 2 ? " and " : " to ") + finding.addAmount(held.bytes.back()) + words.when[2];
        if (history.hasEvents())
            finding.text += ". " + counted(held.added.size(), "new allocation") + " of it "
                + worded(held.added.size(), "was", "were") + " not freed";
        finding.text += ". Something may keep old tensors";
        finding.savedBytes = held.growth();
        finding.isEstimate = true;
        std::int64_t atPeak = words.isInUse ? held.growth() : 0;
        for (const RowId row : held.added)
            if (history.hasEvents() && history.isLive(row, history.peakStep))
                atPeak += history.rows[row].size;
        if (atPeak > 0) {
            finding.peakBefore = history.peak();
            finding.peakAfter = history.peak() - atPeak;
        }
        finding.assumption = "The growth is not intended.";
        finding.source = words.source;
        std::ranges::stable_sort(held.added, std::greater(), [&](RowId row) { return history.rows[row].size; });
        finding.rows = std::move(held.added);
        findings.push_back(std::move(finding));
    }
    std::ranges::stable_sort(findings, std::greater(), &Finding::savedBytes);
    findings.resize(std::min(findings.size(), kMostFindings));
    return findings;
}

/// Keeps the lines that grew most.
void keepLargest(std::vector<StepGrowth::Line>& lines)
{
    constexpr std::size_t kMostLines = 3;
    std::ranges::stable_sort(lines, std::greater(), &StepGrowth::Line::changeBytes);
    lines.resize(std::min(lines.size(), kMostLines));
}

/// The ends of the training steps that events name, each at its last event.
std::vector<StepEnd> endsOfTrainingSteps(const History& history)
{
    std::map<std::int32_t, StepId> ends;
    for (std::size_t i = 0; i < history.memory->events.size(); ++i)
        if (const std::int32_t step = history.memory->events[i].step; step >= 0)
            ends[step] = StepId::at(i + 1);
    std::vector<StepEnd> found;
    for (const auto& [step, cell] : ends)
        found.push_back({"step " + std::to_string(step), cell, step});
    std::ranges::stable_sort(found, {}, &StepEnd::cell);
    return found;
}

/// The ends of the annotations or runs that are steps. Names with numbers count first.
std::vector<StepEnd> endsOfMarks(const std::vector<Mark>& marks)
{
    struct Series {
        std::vector<StepEnd> ends;
        std::size_t cells = 0;
        bool isInOrder = true;
        bool isNumbered = false;
        StepId past{0};

        auto rank() const { return std::tuple(isNumbered, ends.size(), cells); }
    };
    std::map<std::string, Series> all; // by the name without numbers
    for (const Mark& mark : marks) {
        const std::string name = withoutNumbers(mark.name);
        if (!hasWordStep(name))
            continue;
        Series& series = all[name];
        series.isNumbered = name != mark.name;
        series.isInOrder = series.isInOrder && series.past <= mark.begin;
        series.past = mark.end;
        series.cells += mark.end.index() - mark.begin.index();
        series.ends.push_back({mark.name, StepId(mark.end.value - 1), -1});
    }
    Series* best = nullptr;
    for (auto& [name, series] : all)
        if (series.isInOrder && series.ends.size() > 1 && (!best || series.rank() > best->rank()))
            best = &series;
    if (!best)
        return {};
    if (!best->isNumbered)
        for (std::size_t i = 0; i < best->ends.size(); ++i)
            best->ends[i].name += " (" + std::to_string(i + 1) + ")";
    return std::move(best->ends);
}

/// The moments at which growth is measured: the ends of steps, or the start of the recording and the ends of its
/// quarters, without names. Steps that span less than half of the recording do not show growth in the rest of it.
std::vector<StepEnd> momentsOf(const History& history)
{
    const std::vector<StepEnd> ends = stepEnds(history, marksOf(history));
    std::vector<StepEnd> moments;
    if (ends.size() < kMoments || ends.back().cell.index() - ends.front().cell.index() < history.cells() / 2) {
        for (std::size_t i = 0; i < kMoments; ++i)
            moments.push_back({{}, StepId::at((history.cells() - 1) * i / (kMoments - 1)), -1});
        return moments;
    }
    for (std::size_t i = 0; i < kMoments; ++i)
        moments.push_back(ends[(ends.size() - 1) * i / (kMoments - 1)]);
    return moments;
}

/// Whether the level fell by a fifth of its range after it had risen. Otherwise the recording may end before what it
/// allocated is freed as usual, as in the first forward pass.
bool hasFallen(const std::vector<std::int64_t>& level)
{
    constexpr std::int64_t kLeastFall = 5;
    const auto [least, most] = std::ranges::minmax(level);
    std::int64_t highest = level.front();
    std::int64_t fall = 0;
    for (const std::int64_t bytes : level) {
        highest = std::max(highest, bytes);
        fall = std::max(fall, highest - bytes);
    }
    return fall >= (most - least) / kLeastFall;
}

/// The words of each asker in a table of steps, as positions in `texts`.
std::vector<std::uint32_t> linesOf(const Shown& shown, std::vector<std::string>& texts)
{
    std::map<std::string, std::uint32_t> known;
    std::vector<std::uint32_t> lines;
    for (std::size_t i = 0; i < shown.history.recording->names.askers(); ++i) {
        const AskerText& asker = shown.askers.of(AskerId::at(i));
        const auto [line, isNew]
            = known.try_emplace(textOr(asker.source, asker.name), static_cast<std::uint32_t>(texts.size()));
        if (isNew)
            texts.push_back(line->first);
        lines.push_back(line->second);
    }
    return lines;
}

/// What a line holds more or less after a step.
struct LineChange {
    std::uint32_t step = 0;
    std::uint32_t line = 0;
    std::int64_t bytes = 0;
};

/// The changes of all lines in all steps: one sum for each step and line, sorted by both.
std::vector<LineChange> lineChanges(const History& history, const std::vector<StepEnd>& ends,
                                    const std::vector<std::uint32_t>& lines)
{
    std::vector<LineChange> changes;
    const auto stepAt = [&](StepId cell) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(ends, cell, {}, &StepEnd::cell) - ends.begin());
    };
    for (const Allocation& row : history.rows) {
        if (!row.asker)
            continue;
        const std::uint32_t first = stepAt(row.start); // the first step at whose end it is there
        const std::uint32_t past = stepAt(row.end); // the first at whose end it is gone
        if (first == past)
            continue;
        if (row.start.index() > 0)
            changes.push_back({first, lines[row.asker.index()], row.size});
        if (past < ends.size())
            changes.push_back({past, lines[row.asker.index()], -row.size});
    }
    const auto key = [](const LineChange& change) { return std::pair(change.step, change.line); };
    std::ranges::sort(changes, {}, key);
    std::vector<LineChange> sums;
    for (const LineChange& change : changes)
        if (!sums.empty() && key(sums.back()) == key(change))
            sums.back().bytes += change.bytes;
        else
            sums.push_back(change);
    return sums;
}

} // namespace

bool hasWordStep(std::string_view name)
{
    constexpr std::string_view kStep = "step";
    std::string small(name);
    std::ranges::transform(small, small.begin(), toLower);
    for (std::size_t at = small.find(kStep); at != std::string::npos; at = small.find(kStep, at + 1)) {
        const std::size_t past = at + kStep.size();
        // A capital also begins a word, unless all letters are capitals.
        const bool isBegin = at == 0 || !isLetter(name[at - 1])
            || (isUpper(name[at]) && (isLower(name[at - 1]) || isLower(name[at + 1])));
        const bool isEnd
            = past == name.size() || !isLetter(name[past]) || (isLower(name[past - 1]) && isUpper(name[past]));
        if (isBegin && isEnd)
            return true;
    }
    return false;
}

std::vector<StepEnd> stepEnds(const History& history, const std::vector<Mark>& marks)
{
    std::vector<StepEnd> ends = endsOfTrainingSteps(history);
    if (ends.size() < 2)
        ends = endsOfMarks(marks);
    return ends;
}

std::vector<StepGrowth> growthBySteps(const Shown& shown)
{
    const History& history = shown.history;
    std::vector<StepEnd> ends = stepEnds(history, marksOf(history));
    if (ends.empty())
        return {};
    std::vector<std::string> texts;
    const std::vector<LineChange> changes = lineChanges(history, ends, linesOf(shown, texts));
    std::vector<StepGrowth> steps;
    auto next = changes.begin();
    std::int64_t before = history.level.front();
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
        StepGrowth step;
        step.step = std::move(ends[i].name);
        step.cell = ends[i].cell.value;
        step.liveBytes = history.level[ends[i].cell.index()];
        step.changeBytes = step.liveBytes - before;
        before = step.liveBytes;
        for (; next != changes.end() && next->step == i; ++next)
            if (next->bytes > 0 && !texts[next->line].empty())
                step.lines.push_back({texts[next->line], next->bytes});
        keepLargest(step.lines);
        steps.push_back(std::move(step));
    }
    return steps;
}

std::vector<StepGrowth> growthByProfiles(const std::vector<Profile>& profiles)
{
    std::vector<StepGrowth> steps;
    std::map<std::string, std::int64_t> before; // what each line holds
    for (const Profile& profile : profiles) {
        const History& history = profile.shown->history;
        std::vector<std::string> texts;
        const std::vector<std::uint32_t> lines = linesOf(*profile.shown, texts);
        std::map<std::string, std::int64_t> now;
        for (const Allocation& row : history.rows)
            if (row.asker && !texts[lines[row.asker.index()]].empty())
                now[texts[lines[row.asker.index()]]] += row.size;
        StepGrowth step;
        step.step = profile.name;
        step.liveBytes = history.peak();
        if (!steps.empty()) {
            step.changeBytes = step.liveBytes - steps.back().liveBytes;
            for (const auto& [line, bytes] : now)
                if (bytes > before[line])
                    step.lines.push_back({line, bytes - before[line]});
        }
        keepLargest(step.lines);
        steps.push_back(std::move(step));
        before = std::move(now);
    }
    return steps;
}

std::vector<Finding> growthFindings(const Shown& shown)
{
    const History& history = shown.history;
    constexpr std::uint32_t kFewest = 40; // events
    if (history.cells() < kFewest)
        return {};
    const std::vector<StepEnd> moments = momentsOf(history);
    Holders holders;
    forEachHeld(shown, holders, moments.size(), [&](RowId id, const Allocation& row, Held& held) {
        for (std::size_t i = 0; i < moments.size(); ++i)
            if (row.start <= moments[i].cell && moments[i].cell < row.end)
                held.bytes[i] += row.size;
        if (moments.front().cell < row.start && row.start <= moments.back().cell && moments.back().cell < row.end)
            held.added.push_back(id);
    });
    GrowthWords words{{" at the start", " half-way", " at the end"}, "all the time", {}, false};
    const std::array named{std::size_t{0}, moments.size() / 2, moments.size() - 1};
    for (std::size_t i = 0; i < named.size(); ++i)
        if (const std::string& step = moments[named[i]].name; !step.empty())
            words.when[i] = " after " + plainWords(printable(step));
    words.source = std::string("The recording: in each quarter of its ")
        + (moments.front().name.empty() ? "events" : "steps") + " the sum grew by at least a tenth of the growth.";
    std::vector<Finding> findings = findingsOf(shown, holders, words);
    constexpr std::size_t kMostLeaks = 2; // a forward pass has many lines that keep what they allocate
    if (findings.size() > kMostLeaks && moments.front().name.empty() && !hasFallen(history.level))
        findings.clear();
    return findings;
}

std::vector<Finding> growthOverProfiles(const Shown& shown, const std::vector<Profile>& profiles)
{
    if (profiles.empty())
        return {};
    Holders holders;
    for (std::size_t i = 0; i < profiles.size(); ++i)
        forEachHeld(*profiles[i].shown, holders, profiles.size(), [&](RowId id, const Allocation& row, Held& held) {
            held.bytes[i] += row.size;
            if (profiles[i].shown.get() == &shown)
                held.added.push_back(id);
        });
    GrowthWords words{{}, "from profile to profile", {}, profiles.back().shown.get() == &shown};
    const std::array named{std::size_t{0}, profiles.size() / 2, profiles.size() - 1};
    for (std::size_t i = 0; i < named.size(); ++i)
        words.when[i] = " in " + plainWords(printable(profiles[named[i]].name));
    words.source = "The " + std::to_string(profiles.size())
        + " profiles whose names differ only in numbers: in each the sum grew by at least a tenth of the growth.";
    return findingsOf(shown, holders, words);
}

} // namespace tidemark::history
