#pragma once

#include "app/cli/options.h"
#include "core/view/attribution_rules.h"

namespace tidemark::cli {

/// The rules of --rules; the built-in ones where there is no such option. Refuses an output that is the file of rules.
Result<AttributionRules> askedRules(const Options& options);

/// The meanings of the rows by these rules; null where the kind of document knows none by the built-in ones.
Result<std::shared_ptr<const RowMeanings>> meaningsFor(const View& view, const AttributionRules& rules);

/// Prints a warning for each of the user's rules that matches no row of any of these views.
void warnOfUnusedRules(const AttributionRules& rules, const std::vector<std::shared_ptr<const View>>& views);

} // namespace tidemark::cli
