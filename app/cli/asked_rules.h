#pragma once

#include "app/cli/options.h"
#include "core/view/attribution_rules.h"

namespace tidemark::cli {

/// The rules that --rules names; the built-in rules without that option. Error if the output is the rules file itself.
Result<AttributionRules> askedRules(const Options& options);

/// The meanings of the rows by these rules; null if the built-in rules know none for this kind of document.
Result<std::shared_ptr<const RowMeanings>> meaningsFor(const View& view, const AttributionRules& rules);

/// Prints a warning for each of the user's rules that matches no row of any of these views.
void warnOfUnusedRules(const AttributionRules& rules, const std::vector<std::shared_ptr<const View>>& views);

} // namespace tidemark::cli
