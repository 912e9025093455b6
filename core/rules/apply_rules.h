#pragma once

#include "core/base/progress.h"
#include "core/rules/rules.h"
#include "core/view/row_meanings.h"
#include "core/view/view.h"

namespace tidemark {

/// The rule that decides for each row of a view.
struct RuleMatches {
    RuleSet rules;
    std::vector<RuleId> rule; // for each row: the rule that decides; none if no rule matches
};

/// Returns the first kind in a rule that these rows do not have. Empty if they have all kinds.
std::string kindFault(const Rows& rows, const Rule& rule);

/// Errors: kindFault() of a rule, with its place; Cancelled. Cost: describes the rows of the rules' kinds once, on all
/// processors, and searches them for the patterns.
Result<RuleMatches> matchRules(const View& view, const RuleSet& rules, const Progress& progress = {});

/// Applies the user's rules before the built-in meanings. New categories follow in the order of the rules, before the
/// last category. A row keeps its role if its category stays the same; otherwise it has none. Unplaced rows keep their
/// meanings. Holds the parts of the view that it needs. `builtIn` and `matches` must belong to this view.
RowMeanings applyRules(const View& view, const RowMeanings& builtIn, const RuleMatches& matches);

/// The rows and bytes that a rule decides at a step.
struct RuleUse {
    std::uint32_t rows = 0;
    std::int64_t bytes = 0; // Σ (size − overlap)
};
/// Returns one entry for each rule. `live` are rows of the view of the matches.
std::vector<RuleUse> usesOfRules(const View& view, const RuleMatches& matches, std::span<const LiveRow> live);

} // namespace tidemark
