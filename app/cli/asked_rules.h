#pragma once

#include "app/cli/options.h"
#include "core/rules/attribution_rules.h"
#include "core/view/choice.h"

namespace tidemark::cli {

/// The rules that --rules names; the built-in rules without that option. Error if the output is the rules file itself.
Result<AttributionRules> askedRules(const Options& options);

/// The same with the meanings, the explanation and the findings by the rules that --rules names. Prints a warning for
/// each rule that matches no row. Errors: `viewed` is one; askedRules() or viewBy() fails.
Result<Viewed> viewedByRules(const Options& options, Result<Viewed> viewed);

/// Prints a warning for each of the user's rules that matches no row of any of these views.
void warnOfUnusedRules(const AttributionRules& rules, const std::vector<std::shared_ptr<const View>>& views);

} // namespace tidemark::cli
