#include "core/history/history_view.h"

#include "core/base/text.h"
#include "core/groups/repeated_parts.h"
#include "core/history/growth.h"
#include "core/history/history_advice.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace tidemark::history {
namespace {

constexpr const char* kNoStep = "(no step)"; // the event names no training step

/// "12.345 ms after the first event"
std::string timeText(std::int64_t picoseconds)
{
    struct Unit {
        std::int64_t size;
        const char* name;
    };
    constexpr std::array kUnits = {Unit{1'000'000'000'000, "s"}, Unit{1'000'000'000, "ms"}, Unit{1'000'000, "µs"}};
    const auto unit = std::ranges::find_if(kUnits, [&](const Unit& each) { return picoseconds >= each.size; });
    if (unit == kUnits.end())
        return "0 s";
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.3f %s",
                  static_cast<double>(picoseconds) / static_cast<double>(unit->size), unit->name);
    return text.data();
}

const char* actionName(Action action)
{
    switch (action) {
    case Action::Allocate:
        return "allocation";
    case Action::Free:
        return "free";
    case Action::Reserve:
        return "segment reserved";
    case Action::Release:
        return "segment released";
    case Action::Fail:
        return "failed allocation";
    case Action::Mark:
        break;
    }
    return "snapshot";
}

/// The annotation or run in which a cell is: of several, the one that begins last. Marks are sorted by their begin.
std::string spanAt(const std::vector<Mark>& marks, StepId cell)
{
    constexpr int kMostTried = 100; // nested or earlier ones
    auto mark = std::ranges::upper_bound(marks, cell, {}, &Mark::begin);
    for (int tried = 0; tried < kMostTried && mark != marks.begin(); ++tried) {
        --mark;
        if (cell < mark->end)
            return mark->name;
    }
    return {};
}

/// Whether any asker of the recording has something.
template <class Has>
bool hasAnyAsker(const Shown& shown, const Has& has)
{
    for (std::size_t i = 0; i < shown.history.recording->names.askers(); ++i)
        if (has(AskerId::at(i)))
            return true;
    return false;
}

/// The age of a row at the peak, in steps. If events name their training steps, these decide, as in the grouping by
/// step: events of other threads may lie between the events of a step.
std::function<std::string(RowId)> ageAtPeak(const std::shared_ptr<const Shown>& shown, std::vector<StepEnd> ends)
{
    const bool areNamed = ends.front().number >= 0;
    const auto stepAt = [ends = std::move(ends), areNamed](StepId cell) -> std::int64_t {
        const auto end = std::ranges::lower_bound(ends, cell, {}, &StepEnd::cell);
        if (areNamed)
            return end == ends.end() ? INT64_MAX : end->number;
        return end - ends.begin();
    };
    std::int64_t peak = stepAt(shown->history.peakStep);
    if (const Event* const event = shown->history.eventOf(shown->history.peakStep);
        areNamed && event && event->step >= 0)
        peak = event->step;
    return [shown, stepAt, areNamed, peak](RowId id) -> std::string {
        const Allocation& row = shown->history.rows[id];
        if (row.kind == Allocation::kReserved)
            return shown->nameOf(id);
        if (row.start.index() == 0)
            return "before the recording";
        if (areNamed && row.step < 0)
            return kNoStep;
        const std::int64_t step = areNamed ? row.step : stepAt(row.start);
        if (step == peak)
            return "in the step of the peak";
        return step < peak ? "earlier than the step of the peak" : "later than the step of the peak";
    };
}

/// The groupings that have a value for some row. Marks are sorted by their begin.
std::vector<Grouping> groupingsOf(const std::shared_ptr<const Shown>& shown, const std::vector<Mark>& marks)
{
    const IdVector<RowId, Allocation>& rows = shown->history.rows;
    const Names& recorded = shown->history.recording->names;
    std::vector<Grouping> groupings = shown->paths;
    const auto owning = [&](std::function<std::string(RowId)>& textOf) {
        if (textOf)
            textOf = [shown, of = std::move(textOf)](RowId row) { return of(row); };
    };
    for (Grouping& paths : groupings) {
        owning(paths.groupOf);
        owning(paths.searched);
    }
    const auto of = [shown](auto textOf, const char* none) {
        return [shown, textOf, none](RowId row) {
            const Allocation& allocation = shown->history.rows[row];
            return allocation.asker ? textOr(textOf(*shown, allocation), none) : shown->nameOf(row);
        };
    };
    if (hasAnyAsker(*shown, [&](AskerId id) { return !shown->askers.of(id).source.empty(); }))
        groupings.push_back(
            {"source", "Source line",
             of([](const Shown& all, const Allocation& each) { return all.askers.of(each.asker).source; },
                "(no line outside libraries)"),
             false, [](const std::string& source) { return std::string(fileNameOf(source)); }});
    if (hasAnyAsker(*shown, [&](AskerId id) { return !recorded.askerOf(id).stack.isNone(); }))
        groupings.push_back({"stack", "Call stack",
                             of([](const Shown& all, const Allocation& each) { return all.askers.of(each.asker).path; },
                                "(stack not recorded)"),
                             true});
    const auto addText = [&](const char* id, const char* label, TextId Asker::*member, const char* none) {
        const auto textOf = [member](const Shown& all, const Allocation& each) {
            const Names& texts = all.history.recording->names;
            return validUtf8(texts.textOf(texts.askerOf(each.asker).*member));
        };
        if (hasAnyAsker(*shown, [&](AskerId asker) { return !(recorded.askerOf(asker).*member).isNone(); }))
            groupings.push_back({id, label, of(textOf, none), false});
    };
    addText("shape", "Shape", &Asker::shape, "(no shape)");
    addText("purpose", "Purpose", &Asker::purpose, "(not stated)");
    if (!marks.empty())
        groupings.push_back({"during", "Allocated during",
                             of([marks](const Shown&, const Allocation& each) { return spanAt(marks, each.start); },
                                "(outside all annotations)"),
                             false});
    if (std::ranges::any_of(rows, [](const Allocation& row) { return row.step >= 0; }))
        groupings.push_back({"step", "Training step",
                             of(
                                 [](const Shown&, const Allocation& each) {
                                     return each.step < 0 ? std::string() : "step " + std::to_string(each.step);
                                 },
                                 kNoStep),
                             false});
    if (std::vector<StepEnd> ends = stepEnds(shown->history, marks); ends.size() > 1)
        groupings.push_back({"age", "Age at the peak", ageAtPeak(shown, std::move(ends)), false});
    groupings.push_back({"size", "Size",
                         of([](const Shown&, const Allocation& each) { return "each " + bytesText(each.size); }, ""),
                         false}); // a size alone reads as the sum of the group
    return groupings;
}

std::vector<LiveRow> liveAt(const History& history, StepId cell)
{
    std::vector<LiveRow> found;
    for (const RowId id : history.rows.ids()) {
        const Allocation& row = history.rows[id];
        if (cell < row.start)
            break;
        if (cell < row.end)
            found.push_back({id, 0});
    }
    return found;
}

Rows makeRows(const std::shared_ptr<const Shown>& shown, const std::vector<Mark>& marks)
{
    const History& history = shown->history;
    static const Allocation kNone;
    const Allocation& first = history.rows.empty() ? kNone : history.rows.front();
    constexpr std::size_t kStride = sizeof(Allocation);
    Rows rows;
    rows.count = history.rows.size();
    rows.one = "allocation";
    rows.many = "allocations";
    rows.size = {&first.size, kStride};
    rows.unpadded = {&first.requested, kStride};
    rows.start = {&first.start, kStride};
    rows.end = {&first.end, kStride};
    rows.kind = {&first.kind, kStride};
    rows.kinds = rowKinds();
    rows.columns = {RowColumn::Name,     RowColumn::Size,     RowColumn::Padding, RowColumn::Kind,
                    RowColumn::Shape,    RowColumn::Lifetime, RowColumn::Source,  RowColumn::OpName,
                    RowColumn::Unpadded, RowColumn::Born,     RowColumn::Freed};
    if (!history.hasEvents())
        std::erase_if(rows.columns, [](RowColumn column) {
            return column == RowColumn::Lifetime || column == RowColumn::Born || column == RowColumn::Freed;
        });
    rows.offset = {&first.address, kStride};
    if (!history.regions.empty()) // without addresses, rows would all lie at 0 of one region and hide each other
        rows.holder = {&first.region, kStride};
    for (std::size_t i = 0; i < history.regions.size(); ++i) {
        const ReservedRange& range = history.regions[i];
        Rows::Region region;
        region.holder = static_cast<std::uint32_t>(i);
        region.begin = range.begin;
        region.end = range.end;
        region.address = static_cast<std::uint64_t>(range.begin); // users see offsets from here
        rows.regions.push_back(region);
    }
    if (!history.regions.empty())
        rows.columns.push_back(RowColumn::Offset);
    for (const ReservedRange& range : history.held)
        if (const auto region = history.regionOf(range.begin))
            rows.held.push_back({static_cast<std::uint32_t>(*region), range.begin, range.end, range.cells});
    rows.groupings = groupingsOf(shown, marks);
    const auto choose = [&](std::string& usual, std::initializer_list<const char*> ids) {
        for (const char* const id : ids)
            if (usual.empty() && std::ranges::find(rows.groupings, id, &Grouping::id) != rows.groupings.end())
                usual = id;
    };
    choose(rows.usualGrouping, {"source", "op_path"});
    choose(rows.usualTree, {"stack", "op_path"});
    rows.describe = [shown](RowId row, Facts& facts) { shown->describe(row, facts); };
    rows.identify = [shown](RowId row, Facts& facts) { shown->identify(row, facts); };
    rows.pieces = [shown](RowId row) { return std::size_t{shown->history.rows[row].arrays}; };
    rows.name = [shown](RowId row) { return shown->nameOf(row); };
    rows.live = [shown](StepId cell) { return liveAt(shown->history, cell); };
    rows.all = [shown] {
        std::vector<LiveRow> all;
        for (const RowId id : shown->history.rows.ids())
            all.push_back({id, 0});
        return all;
    };
    return rows;
}

} // namespace

std::vector<Mark> marksOf(const History& history)
{
    std::vector<Mark> marks;
    const auto& events = history.memory->events;
    const auto cellAt = [&](std::int64_t time) {
        return StepId::at(
            static_cast<std::size_t>(std::ranges::lower_bound(events, time, {}, &Event::time) - events.begin()) + 1);
    };
    const Names& names = history.recording->names;
    for (const Span& span : history.memory->spans)
        if (const StepId begin = cellAt(span.begin), end = cellAt(span.end); begin < end)
            marks.push_back(
                {validUtf8(names.textOf(span.name)), begin, end, span.isProgram ? Hue::Temporary : Hue::Argument});
    return marks;
}

std::vector<RowKind> rowKinds()
{
    return {{"before", "Before the recording", Hue::Argument},
            {"kept", "Kept to the end", Hue::Output},
            {"freed", "Freed while recorded", Hue::Temporary},
            {"reserved", "Reserved for programs", Hue::Constant},
            {"in_use", "In use", Hue::Output}};
}

Shown::Shown(History paired)
    : history(std::move(paired))
    , askers(history.recording->names)
{
    const IdVector<RowId, Allocation>& rows = history.rows;
    RowValues<std::int64_t> sizes;
    if (!rows.empty())
        sizes = {&rows.front().size, sizeof(Allocation)};
    paths = pathGroupings(rows.size(), sizes, [this](RowId row) { return nameOf(row); });
}

std::string Shown::nameOf(RowId id) const
{
    const Allocation& row = history.rows[id];
    if (row.kind == Allocation::kReserved)
        return "(reserved for programs)";
    const AskerText& asker = askers.of(row.asker);
    if (!asker.name.empty())
        return asker.name;
    return row.kind == Allocation::kBefore ? "(in use before, source unknown)" : "(source not recorded)";
}

void Shown::describe(RowId id, Facts& facts) const
{
    facts = {};
    facts.name = nameOf(id);
    askers.describe(history.rows[id].asker, facts);
    if (history.rows[id].arrays > 1)
        facts.shape = counted(history.rows[id].arrays, "array");
}

void Shown::identify(RowId id, Facts& facts) const
{
    const AskerText& asker = askers.of(history.rows[id].asker);
    facts.name = nameOf(id);
    facts.opName = asker.name + framed(" (", asker.place, ")");
    facts.opcode.clear();
    facts.argument.clear();
    facts.shapeWithoutLayout = askers.shapeOf(history.rows[id].asker);
}

std::string Shown::labelOf(StepId cell) const
{
    const Event* const event = history.eventOf(cell);
    if (!event)
        return history.hasEvents() ? "start of the recording" : "";
    std::string text = actionName(event->action);
    if (event->action == Action::Fail) {
        const auto at = std::ranges::lower_bound(history.failures, cell) - history.failures.begin();
        text += " of " + bytesText(history.memory->failures[static_cast<std::size_t>(at)].asked);
    } else if (event->action != Action::Mark) {
        text += " of " + bytesText(event->size);
    }
    if (history.memory->hasTimes)
        text += " at " + timeText(history.timeOf(cell));
    return text;
}

std::shared_ptr<const View> makeHistoryView(std::shared_ptr<const Shown> shown, std::int64_t memory,
                                            const FileEntry& file, const ProgramEntry& entry,
                                            std::vector<Profile> profiles)
{
    const History& history = shown->history;
    auto view = std::make_shared<View>();
    view->path = file.path;
    view->host = file.host;
    view->program = validUtf8(entry.name);
    view->programText = validUtf8(entry.fullName());
    view->memory = memory;
    view->memoryName = view->memoryText = validUtf8(history.memory->name);
    view->isHistory = true;
    view->axis.kind = AxisKind::Operations;
    view->axis.count = history.cells();
    if (!history.hasEvents())
        view->axis.remark = "The file has no events, only what was in use at the end.";
    view->axis.title = "Events in the order in which they were recorded";
    view->axis.cell = "event";
    view->axis.label = [shown](StepId cell) { return shown->labelOf(cell); };
    view->curves = {{CurveRole::Level, "In use", history.level, Hue::Temporary}};
    if (!history.reserved.empty())
        view->curves.push_back({CurveRole::Reserved, "Held by the allocator", history.reserved, Hue::Temporary});
    view->marks = marksOf(history);
    view->failures = history.failures;
    view->peakStep = history.peakStep;
    view->rows = makeRows(shown, view->marks);
    view->platform = file.platform;
    view->device = file.device;
    view->figures = [shown, memory](const Device* chosen) { return figuresOf(*shown, chosen, memory); };
    view->checks = [shown] { return checksOf(*shown); };
    view->explain = [shown, profiles](const Figures& figures, const Progress&) {
        return Result<Explanation>(explain(*shown, profiles, figures));
    };
    view->findings = [shown, profiles = std::move(profiles)](const Figures& figures, const Progress&) {
        return Result<std::vector<Finding>>(adviseOn(*shown, profiles, figures.capacity.bytes));
    };
    view->problems = history.warnings;
    view->problems.add(history.memory->warnings);
    view->memoryUse = history.rows.size() * sizeof(Allocation) + history.level.size() * 2 * sizeof(std::int64_t)
        + history.memory->events.size() * sizeof(Event)
        + history.held.size() * (sizeof(ReservedRange) + sizeof(Rows::Held))
        + history.regions.size() * (sizeof(ReservedRange) + sizeof(Rows::Region));
    view->owner = shown;
    return view;
}

} // namespace tidemark::history
