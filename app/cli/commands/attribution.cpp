#include "app/cli/asked_rules.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/files/find_inputs.h"
#include "core/report/workers_report.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace tidemark::cli {
namespace {

/// Returns one view for each different program.
std::vector<std::shared_ptr<const View>> viewsOf(const Workers& workers)
{
    std::set<const AttributedLevel*> seen;
    std::vector<std::shared_ptr<const View>> views;
    for (const Worker& worker : workers.list)
        if (worker.level && seen.insert(worker.level.get()).second)
            if (auto view = worker.document->view({worker.program, worker.memory}, terminalProgress()))
                views.push_back(std::move(*view));
    return views;
}

/// The documents of the paths. Program files without a host are one source if a folder holds them, and one entry then.
/// A user who names such files one by one means each of them, so each is opened as a document of its own.
Result<Documents> openWorkers(const Options& options)
{
    const std::vector<FileEnding> endings = endingsOf(options.kinds);
    const auto isProgramFile = [&](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(path, ignored) && !isOfHost(endings, path);
    };
    if (options.paths.size() < 2 || !std::ranges::all_of(options.paths, isProgramFile))
        return open(options);
    Documents documents;
    for (const std::string& path : options.paths) {
        Options ofOne = options;
        ofOne.paths = {path};
        const auto opened = open(ofOne);
        if (!opened)
            return opened.error();
        documents.insert(documents.end(), opened->begin(), opened->end());
    }
    return documents;
}

} // namespace

int runAttribution(const Options& options)
{
    const auto moment = parseOneStep(options.at);
    if (!moment)
        return fail(moment.error(), kWrongUsage);
    const auto rules = askedRules(options);
    if (!rules)
        return fail(rules.error());
    const auto documents = openWorkers(options);
    if (!documents)
        return fail(documents.error());
    WorkersQuestion question;
    question.choice = options.choice;
    if (moment->at == At::Step)
        question.step = moment->step;
    question.rules = *rules;
    question.withViewChecks = options.format == TableFormat::Text; // JSON has only the checks of seed 004's script
    question.withSeed004Line = options.format == TableFormat::Text && rules->kind == AttributionRules::Kind::Seed004;
    const auto workers = attributeWorkers(*documents, question, terminalProgress());
    if (!workers)
        return fail(workers.error());
    printWarnings(workers->allWarnings());
    if (rules->own)
        warnOfUnusedRules(*rules, viewsOf(*workers));
    const TextLayout layout = textLayout(options);
    return output(options,
                  [&](std::ostream& out) { writeWorkers(out, options.format, *workers, rules->name(), layout); });
}

} // namespace tidemark::cli
