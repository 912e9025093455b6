#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/explain/sentence.h"
#include "core/report/curve_table.h"

#include <algorithm>
#include <ostream>

namespace tidemark::cli {
namespace {

/// "The peak is 5.06 GiB at step 131 of 400 (fusion.12). 48 steps (12.0 %) are at 90 % of it or more."
std::string timelineHeadline(const View& view)
{
    const Figures figures = view.figures(nullptr);
    const Axis& axis = view.axis;
    std::string text
        = std::string("The peak is ") + (figures.peakDoubt.empty() ? "" : "at least ") + bytesText(figures.peakBytes);
    if (axis.count == 1)
        return text + "." + framed(" ", axis.remark);
    const std::string label = axis.label(view.peakStep);
    text += " at " + axis.cell + " " + groupedNumber(view.peakStep.value) + " of " + groupedNumber(axis.count)
        + framed(" (", printable(label), ")") + ".";
    const auto levels = view.highest();
    const std::int64_t peak = levels[view.peakStep.index()];
    const auto high = static_cast<std::uint64_t>(
        std::ranges::count_if(levels, [peak](std::int64_t level) { return level >= peak - peak / 10; }));
    if (peak > 0)
        text += " " + counted(high, axis.cell) + " ("
            + percentText(static_cast<std::int64_t>(high), static_cast<std::int64_t>(axis.count)) + ") "
            + worded(high, "is", "are") + " at 90 % of the peak or more.";
    return text;
}

} // namespace

int runTimeline(const Options& options)
{
    const auto viewed = selectAndView(options, Wanted::WithAxis);
    if (!viewed)
        return fail(viewed.error());
    const View& view = *viewed->view;
    if (view.axis.kind == AxisKind::None)
        return fail(
            {ErrorKind::NotFound,
             view.path + ": it has no steps, so it has no timeline. The commands summary and buffers show what it has.",
             std::nullopt});
    printWarnings(view.problems);
    printWarnings(view.remarks);
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text)
            out << layout.bold(wrapped(timelineHeadline(view), layout.columns)) << '\n' << subjectOf(view) << "\n\n";
        const auto writer = makeTableWriter(out, options.format, curveColumns());
        writeCurves(view, *writer);
    });
}

} // namespace tidemark::cli
