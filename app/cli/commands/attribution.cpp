#include "app/cli/asked_rules.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/moment.h"
#include "core/report/workers_report.h"

namespace tidemark::cli {
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
    const TextLayout layout = textLayout(options);
    return output(options,
                  [&](std::ostream& out) { writeWorkers(out, options.format, *workers, rules->name(), layout); });
}

} // namespace tidemark::cli
