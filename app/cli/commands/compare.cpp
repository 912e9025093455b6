#include "app/cli/asked_rules.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "app/cli/saved_summary.h"
#include "core/base/text.h"
#include "core/open/figures_with_limit.h"
#include "core/report/comparison_report.h"

#include <iostream>

namespace tidemark::cli {
namespace {

/// One side of a comparison.
struct Side {
    Chosen chosen;
    ComparedStep step;

    const ProgramEntry& program() const { return chosen.program(); }
    /// Only programs of XLA have meaningful names. Messages, runs and logs are numbered or named after files.
    bool isNamed() const { return chosen.document->catalogue().kind == "xla"; }
};

Result<Side> sideOf(const Options& options, Viewed viewed, const Moment& moment)
{
    const auto step = stepOf(moment, *viewed.view);
    if (!step)
        return step.error();
    const Figures figures = figuresWithLimit(viewed, options.device, options.kinds, terminalProgress());
    auto compared = comparedStep(viewed.view, *step, figures, {}, terminalProgress());
    if (!compared)
        return compared.error();
    return Side{viewed, std::move(*compared)};
}

/// Finds the module of B if the user names none: the module with the id of A's, else the largest with the name of A's.
Result<Viewed> namesakeIn(const Options& options, const std::string& name, const std::string& fullName)
{
    const auto documents = open(options);
    if (!documents)
        return documents.error();
    Choice choice = options.choice;
    bool isNamed = false;
    for (const auto& document : *documents)
        for (const ProgramEntry& program : document->catalogue().programs) {
            isNamed = isNamed || document->catalogue().kind == "xla";
            if (program.fullName() == fullName)
                choice.program = fullName;
        }
    if (isNamed && choice.program.empty())
        choice.exactName = name;
    auto viewed = viewIn(*documents, choice, Wanted::WithAxis, printWarnings, terminalProgress());
    if (!viewed && viewed.error().kind == ErrorKind::NotFound && !choice.exactName.empty())
        return Error{ErrorKind::NotFound,
                     viewed.error().message + "\n  Name the module of B with --module-b if " + printable(fullName)
                         + " of A has another name there.",
                     std::nullopt};
    return viewedByRules(options, std::move(viewed));
}

/// Returns whether the user allows that the modules have different names.
bool mayDiffer(const Options& options)
{
    return !options.comparison.program.empty();
}

Error differentNames(const std::string& a, const std::string& b)
{
    return {ErrorKind::NotFound,
            "A is " + printable(a) + " and B is " + printable(b)
                + ": modules of different names are compared only if --module-b names that of B.",
            std::nullopt};
}

Result<Side> sideB(const Options& options, const std::string& name, const std::string& fullName, bool isNamed,
                   const Moment& moment)
{
    Options ofB = options;
    ofB.paths = {options.comparison.b};
    if (mayDiffer(options))
        ofB.choice.program = options.comparison.program;
    auto viewed = ofB.choice.program.empty() && isNamed ? namesakeIn(ofB, name, fullName)
                                                         : selectAndView(ofB, Wanted::WithAxis);
    if (!viewed)
        return viewed.error();
    auto side = sideOf(ofB, std::move(*viewed), moment);
    if (side && isNamed && side->isNamed() && !mayDiffer(options) && side->program().name != name)
        return differentNames(name, side->program().name);
    return side;
}

/// Returns kOk if the peak grew by no more than allowed. Otherwise prints by how much it grew.
int statusOf(const std::optional<Growth>& failAbove, std::int64_t before, std::int64_t after)
{
    if (!failAbove || !failAbove->isExceeded(before, after))
        return kOk;
    std::cerr << "tidemark-cli: the peak grew by " << bytesText(after - before)
              << (before > 0 ? " (" + percentText(after - before, before) + ")" : "")
              << ", more than --fail-above allows.\n";
    return kAnswerIsNo;
}

int compareWithSaved(const Options& options, const SavedSummary& a, const Moment& momentB)
{
    const auto b = sideB(options, a.module, a.module, true, momentB);
    if (!b)
        return fail(b.error());
    printWarnings(b->step.view->problems);
    const SavedComparison comparison{a.path, a.module, a.peakBytes(), &b->step, figuresAgainst(a, b->step.figures)};
    const int status = output(options, [&](std::ostream& out) {
        writeSavedComparison(out, options.format, comparison);
    });
    return status != kOk ? status : statusOf(options.comparison.failAbove, a.peakBytes(), b->step.peakBytes());
}

} // namespace

int runCompare(const Options& options)
{
    const ComparisonOptions& asked = options.comparison;
    const std::string& atB = asked.at.empty() ? options.at : asked.at;
    const auto momentA = parseOneStep(options.at);
    const auto momentB = parseOneStep(atB, "--at-b");
    for (const auto* moment : {&momentA, &momentB})
        if (!*moment)
            return fail(moment->error(), kWrongUsage);
    const auto saved = readSavedSummary(asked.a);
    if (!saved)
        return fail(saved.error());
    if (*saved)
        return compareWithSaved(options, **saved, *momentB);
    Options ofA = options;
    ofA.paths = {asked.a};
    auto viewedA = selectAndView(ofA, Wanted::WithAxis);
    if (!viewedA)
        return fail(viewedA.error());
    auto a = sideOf(ofA, std::move(*viewedA), *momentA);
    if (!a)
        return fail(a.error());
    auto b = sideB(options, a->program().name, a->program().fullName(), a->isNamed(), *momentB);
    if (!b)
        return fail(b.error());
    printWarnings(a->step.view->problems);
    const bool isOfSameProgram
        = b->step.view->path == a->step.view->path && b->step.view->programText == a->step.view->programText;
    if (!isOfSameProgram)
        printWarnings(b->step.view->problems);
    const auto comparison = compare(std::move(a->step), std::move(b->step), terminalProgress());
    if (!comparison)
        return fail(comparison.error());
    const TextLayout layout = textLayout(options);
    const int status = output(
        options, [&](std::ostream& out) { writeComparison(out, options.format, *comparison, layout); });
    if (status != kOk)
        return status;
    return statusOf(asked.failAbove, comparison->a.peakBytes(), comparison->b.peakBytes());
}

} // namespace tidemark::cli
