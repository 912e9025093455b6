#include "core/view/seed_004.h"

#include <re2/re2.h>

namespace tidemark {
namespace {

constexpr const char* kGradients = R"((?i)\bgrad(ient)?s?\b|backward|optimizer|adam|momentum|rmsprop|weight_decay)";

constexpr std::string_view kRules = R"({"version": 1, "rules": [
    {"category": "kv_cache", "field": "path", "pattern": "^init_carry\\[[23]\\]$"},
    {"category": "model_params", "field": "path", "pattern": "^params\\['"},
    {"category": "other_carry_state", "field": "path", "pattern": "^init_carry\\["},
    {"category": "other_parameter", "field": "kind", "pattern": "^parameter$"}
]})";

RowMeanings noMeanings(const View& view)
{
    RowMeanings none;
    none.categories = {{"", "Not an argument"}};
    none.roles = {""};
    none.category.assign(view.rows.count, 0);
    none.role.assign(view.rows.count, 0);
    none.rule = [](RowId) { return std::string("seed-004 divides arguments alone"); };
    return none;
}

} // namespace

RuleSet seed004Rules()
{
    return *parseRules(kRules, "seed-004");
}

Result<RowMeanings> seed004Meanings(const View& view, const Progress& progress)
{
    const auto matches = matchRules(view, seed004Rules(), progress);
    if (!matches)
        return matches.error();
    return applyRules(view, noMeanings(view), *matches);
}

std::size_t gradientHits(const View& view, std::span<const LiveRow> live)
{
    const re2::RE2 pattern(kGradients, re2::RE2::Quiet);
    Facts facts;
    std::size_t hits = 0;
    for (const LiveRow& row : live) {
        view.rows.describe(row.row, facts);
        const std::string text = facts.name + ": " + facts.shape + " # " + facts.opName + " " + facts.instruction + " "
            + facts.opName + " " + facts.shape;
        hits += re2::RE2::PartialMatch(text, pattern) ? 1U : 0U;
    }
    return hits;
}

} // namespace tidemark
