#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/report/curve_table.h"

#include <ostream>

namespace tidemark::cli {

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
    return output(options, [&](std::ostream& out) {
        const auto writer = makeTableWriter(out, options.format, curveColumns());
        writeCurves(view, *writer);
    });
}

} // namespace tidemark::cli
