#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/address_map/region_map.h"
#include "core/base/text.h"
#include "core/explain/sentence.h"

#include <algorithm>
#include <ostream>
#include <string>

namespace tidemark::cli {
namespace {

using Regions = std::vector<Rows::Region>;

/// The free bytes in all banks.
std::int64_t bytesOf(const Regions& regions, const FreeRange& range)
{
    return range.size() * regions[range.region].banks;
}

/// "Step 146 (peak): the largest of 2 gaps is 300.1 MiB, and 448.8 MiB of 1.89 GiB are free. A buffer above 300.1 MiB
/// fits into no gap." `ranges`: the largest first.
std::string gapsHeadline(const View& view, const Regions& regions, StepId step, const std::vector<FreeRange>& ranges)
{
    if (regions.empty() && !view.rows.held.empty())
        return stepText(view, step) + "the allocator holds no memory, so there are no gaps.";
    if (regions.empty())
        return "Every " + view.rows.one + " of " + view.memoryText
            + " has an allocation of its own: there are no gaps.";
    std::int64_t all = 0;
    for (const Rows::Region& region : regions)
        all += (region.end - region.begin) * region.banks;
    if (ranges.empty())
        return stepText(view, step) + "there is no gap, all of " + bytesText(all) + " is taken.";
    std::int64_t free = 0;
    for (const FreeRange& range : ranges)
        free += bytesOf(regions, range);
    const std::string largest = bytesText(bytesOf(regions, ranges.front()));
    const std::int64_t banks = regions.front().banks; // all regions belong to one memory
    const std::string which = ranges.size() == 1 ? "the only gap" : "the largest of " + counted(ranges.size(), "gap");
    return stepText(view, step) + which + " is " + largest + ", and " + bytesText(free) + " of " + bytesText(all)
        + " are free. A buffer above " + largest + " fits into no gap."
        + (banks > 1 ? " Offsets are those in each of " + std::to_string(banks) + " banks, sizes are of all banks."
                     : "");
}

/// The cells of a gap. In the text output, a region with an address shows the address, and offsets within the region.
std::vector<Cell> rowOf(const Regions& regions, const FreeRange& range, bool isForPeople)
{
    const Rows::Region& region = regions[range.region];
    const bool isByAddress = isForPeople && region.address;
    return {isByAddress ? Cell(addressText(*region.address)) : orNull(region.allocation),
            range.begin - (isForPeople ? region.origin() : 0), bytesOf(regions, range)};
}

} // namespace

int runGaps(const Options& options)
{
    const auto moment = parseOneStep(options.at);
    if (!moment)
        return fail(moment.error(), kWrongUsage);
    const auto viewed = selectAndView(options);
    if (!viewed)
        return fail(viewed.error());
    const View& view = *viewed->view;
    Regions regions = regionsWithMap(view);
    if (regions.empty() && !view.rows.fills(RowColumn::Offset))
        return fail({ErrorKind::NotFound,
                     view.path + ": " + printable(view.programText) + " does not say where the " + view.rows.many
                         + " of " + view.memoryText + " lie.",
                     std::nullopt});
    const auto step = stepOf(*moment, view);
    if (!step)
        return fail(step.error());
    printWarnings(view.problems);
    if (!view.rows.held.empty())
        regions = view.rows.heldAt(*step);
    std::vector<FreeRange> ranges = freeRanges(view.rows, regions, *step);
    std::ranges::stable_sort(ranges, std::greater(), [&](const FreeRange& range) { return bytesOf(regions, range); });
    const bool isForPeople = options.format == TableFormat::Text;
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) {
        if (isForPeople)
            out << layout.bold(wrapped(gapsHeadline(view, regions, *step, ranges), layout.columns)) << '\n'
                << subjectOf(view) << "\n\n";
        const bool isByAddress = isForPeople
            && std::ranges::any_of(regions, [](const auto& region) { return region.address.has_value(); });
        const auto writer = makeTableWriter(
            out, options.format, {{isByAddress ? "address" : "allocation"}, {"offset_bytes"}, {"size_bytes"}});
        for (const FreeRange& range : ranges)
            writer->row(rowOf(regions, range, isForPeople));
        writer->finish();
    });
}

} // namespace tidemark::cli
