#include "app/cli/asked_rules.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "app/cli/saved_summary.h"
#include "core/base/text.h"
#include "core/open/figures_with_limit.h"
#include "core/report/comparison_report.h"

#include <algorithm>
#include <iostream>

namespace tidemark::cli {
namespace {

/// Only programs of XLA have meaningful names. Messages, runs and logs are numbered or named after files.
bool isNamed(const Chosen& chosen)
{
    return chosen.document->catalogue().kind == "xla";
}

Result<ComparedStep> sideOf(const Options& options, const Viewed& viewed, const Moment& moment)
{
    const auto step = stepOf(moment, *viewed.view);
    if (!step)
        return step.error();
    const Figures figures = figuresWithLimit(viewed, options.device, options.kinds, terminalProgress());
    return comparedStep(viewed.view, *step, figures, {}, terminalProgress());
}

/// A module that is searched for in the other side.
struct Namesake {
    std::string name;
    std::string fullName;
    std::string host; // empty if unknown
};

std::string hostOf(const Chosen& chosen)
{
    return chosen.document->catalogue().hostOf(chosen.selection.program);
}

bool isOnHost(const Document& document, const std::string& name, const std::string& host)
{
    return std::ranges::any_of(allPrograms(document), [&](ProgramId program) {
        return document.catalogue().programs[program.index()].name == name
            && document.catalogue().hostOf(program) == host;
    });
}

/// Finds the module of B if the user names none: the module with the id of A's, else the largest with the name of A's.
/// If B has the worker of A, only modules of this worker count.
Result<Viewed> namesakeIn(const Options& options, const Namesake& a)
{
    const auto documents = open(options);
    if (!documents)
        return documents.error();
    Choice choice = options.choice;
    bool isNamed = false;
    for (const auto& document : *documents)
        for (const ProgramEntry& program : document->catalogue().programs) {
            isNamed = isNamed || document->catalogue().kind == "xla";
            if (program.fullName() == a.fullName)
                choice.program = a.fullName;
        }
    if (choice.host.empty()
        && std::ranges::any_of(*documents, [&](const auto& document) { return isOnHost(*document, a.name, a.host); }))
        choice.host = a.host;
    if (isNamed && choice.program.empty())
        choice.exactName = a.name;
    auto viewed = viewIn(*documents, choice, Wanted::WithAxis, printWarnings, terminalProgress());
    if (!viewed && viewed.error().kind == ErrorKind::NotFound && !choice.exactName.empty())
        return Error{ErrorKind::NotFound,
                     viewed.error().message + "\n  Name the module of B with --module-b if " + printable(a.fullName)
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

/// `a` is absent if A's modules have no meaningful names.
Result<Viewed> viewB(const Options& options, const std::optional<Namesake>& a)
{
    Options ofB = options;
    ofB.paths = {options.comparison.b};
    if (mayDiffer(options))
        ofB.choice.program = options.comparison.program;
    auto viewed = ofB.choice.program.empty() && a ? namesakeIn(ofB, *a) : selectAndView(ofB, Wanted::WithAxis);
    if (viewed && a && isNamed(*viewed) && !mayDiffer(options) && viewed->program().name != a->name)
        return differentNames(a->name, viewed->program().name);
    return viewed;
}

/// If B has not the worker of A, compares that of B if A has it. Otherwise a warning names both workers.
Result<void> takeWorkerOfB(const Options& options, Viewed& a, const Viewed& b)
{
    const std::string host = hostOf(b);
    if (!options.choice.host.empty() || host.empty() || hostOf(a).empty() || hostOf(a) == host)
        return {};
    if (!isOnHost(*a.document, a.program().name, host)) {
        Warnings warnings;
        if (a.document->catalogue().sources.size() > 1 || b.document->catalogue().sources.size() > 1)
            warnings.addNamed("other-worker", "A is worker " + hostOf(a) + " and B is worker " + host + ".");
        printWarnings(warnings);
        return {};
    }
    Choice choice = options.choice;
    choice.host = host;
    choice.exactName = a.program().name;
    auto viewed
        = viewedByRules(options, viewIn(a.openedTogether, choice, Wanted::WithAxis, printWarnings, terminalProgress()));
    if (!viewed)
        return viewed.error();
    a = std::move(*viewed);
    return {};
}

/// Warns if one side is about another memory than the other.
void warnOfOtherMemory(const View& a, const View& b)
{
    const bool isOther = a.memory != b.memory
        || (a.platform != b.platform && !a.memoryName.empty() && !b.memoryName.empty() && a.memoryName != b.memoryName);
    Warnings warnings;
    if (isOther)
        warnings.addNamed("other-memory",
                          "A is about " + a.memoryText + " and B is about " + b.memoryText
                              + ". The changes are between two memories.");
    printWarnings(warnings);
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
    const auto viewed = viewB(options, Namesake{a.module, a.fullName(), {}});
    if (!viewed)
        return fail(viewed.error());
    const auto b = sideOf(options, *viewed, momentB);
    if (!b)
        return fail(b.error());
    printWarnings(b->view->problems);
    const SavedComparison comparison{a.path, a.module, a.peakBytes(), &*b, figuresAgainst(a, b->figures)};
    const int status
        = output(options, [&](std::ostream& out) { writeSavedComparison(out, options.format, comparison); });
    return status != kOk ? status : statusOf(options.comparison.failAbove, a.peakBytes(), b->peakBytes());
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
    if (const auto savedB = readSavedSummary(asked.b); savedB && *savedB)
        return fail({ErrorKind::Unsupported,
                     asked.b + " is a saved summary. Only the first of the two inputs can be one.", std::nullopt});
    if (*saved)
        return compareWithSaved(options, **saved, *momentB);
    Options ofA = options;
    ofA.paths = {asked.a};
    auto viewedA = selectAndView(ofA, Wanted::WithAxis);
    if (!viewedA)
        return fail(viewedA.error());
    std::optional<Namesake> named;
    if (isNamed(*viewedA))
        named = Namesake{viewedA->program().name, viewedA->program().fullName(), hostOf(*viewedA)};
    auto viewedB = viewB(options, named);
    if (!viewedB)
        return fail(viewedB.error());
    if (const auto done = takeWorkerOfB(options, *viewedA, *viewedB); !done)
        return fail(done.error());
    auto a = sideOf(options, *viewedA, *momentA);
    if (!a)
        return fail(a.error());
    auto b = sideOf(options, *viewedB, *momentB);
    if (!b)
        return fail(b.error());
    printWarnings(a->view->problems);
    if (b->view->path != a->view->path || b->view->programText != a->view->programText)
        printWarnings(b->view->problems);
    warnOfOtherMemory(*a->view, *b->view);
    const auto comparison = compare(std::move(*a), std::move(*b), terminalProgress());
    if (!comparison)
        return fail(comparison.error());
    const TextLayout layout = textLayout(options);
    const int status
        = output(options, [&](std::ostream& out) { writeComparison(out, options.format, *comparison, layout); });
    if (status != kOk)
        return status;
    return statusOf(asked.failAbove, comparison->a.peakBytes(), comparison->b.peakBytes());
}

} // namespace tidemark::cli
