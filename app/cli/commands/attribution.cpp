#include "app/cli/asked_rules.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/report/workers_report.h"

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

} // namespace

int runAttribution(const Options& options)
{
    const auto moment = parseOneStep(options.at);
    if (!moment)
        return fail(moment.error(), kWrongUsage);
    const auto rules = askedRules(options);
    if (!rules)
        return fail(rules.error());
    const auto documents = open(options);
    if (!documents)
        return fail(documents.error());
    WorkersQuestion question;
    question.choice = options.choice;
    if (moment->at == At::Step)
        question.step = moment->step;
    question.rules = *rules;
    question.withSeed004Line
        = options.format == TableFormat::Text && rules->kind == AttributionRules::Kind::Seed004;
    const auto workers = attributeWorkers(*documents, question, terminalProgress());
    if (!workers)
        return fail(workers.error());
    printWarnings(workers->told());
    if (rules->own)
        warnOfUnusedRules(*rules, viewsOf(*workers));
    const TextLayout layout = textLayout(options);
    return output(options,
                  [&](std::ostream& out) { writeWorkers(out, options.format, *workers, rules->name(), layout); });
}

} // namespace tidemark::cli
