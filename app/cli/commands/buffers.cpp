#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/base/text.h"
#include "core/explain/sentence.h"
#include "core/groups/breakdown.h"
#include "core/groups/source_frame.h"
#include "core/report/row_table.h"
#include "core/rules/attribution_rules.h"
#include "core/view/buffer_reader.h"

#include <algorithm>
#include <limits>
#include <ostream>

namespace tidemark::cli {
namespace {

constexpr auto kNoLimit = std::numeric_limits<std::uint64_t>::max();

std::int64_t occupied(const View& view, std::span<const LiveRow> rows)
{
    std::int64_t bytes = 0;
    for (const LiveRow& live : rows)
        bytes += view.rows.size[live.row] - live.overlap;
    return bytes;
}

std::size_t countOf(const View& view, std::span<const LiveRow> rows)
{
    std::size_t count = 0;
    for (const LiveRow& live : rows)
        count += view.rows.pieces(live.row);
    return count;
}

/// Writes "350 buffers hold 5.06 GiB at step 131 (peak)", then the program and memory.
void writeHead(std::ostream& out, const View& view, const TextLayout& layout, std::span<const LiveRow> rows,
               std::size_t shown, StepId step)
{
    const std::int64_t all = occupied(view, rows);
    const std::size_t count = countOf(view, rows);
    std::string head
        = counted(count, view.rows.one, view.rows.many) + worded(count, " holds ", " hold ") + bytesText(all);
    if (view.axis.kind != AxisKind::None)
        head += " at " + view.axis.cell + " " + groupedNumber(step.value) + framed(" (", momentName(view, step), ")");
    if (view.rows.shareAtUnknownTimes) {
        head += "; many share memory at different times, so their sizes add up to more";
    } else if (shown < rows.size()) {
        const std::int64_t part = occupied(view, rows.first(shown));
        head += "; the " + groupedNumber(static_cast<std::int64_t>(countOf(view, rows.first(shown)))) + " shown hold "
            + bytesText(part) + ", " + percentText(part, all);
    }
    out << layout.bold(wrapped(head + ".", layout.columns)) << '\n' << subjectOf(view) << "\n\n";
}

/// "45-48": the first and the last step of its life.
std::string stepsText(const Rows& table, RowId row)
{
    const std::string first = std::to_string(table.start[row].value);
    const std::string last = std::to_string(table.end[row].value - 1);
    return first == last ? first : first + "-" + last;
}

/// Whether a cell says something. No padding is nothing to say; an id 0 is one.
bool isValue(const Cell& cell, const TableColumn& column)
{
    if (const auto* const text = std::get_if<std::string>(&cell))
        return !text->empty();
    return !std::holds_alternative<std::monostate>(cell)
        && !(column.name == "padding_bytes" && cell == Cell(std::int64_t{0}));
}

/// Writes the columns that people need. If the lines may be long, the longest columns are the last ones. On a terminal
/// the longest texts are cut.
void writeText(std::ostream& out, const View& view, std::span<const LiveRow> rows, const RowMeanings* meanings,
               const TextLayout& layout)
{
    const Rows& table = view.rows;
    const TableColumn group = {meanings ? "category" : "type", false};
    std::vector<TableColumn> columns
        = {{"size_bytes"}, {"padding_bytes"}, group,           {"shape", false},  {"source", false},
           {"id"},         {"steps", false},  {"name", false}, {"op_name", false}};
    if (!layout.isWide)
        columns = {{"size_bytes"},          group,  {"shape", false}, {"name", false, true},
                   {"source", false, true}, {"id"}, {"steps", false}, {"padding_bytes"}};
    Facts facts;
    const auto cellsOf = [&](const LiveRow& live) -> std::vector<Cell> {
        const RowId row = live.row;
        table.describe(row, facts);
        const Cell padding = table.fills(RowColumn::Unpadded) ? orNull(table.padding(row)) : Cell();
        const std::string groupText = meanings ? meanings->labelOf(row) : table.kindOf(row).label;
        const std::string steps = view.axis.kind != AxisKind::None ? stepsText(table, row) : std::string();
        if (layout.isWide) {
            return {table.size[row],    padding,          groupText, facts.shapeWithoutLayout,
                    shortSource(facts), orNull(facts.id), steps,     facts.label(),
                    facts.opName};
        }
        const std::string name = facts.argument.empty() ? textOr(facts.opName, facts.label()) : facts.label();
        return {
            table.size[row], groupText, facts.shapeWithoutLayout, validUtf8(name), shortSource(facts), orNull(facts.id),
            steps,           padding};
    };
    // A column is left out if no row has a value for it. The size is the first one and stays.
    std::vector<bool> isFilled(columns.size(), rows.empty());
    isFilled.front() = true;
    for (auto live = rows.begin(); live != rows.end() && std::ranges::count(isFilled, false) > 0; ++live) {
        const std::vector<Cell> cells = cellsOf(*live);
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (!isFilled[i])
                isFilled[i] = isValue(cells[i], columns[i]);
    }
    const auto filled = [&](auto cells) {
        std::size_t at = 0;
        std::erase_if(cells, [&](const auto&) { return !isFilled[at++]; });
        return cells;
    };
    const auto writer = makeTableWriter(out, TableFormat::Text, filled(columns), layout.tableColumns);
    for (const LiveRow& live : rows)
        writer->row(filled(cellsOf(live)));
    writer->finish();
}

/// Error: the rows cannot be grouped this way.
Result<std::vector<Group>> groupsOf(const View& view, std::span<const LiveRow> rows, const RowMeanings* meanings,
                                    const std::string& by)
{
    if (by == "category" && meanings) {
        std::vector<Group> groups = breakDown(view, rows, *meanings);
        std::ranges::stable_sort(groups, std::ranges::greater(), &Group::bytes);
        return groups;
    }
    const std::string id = by == "op" ? "op_path" : by;
    for (const Grouping& grouping : view.rows.groupings)
        if (grouping.id == id)
            return breakDown(view, rows, &grouping);
    std::string why;
    if (view.isHistory && (by == "age" || by == "step"))
        why = " The recording names fewer than two steps. Its events name no training steps, and it has no "
              "annotations of steps such as ProfilerStep#12.";
    return Error{ErrorKind::NotFound,
                 view.path + ": the " + view.rows.many + " of " + printable(view.programText) + " have no " + by + "."
                     + why,
                 std::nullopt};
}

void writeGroups(std::ostream& out, const View& view, const Options& options, const std::vector<Group>& groups)
{
    std::int64_t all = 0;
    for (const Group& group : groups)
        all += group.bytes;
    const bool isForPeople = options.format == TableFormat::Text;
    std::vector<TableColumn> columns = {{"count"}, {"occupied_bytes"}, {"size_bytes"}, {options.groupBy, false}};
    if (isForPeople)
        columns = {{"occupied_bytes"}, {"share"}, {view.rows.many}, {options.groupBy, false}};
    const auto writer = makeTableWriter(out, options.format, std::move(columns));
    std::uint64_t left = options.limit.value_or(kNoLimit);
    for (const Group& group : groups) {
        if (left-- == 0)
            break;
        const auto count = static_cast<std::int64_t>(group.count);
        if (isForPeople)
            writer->row({group.bytes, percentText(group.bytes, all), count, validUtf8(group.label())});
        else
            writer->row({count, group.bytes, group.size, validUtf8(group.id)});
    }
    writer->finish();
}

/// "Buffer 12 is defined at step 3, used 5 times, the last time at step 17, and freed at step 20."
std::string historyText(const View& view, std::int64_t id, const std::vector<RowEvent>& events)
{
    const auto timeOf = [&](const RowEvent& event) {
        return event.step ? " at " + view.axis.cell + " " + groupedNumber(event.step.value) : "";
    };
    std::string text;
    const auto add = [&](const std::string& clause) { text += (text.empty() ? " is " : ", ") + clause; };
    std::size_t uses = 0;
    const RowEvent* last = nullptr;
    for (const RowEvent& event : events)
        if (event.kind == RowEventKind::Used) {
            ++uses;
            last = &event;
        } else if (event.kind == RowEventKind::Defined) {
            add("defined" + timeOf(event));
        }
    if (uses == 1)
        add("used" + timeOf(*last));
    else if (last)
        add("used " + counted(uses, "time") + (last->step ? ", the last time" : "") + timeOf(*last));
    for (const RowEvent& event : events)
        if (event.kind == RowEventKind::Shared)
            add("taken over in place" + timeOf(event));
        else if (event.kind == RowEventKind::Freed)
            add("freed" + timeOf(event));
    return "Buffer " + std::to_string(id) + textOr(text, " has no events") + ".";
}

int writeHistory(const Options& options, const View& view, const std::string& what)
{
    if (!view.uses)
        return fail({ErrorKind::NotFound, what + " does not say what uses its " + view.rows.many + ".", std::nullopt});
    const auto uses = view.uses({});
    if (!uses)
        return fail(uses.error());
    const auto events = (*uses)->ofId(*options.history);
    if (!events)
        return fail({events.error().kind, what + ", " + view.memoryText + ": " + events.error().message, std::nullopt});
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text)
            out << layout.bold(wrapped(historyText(view, *options.history, *events), layout.columns)) << '\n'
                << subjectOf(view) << "\n\n";
        const auto writer = makeTableWriter(out, options.format,
                                            {{"step"}, {"event", false}, {"instruction", false}, {"opcode", false}});
        std::uint64_t left = options.limit.value_or(kNoLimit);
        for (const RowEvent& event : *events) {
            if (left-- == 0)
                break;
            const RowUses::Actor actor = (*uses)->actor(event);
            writer->row({event.step ? Cell(std::int64_t{event.step.value}) : Cell(), std::string(eventName(event.kind)),
                         orNull(actor.name), orNull(actor.opcode)});
        }
        writer->finish();
    });
}

