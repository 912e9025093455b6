#include "app/cli/asked_rules.h"

#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/rules/apply_rules.h"

namespace tidemark::cli {

Result<AttributionRules> askedRules(const Options& options)
{
    if (options.rules.empty())
        return AttributionRules{};
    if (options.rules == "seed-004")
        return AttributionRules{AttributionRules::Kind::Seed004, std::nullopt};
    auto own = readRules(options.rules);
    if (!own)
        return own.error();
    return AttributionRules{AttributionRules::Kind::Own, std::move(*own)};
}

Result<Viewed> viewedByRules(const Options& options, Result<Viewed> viewed)
{
    if (!viewed || options.rules.empty())
        return viewed;
    const auto rules = askedRules(options);
    if (!rules)
        return rules.error();
    auto view = viewBy(*rules, viewed->view, terminalProgress());
    if (!view)
        return view.error();
    viewed->view = std::move(*view);
    warnOfUnusedRules(*rules, {viewed->view});
    return viewed;
}

void warnOfUnusedRules(const AttributionRules& rules, const std::vector<std::shared_ptr<const View>>& views)
{
    if (!rules.own)
        return;
    std::vector<bool> isUsed(rules.own->rules().size());
    for (const auto& view : views)
        if (const auto matches = matchRules(*view, *rules.own, terminalProgress()))
            for (const RuleId rule : matches->rule)
                if (rule)
                    isUsed[rule.index()] = true;
    Warnings unused;
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
        const Rule& rule = rules.own->rules()[i];
        if (!isUsed[i])
            unused.addNamed("unused-rule",
                            rules.own->name() + ": rule " + std::to_string(i + 1) + " (" + rule.category
                                + ") matches no buffer: its pattern " + printable(rule.pattern) + " is not found in "
                                + std::string(ruleFieldName(rule.field)) + ", or an earlier rule matches first.");
    }
    printWarnings(unused);
}

} // namespace tidemark::cli
