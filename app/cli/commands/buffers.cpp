#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/base/text.h"
#include "core/report/row_table.h"
#include "core/view/attribution_rules.h"

#include <algorithm>
#include <limits>
#include <ostream>

namespace tidemark::cli {
namespace {

constexpr auto kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// For people: the columns that matter.
void writeText(std::ostream& out, const View& view, std::span<const LiveRow> rows, const RowMeanings* meanings,
               std::size_t all, StepId step)
{
    const Rows& table = view.rows;
    const bool hasAxis = view.axis.kind != AxisKind::None;
    out << stepText(view, step) << counted(all, table.one, table.many) << ", " << bytesText(view.levelAt(step))
        << (hasAxis ? " occupied\n\n" : " in all\n\n");
    const auto writer = makeTableWriter(out, TableFormat::Text,
                                        {{"name", false},
                                         {"size_bytes"},
                                         {"padding_bytes"},
                                         {"type", false},
                                         {"category", false},
                                         {"steps", false},
                                         {"shape", false},
                                         {"op_name", false}});
    Facts facts;
    for (const LiveRow& live : rows) {
        const RowId row = live.row;
        table.describe(row, facts);
        writer->row({facts.label(), table.size[row],
                     table.fills(RowColumn::Unpadded) ? orNull(table.padding(row)) : Cell(), table.kindOf(row).label,
                     meanings ? meanings->categoryOf(row).label : std::string(),
                     hasAxis ? std::to_string(table.start[row].value) + "-" + std::to_string(table.end[row].value)
                             : std::string(),
                     facts.shapeWithoutLayout, facts.opName});
    }
    writer->finish();
    if (rows.size() < all)
        out << "… and " << all - rows.size() << " more\n";
}

int writeHistory(const Options& options, const View& view, const std::string& what)
{
    if (!view.uses)
        return fail({ErrorKind::NotFound, what + " does not tell what uses its " + view.rows.many + ".", std::nullopt});
    const auto uses = view.uses({});
    if (!uses)
        return fail(uses.error());
    const auto events = (*uses)->ofId(*options.history);
    if (!events)
        return fail({events.error().kind, what + ", " + view.memoryText + ": " + events.error().message, std::nullopt});
    return output(options, [&](std::ostream& out) {
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

/// The rows asked for, in the order asked for; --limit is the caller's.
std::vector<LiveRow> wantedRows(const View& view, const Options& options, const Moment& moment, StepId step)
{
    std::vector<LiveRow> rows = moment.at == At::All ? view.rows.all() : view.rows.live(step);
    const bool bySize = options.sort.empty() ? options.format == TableFormat::Text : options.sort == "size";
    if (bySize)
        std::ranges::stable_sort(rows, std::ranges::greater(),
                                 [&](const LiveRow& live) { return view.rows.size[live.row]; });
    return rows;
}

} // namespace

int runBuffers(const Options& options)
{
    const auto moment = parseAt(options.at);
    if (!moment) {
        fail({ErrorKind::NotFound, "--at takes peak, all or the number of a step, not " + options.at + ".",
              std::nullopt});
        return kWrongUsage;
    }
    const auto viewed = selectAndView(options);
    if (!viewed)
        return fail(viewed.error());
    const View& view = *viewed->view;
    const std::string what = view.path + ": " + printable(view.programText);
    if (view.rows.columns.empty())
        return fail(
            {ErrorKind::NotFound, what + " has no " + view.rows.many + ": summary shows what it has.", std::nullopt});
    const auto asked = stepOf(*moment, view);
    if (!asked)
        return fail(asked.error());
    const StepId step = *asked;
    printWarnings(view.problems);
    printWarnings(view.remarks);
    if (options.history)
        return writeHistory(options, view, what);
    const auto meanings = builtInMeanings(view);
    if (!meanings)
        return fail(meanings.error());
    const std::vector<LiveRow> rows = wantedRows(view, options, *moment, step);
    const auto shown = std::span(rows).first(std::min<std::uint64_t>(rows.size(), options.limit.value_or(rows.size())));
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text && moment->at != At::All) {
            writeText(out, view, shown, meanings->get(), rows.size(), step);
            return;
        }
        const auto writer = makeTableWriter(out, options.format, rowColumns());
        writeRows(view, shown, meanings->get(), *writer);
        if (moment->at == At::All)
            writeUnplaced(view, meanings->get(), options.limit ? *options.limit - shown.size() : kNoLimit, *writer);
        writer->finish();
    });
}

} // namespace tidemark::cli
