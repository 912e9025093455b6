#include "app/cli/asked_rules.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "app/cli/saved_summary.h"
#include "core/base/text.h"
#include "core/link/opened_together.h"
#include "core/report/comparison_report.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <utility>

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
    const Figures figures = withOpenedTogether(viewed, options.device.get());
    return comparedStep(viewed.view, *step, figures, {}, terminalProgress());
}

/// A module that is searched for in the other side.
struct Namesake {
    std::string name;
    std::string fullName;
};

std::string hostOf(const Chosen& chosen)
{
    return chosen.document->catalogue().hostOf(chosen.selection.program);
}

/// The largest of the chosen programs on a host.
struct LargestOfHost {
    Chosen chosen;
    std::int64_t peakBytes = 0;
};

/// The largest of the chosen programs on each host. Empty if the choice is not clear: their names differ, or several
/// programs of a host match the name that the user gave. Errors: Cancelled.
Result<std::map<std::string, LargestOfHost>> largestByHost(const Documents& documents, const Choice& choice)
{
    std::map<std::string, LargestOfHost> largest;
    std::set<std::string> names;
    std::map<std::string, std::set<std::string>> matches; // full names of the programs of each host
    for (const auto& document : documents) {
        const auto memory = findMemory(*document, choice);
        if (document->catalogue().kind != "xla" || !memory)
            continue;
        Warnings unread; // reported by the comparison itself
        const std::int64_t wanted = memory->value_or(0);
        auto programs = findPerFile(*document, choice, wanted, unread, terminalProgress());
        if (!programs && programs.error().kind == ErrorKind::Cancelled)
            return programs.error();
        if (!programs)
            continue;
        std::erase_if(*programs, [&](ProgramId program) { return document->catalogue().hostOf(program).empty(); });
        if (!outlineAll(*document, *programs, terminalProgress()))
            return Progress::cancelledError();
        for (const ProgramId program : *programs) {
            const std::string& host = document->catalogue().hostOf(program);
            const ProgramEntry& entry = document->catalogue().programs[program.index()];
            names.insert(entry.name);
            matches[host].insert(entry.fullName());
            const std::int64_t peak = document->outline(program).peakIn(wanted).value_or(0);
            const auto [found, isNew] = largest.try_emplace(host);
            if (isNew || peak > found->second.peakBytes)
                found->second = {{document, {program, wanted}}, peak};
        }
    }
    const auto areSeveral = [](const auto& ofHost) { return ofHost.second.size() > 1; };
    if (names.size() > 1 || (!choice.program.empty() && std::ranges::any_of(matches, areSeveral)))
        largest.clear();
    return largest;
}

/// The same worker on both sides.
struct WorkerPair {
    ComparedWorkers workers;
    Chosen a;
    Chosen b;
};

/// Chooses the worker to compare if the user names none. Absent if no worker is on both sides. Errors: Cancelled.
Result<std::optional<WorkerPair>> commonWorker(const Options& options, const Documents& documentsA,
                                               const Documents& documentsB)
{
    std::optional<WorkerPair> pair;
    Choice a = options.choice;
    if (!a.host.empty())
        return pair;
    if (a.program.empty()) {
        Warnings unread;
        const auto largest = resolveIn(documentsA, a, unread, terminalProgress());
        if (!largest)
            return pair; // the comparison reports it
        a.exactName = largest->program().name;
    }
    Choice b = a;
    if (!options.comparison.program.empty()) {
        b.program = options.comparison.program;
        b.exactName.clear();
    }
    const auto largestA = largestByHost(documentsA, a);
    const auto largestB = largestByHost(documentsB, b);
    for (const auto* side : {&largestA, &largestB})
        if (!*side)
            return side->error();
    std::pair<std::int64_t, std::int64_t> most;
    for (const auto& [host, ofB] : *largestB) {
        const auto ofA = largestA->find(host);
        if (ofA == largestA->end())
            continue;
        const std::int64_t growth = ofB.peakBytes - ofA->second.peakBytes;
        if (!pair || std::pair(growth, ofB.peakBytes) > most) {
            const ComparedWorkers counts = pair ? pair->workers : ComparedWorkers();
            pair = WorkerPair{counts, ofA->second.chosen, ofB.chosen};
            pair->workers.host = host;
            most = {growth, ofB.peakBytes};
        }
        ++pair->workers.common;
        pair->workers.larger += growth > 0;
        pair->workers.smaller += growth < 0;
    }
    if (pair) {
        pair->workers.onlyA = largestA->size() - pair->workers.common;
        pair->workers.onlyB = largestB->size() - pair->workers.common;
    }
    return pair;
}