/// Error: the rows have no such type.
Result<void> knowsType(const View& view, const std::string& type, const std::string& what)
{
    if (type.empty()
        || (view.rows.kind && std::ranges::find(view.rows.kinds, type, &RowKind::id) != view.rows.kinds.end()))
        return {};
    std::string known;
    for (const RowKind& kind : view.rows.kinds)
        addTo(known, ", ", kind.id);
    return Error{ErrorKind::NotFound,
                 what + " has no " + view.rows.many + " of the type " + printable(type) + ". Types: " + known + ".",
                 std::nullopt};
}

/// Whether the largest rows come first. That is the default of the text for people, and of every format with a limit.
bool isBySize(const Options& options)
{
    if (!options.sort.empty())
        return options.sort == "size";
    return options.format == TableFormat::Text || options.limit.has_value();
}

} // namespace

int runBuffers(const Options& options)
{
    const auto moment = parseAt(options.at);
    if (!moment)
        return fail({ErrorKind::NotFound, "--at takes peak, end, all or the number of a step, not " + options.at + ".",
                     std::nullopt},
                    kWrongUsage);
    const auto viewed = selectAndView(options);
    if (!viewed)
        return fail(viewed.error());
    const View& view = *viewed->view;
    const std::string what = view.path + ": " + printable(view.programText);
    if (view.rows.columns.empty())
        return fail({ErrorKind::NotFound,
                     what + " has no " + view.rows.many + ". The command summary shows what it has.", std::nullopt});
    const auto asked = stepOf(*moment, view);
    if (!asked)
        return fail(asked.error());
    const StepId step = *asked;
    printWarnings(view.problems);
    printWarnings(view.remarks);
    if (options.history)
        return writeHistory(options, view, what);
    const auto meanings = builtInMeanings(view, terminalProgress());
    if (!meanings)
        return fail(meanings.error());
    if (const auto isKnown = knowsType(view, options.type, what); !isKnown)
        return fail(isKnown.error());
    auto rows = rowsOf(view.rows, moment->at == At::All ? std::nullopt : std::optional(step), isBySize(options));
    if (!options.type.empty())
        std::erase_if(rows, [&](const LiveRow& live) { return view.rows.kindOf(live.row).id != options.type; });
    const auto shown = std::span(rows).first(std::min<std::uint64_t>(rows.size(), options.limit.value_or(rows.size())));
    const TextLayout layout = textLayout(options);
    if (!options.groupBy.empty()) {
        if (moment->at == At::All)
            return fail(
                {ErrorKind::NotFound, "--group-by needs one step: --at peak or the number of a step.", std::nullopt},
                kWrongUsage);
        const auto groups = groupsOf(view, rows, meanings->get(), options.groupBy);
        if (!groups)
            return fail(groups.error());
        return output(options, [&](std::ostream& out) {
            if (options.format == TableFormat::Text)
                writeHead(out, view, layout, rows, rows.size(), step);
            writeGroups(out, view, options, *groups);
        });
    }
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text && moment->at != At::All) {
            writeHead(out, view, layout, rows, shown.size(), step);
            writeText(out, view, shown, meanings->get(), layout);
            return;
        }
        const auto writer = makeTableWriter(out, options.format, rowColumns());
        writeRows(view, shown, meanings->get(), *writer);
        if (moment->at == At::All && options.type.empty())
            writeUnplaced(view, meanings->get(), options.limit ? *options.limit - shown.size() : kNoLimit, *writer);
        writer->finish();
    });
}

} // namespace tidemark::cli
