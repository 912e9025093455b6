#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/open/limits_beside.h"
#include "core/report/finding_table.h"

#include <ostream>

namespace tidemark::cli {

int runAdvise(const Options& options)
{
    const auto viewed = selectAndView(options);
    if (!viewed)
        return fail(viewed.error());
    const View& view = *viewed->view;
    if (!view.findings)
        return fail({ErrorKind::NotFound,
                     view.path
                         + ": nothing is known here that advice could be computed from; summary tells what there is."
                         + (view.untriedAdvice.empty() ? "" : " " + view.untriedAdvice),
                     std::nullopt});
    const Figures figures = figuresWithLimit(view, options.device, options.kinds, terminalProgress());
    const auto findings = view.findings(figures, terminalProgress());
    if (!findings)
        return fail(findings.error());
    printWarnings(view.problems);
    if (options.format != TableFormat::Text && !view.untriedAdvice.empty()) {
        Warnings untried;
        untried.add("rules-not-tried", view.untriedAdvice);
        printWarnings(untried);
    }
    if (findings->empty() && !figures.capacity.bytes && view.axis.kind == AxisKind::Steps) {
        Warnings unknown;
        unknown.add(
            "no-capacity",
            "It is not known how much memory there is: with --device NAME a buffer that takes more than half of it is "
            "found, too.");
        printWarnings(unknown);
    }
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) { writeFindings(view, *findings, out, options.format, layout); });
}

} // namespace tidemark::cli
