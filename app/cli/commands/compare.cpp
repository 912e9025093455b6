#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/open/figures_with_limit.h"
#include "core/report/comparison_report.h"

namespace tidemark::cli {
namespace {

/// The program of one path, at a step.
Result<ComparedStep> stepIn(Options options, const std::string& path, const Moment& moment)
{
    options.paths = {path};
    const auto viewed = selectAndView(options, Wanted::WithAxis);
    if (!viewed)
        return viewed.error();
    const auto step = stepOf(moment, *viewed->view);
    if (!step)
        return step.error();
    return comparedStep(viewed->view, *step,
                        figuresWithLimit(*viewed, options.device, options.kinds, terminalProgress()), {},
                        terminalProgress());
}

} // namespace

int runCompare(const Options& options)
{
    const ComparisonOptions& asked = options.comparison;
    const std::string& atB = asked.at.empty() ? options.at : asked.at;
    const auto momentA = parseOneStep(options.at);
    const auto momentB = parseOneStep(atB, "--at-b");
    for (const auto* moment : {&momentA, &momentB})
        if (!*moment) {
            fail(moment->error());
            return kWrongUsage;
        }
    auto a = stepIn(options, asked.a, *momentA);
    if (!a)
        return fail(a.error());
    Options ofB = options;
    if (!asked.program.empty())
        ofB.choice.program = asked.program;
    auto b = stepIn(std::move(ofB), asked.b, *momentB);
    if (!b)
        return fail(b.error());
    printWarnings(a->view->problems);
    const bool isOfSameProgram = b->view->path == a->view->path && b->view->programText == a->view->programText;
    if (!isOfSameProgram)
        printWarnings(b->view->problems);
    const auto comparison = compare(std::move(*a), std::move(*b), terminalProgress());
    if (!comparison)
        return fail(comparison.error());
    const int status = output(options, [&](std::ostream& out) { writeComparison(out, options.format, *comparison); });
    if (status != kOk || !asked.failAbove)
        return status;
    const std::int64_t more = comparison->b.peakBytes() - comparison->a.peakBytes();
    return more > *asked.failAbove ? kUnusable : kOk;
}

} // namespace tidemark::cli
