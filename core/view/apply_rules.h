#pragma once

#include "core/base/progress.h"
#include "core/view/row_meanings.h"
#include "core/view/rules.h"
#include "core/view/view.h"

namespace tidemark {

/// Which rule decides for each row of a view.
struct RuleMatches {
    RuleSet rules;
    std::vector<RuleId> rule; // by row; none where no rule fits
};

/// What kind of a rule these rows do not have; empty: none.
std::string kindFault(const Rows& rows, const Rule& rule);

/// Errors: kindFault() of a rule, with its place; Cancelled. Cost: describes the rows of those
/// kinds that rules are about once, on all processors, and looks for the patterns in what they say.
Result<RuleMatches> matchRules(const View& view, const RuleSet& rules, const Progress& progress = {});

/// The meanings with the rules before them. New categories stand in the order of the rules before the last one. A row
/// whose category stays keeps its role; else it has none. What has no row stays as it is. Holds what it needs of the
/// view alive. `builtIn` and `matches` are of this view.
RowMeanings applyRules(const View& view, const RowMeanings& builtIn, const RuleMatches& matches);

/// What a rule decides at a step.
struct RuleUse {
    std::uint32_t rows = 0;
    std::int64_t bytes = 0; // Σ (size − overlap)
};
/// By rule. `live` are rows of the view of the matches.
std::vector<RuleUse> usesOfRules(const View& view, const RuleMatches& matches, std::span<const LiveRow> live);

} // namespace tidemark