/// Chooses the module of B if the user names none: the module with the id of A's, else the largest with the name of
/// A's.
Choice choiceOfNamesake(const Documents& documents, const Options& options, const Namesake& a)
{
    Choice choice = options.choice;
    bool isNamed = false;
    for (const auto& document : documents)
        for (const ProgramEntry& program : document->catalogue().programs) {
            isNamed = isNamed || document->catalogue().kind == "xla";
            if (program.fullName() == a.fullName)
                choice.program = a.fullName;
        }
    if (isNamed && choice.program.empty())
        choice.exactName = a.name;
    return choice;
}

Result<Viewed> namesakeIn(const Documents& documents, const Options& options, const Namesake& a)
{
    const Choice choice = choiceOfNamesake(documents, options, a);
    auto viewed = viewIn(documents, choice, Wanted::WithAxis, printWarnings, terminalProgress());
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

Result<Viewed> viewChosen(const Documents& documents, const Options& options)
{
    return viewedByRules(options,
                         viewIn(documents, options.choice, Wanted::WithAxis, printWarnings, terminalProgress()));
}

Result<Viewed> viewOf(const Chosen& chosen, const Documents& documents, const Options& options)
{
    auto view = chosen.document->view(chosen.selection, terminalProgress());
    if (!view)
        return view.error();
    return viewedByRules(options, Viewed{chosen, std::move(*view), documents});
}

/// `a` is absent if A's modules have no meaningful names.
Result<Viewed> viewB(const Documents& documents, const Options& options, const std::optional<Namesake>& a)
{
    Options ofB = options;
    if (mayDiffer(options))
        ofB.choice.program = options.comparison.program;
    auto viewed = ofB.choice.program.empty() && a ? namesakeIn(documents, ofB, *a) : viewChosen(documents, ofB);
    if (viewed && a && isNamed(*viewed) && !mayDiffer(options) && viewed->program().name != a->name)
        return differentNames(a->name, viewed->program().name);
    return viewed;
}

/// Warns if the sides are of two workers.
void warnOfOtherWorker(const Viewed& a, const Viewed& b)
{
    const bool areSeveral = a.document->catalogue().sources.size() > 1 || b.document->catalogue().sources.size() > 1;
    Warnings warnings;
    if (areSeveral && !hostOf(a).empty() && !hostOf(b).empty() && hostOf(a) != hostOf(b))
        warnings.addNamed("other-worker", "A is worker " + hostOf(a) + " and B is worker " + hostOf(b) + ".");
    printWarnings(warnings);
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

/// Returns kOk if the peak grew by no more than allowed. Otherwise prints by how much it grew. `bounds` are the sides
/// whose peak is only known to be at least the given one: "A", "B", "A and B", or empty.
int statusOf(const std::optional<Growth>& failAbove, std::int64_t before, std::int64_t after, const std::string& bounds)
{
    if (!failAbove)
        return kOk;
    const bool isExceeded = failAbove->isExceeded(before, after);
    const bool isCertain = bounds.empty() || bounds == (isExceeded ? "B" : "A");
    if (!isCertain)
        return fail({ErrorKind::Unsupported,
                     "--fail-above cannot be answered: of " + bounds + " only a lower bound of the peak is known.",
                     std::nullopt});
    if (!isExceeded)
        return kOk;
    std::cerr << "tidemark-cli: the peak grew by " << bytesText(after - before)
              << (before > 0 ? " (" + percentText(after - before, before) + ")" : "")
              << ", more than --fail-above allows.\n";
    return kAnswerIsNo;
}

Result<Documents> openSide(const Options& options, const std::string& path)
{
    Options ofSide = options;
    ofSide.paths = {path};
    return open(ofSide);
}

/// Of several workers, the one whose program of that name has the largest peak. Absent if there are not several, or if
/// the user names one. Errors: Cancelled.
Result<std::optional<Chosen>> largestWorker(const Options& options, const Documents& documents, const Namesake& a)
{
    Choice choice = options.choice;
    if (!choice.host.empty())
        return std::optional<Chosen>();
    if (mayDiffer(options))
        choice.program = options.comparison.program;
    else if (choice.program.empty())
        choice = choiceOfNamesake(documents, options, a);
    const auto largest = largestByHost(documents, choice);
    if (!largest)
        return largest.error();
    if (largest->size() < 2)
        return std::optional<Chosen>();
    const auto most
        = std::ranges::max_element(*largest, {}, [](const auto& worker) { return worker.second.peakBytes; });
    Warnings warnings;
    warnings.addNamed("largest-worker",
                      "B is worker " + most->first + ", which has the largest peak of "
                          + groupedNumber(static_cast<std::int64_t>(largest->size())) + " workers.");
    printWarnings(warnings);
    return std::optional(most->second.chosen);
}

int compareWithSaved(const Options& options, const SavedSummary& a, const Moment& momentB)
{
    const auto documents = openSide(options, options.comparison.b);
    if (!documents)
        return fail(documents.error());
    const Namesake named{a.module, a.fullName()};
    const auto worker = largestWorker(options, *documents, named);
    if (!worker)
        return fail(worker.error());
    const auto viewed = *worker ? viewOf(**worker, *documents, options) : viewB(*documents, options, named);
    if (!viewed)
        return fail(viewed.error());
    const auto b = sideOf(options, *viewed, momentB);
    if (!b)
        return fail(b.error());
    printWarnings(b->view->problems);
    const SavedComparison comparison{a.path, a.module, a.peakBytes(), &*b, figuresAgainst(a, b->figures)};
    const int status
        = output(options, [&](std::ostream& out) { writeSavedComparison(out, options.format, comparison); });
    return status != kOk
        ? status
        : statusOf(options.comparison.failAbove, a.peakBytes(), b->peakBytes(), b->view->isPeakLeast ? "B" : "");
}

} // namespace

int runCompare(const Options& options)
{
    const ComparisonOptions& asked = options.comparison;
    // Peaks are compared even if a recording has a failed allocation.
    const std::string atA = textOr(options.at, "peak");
    const std::string atB = textOr(asked.at, atA);
    const auto momentA = parseOneStep(atA);
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
    const auto documentsA = openSide(options, asked.a);
    if (!documentsA)
        return fail(documentsA.error());
    const auto documentsB = openSide(options, asked.b);
    if (!documentsB)
        return fail(documentsB.error());
    const auto pair = commonWorker(options, *documentsA, *documentsB);
    if (!pair)
        return fail(pair.error());
    const auto viewedA = *pair ? viewOf((*pair)->a, *documentsA, options) : viewChosen(*documentsA, options);
    if (!viewedA)
        return fail(viewedA.error());
    std::optional<Namesake> named;
    if (isNamed(*viewedA))
        named = Namesake{viewedA->program().name, viewedA->program().fullName()};
    const auto viewedB = *pair ? viewOf((*pair)->b, *documentsB, options) : viewB(*documentsB, options, named);
    if (!viewedB)
        return fail(viewedB.error());
    warnOfOtherWorker(*viewedA, *viewedB);
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
    const ComparedWorkers* several = nullptr;
    if (*pair && ((*pair)->workers.common > 1 || (*pair)->workers.onlyA + (*pair)->workers.onlyB > 0))
        several = &(*pair)->workers;
    const int status = output(
        options, [&](std::ostream& out) { writeComparison(out, options.format, *comparison, layout, several); });
    if (status != kOk)
        return status;
    std::string bounds;
    for (const auto& [name, side] : {std::pair("A", &comparison->a), std::pair("B", &comparison->b)})
        if (side->view->isPeakLeast)
            addTo(bounds, " and ", name);
    return statusOf(asked.failAbove, comparison->a.peakBytes(), comparison->b.peakBytes(), bounds);
}

} // namespace tidemark::cli
