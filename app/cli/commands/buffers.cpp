#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "core/base/text.h"
#include "core/xla/programs/breakdown.h"
#include "core/xla/programs/buffer_table.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <ostream>

namespace tidemark::cli {
namespace {

enum class At { Peak, All, Step };

struct Moment {
    At at = At::Peak;
    std::uint64_t step = 0;
};

std::optional<Moment> parseAt(const std::string& text)
{
    if (text == "peak")
        return Moment{At::Peak, 0};
    if (text == "all")
        return Moment{At::All, 0};
    Moment moment{At::Step, 0};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), moment.step);
    if (error == std::errc::result_out_of_range)
        moment.step = std::numeric_limits<std::uint64_t>::max(); // a step, but one that no program has
    else if (error != std::errc())
        return std::nullopt;
    return end == text.data() + text.size() ? std::optional(moment) : std::nullopt;
}

/// For people: the largest first, with the columns that matter.
void writeText(std::ostream& out, const SpaceTimeline& timeline, std::vector<LiveRow> rows, std::uint32_t step)
{
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [&](const LiveRow& live) { return timeline.rows[live.row.value].size; });
    out << "Step " << step << (step == timeline.occupiedPeakStep ? " (peak)" : "") << ": " << rows.size()
        << " buffers, " << bytesText(timeline.occupied[step]) << " occupied\n\n";
    const auto writer = makeTableWriter(out, TableFormat::Text,
                                        {{"name", false},
                                         {"size_bytes"},
                                         {"padding_bytes"},
                                         {"type", false},
                                         {"steps", false},
                                         {"shape", false},
                                         {"op_name", false}});
    for (const LiveRow& live : rows) {
        const BufferRow& row = timeline.rows[live.row.value];
        BufferDetails details = describe(timeline, row);
        writer->row({std::move(details.name), row.size, row.size - row.unpadded, std::string(kindLabel(details.kind)),
                     std::to_string(row.start) + "-" + std::to_string(row.end), std::move(details.shape),
                     std::move(details.opName)});
    }
    writer->finish();
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
    const auto replayed = selectAndReplay(options);
    if (!replayed)
        return fail(replayed.error());
    const SpaceTimeline& timeline = *replayed->timeline;
    if (moment->at == At::Step && moment->step >= timeline.steps)
        return fail({ErrorKind::NotFound,
                     replayed->source().input.path + ": " + printable(replayed->entry().fullName()) + " has no step "
                         + options.at + " in " + spaceText(replayed->source().platform, replayed->space)
                         + ". There are steps 0 to " + std::to_string(timeline.steps - 1) + ".",
                     std::nullopt});
    printWarnings(timeline.warnings);
    const std::uint32_t step
        = moment->at == At::Step ? static_cast<std::uint32_t>(moment->step) : timeline.occupiedPeakStep;
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text && moment->at != At::All) {
            writeText(out, timeline, liveRows(timeline, step), step);
            return;
        }
        const auto writer = makeTableWriter(out, options.format, bufferColumns());
        if (moment->at == At::All)
            writeAllBuffers(timeline, *writer);
        else
            writeBuffers(timeline, liveRows(timeline, step), *writer);
        writer->finish();
    });
}

} // namespace tidemark::cli
