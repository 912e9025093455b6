#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/files/atomic_file.h"
#include "core/report/workers_report.h"

namespace tidemark::cli {
namespace {

Result<AttributionRules> rulesOf(const Options& options)
{
    if (options.rules.empty())
        return AttributionRules{};
    if (options.rules == "seed-004")
        return AttributionRules{AttributionRules::Kind::Seed004, std::nullopt};
    auto own = readRules(options.rules);
    if (!own)
        return own.error();
    if (const auto refusal = refuseOverwriting(options.rules, options.output))
        return *refusal;
    return AttributionRules{AttributionRules::Kind::Own, std::move(*own)};
}

} // namespace

int runAttribution(const Options& options)
{
    const auto moment = parseOneStep(options.at);
    if (!moment) {
        fail(moment.error());
        return kWrongUsage;
    }
    const auto rules = rulesOf(options);
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
    question.withSeed004Line = options.format == TableFormat::Text;
    const auto workers = attributeWorkers(*documents, question, terminalProgress());
    if (!workers)
        return fail(workers.error());
    printWarnings(workers->told());
    return output(options, [&](std::ostream& out) { writeWorkers(out, options.format, *workers, rules->name()); });
}

} // namespace tidemark::cli
