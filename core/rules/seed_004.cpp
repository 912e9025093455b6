#include "core/rules/seed_004.h"

#include "core/rules/seed_004_rules.h"

#include <re2/re2.h>

#include <algorithm>

namespace tidemark {
namespace {

constexpr const char* kGradients = R"((?i)\bgrad(ient)?s?\b|backward|optimizer|adam|momentum|rmsprop|weight_decay)";

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

Result<RowMeanings> seed004Meanings(const View& view, const Progress& progress)
{
    static const RuleSet kParsed = *parseRules(kSeed004Rules, "seed-004");
    const auto matches = matchRules(view, kParsed, progress);
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
        hits += re2::RE2::PartialMatch(text, pattern);
    }
    return hits;
}

Result<Seed004Line> seed004Line(const View& view, const Progress& progress, const std::optional<GradientHits>& known)
{
    const auto meanings = seed004Meanings(view, progress);
    if (!meanings)
        return meanings.error();
    const auto upstream = view.values(CurveRole::Upstream);
    const auto levels = upstream.empty() ? view.level() : upstream;
    const StepId step = StepId::at(static_cast<std::size_t>(std::ranges::max_element(levels) - levels.begin()));
    const std::vector<LiveRow> live = view.rows.live(step);
    Seed004Line line;
    line.peakBytes = levels[step.index()];
    line.argumentsBytes = view.figures(nullptr).bytes("arguments_bytes").value_or(0);
    for (const LiveRow& row : live) {
        const std::int64_t size = view.rows.size[row.row];
        const auto add = [size](std::int64_t& sum, bool isPart) { sum += size * isPart; };
        const std::string& category = meanings->categoryOf(row.row).id;
        add(line.cacheBytes, category == "kv_cache");
        add(line.parametersBytes, category == "model_params");
        const std::string& kind = view.rows.kindOf(row.row).id;
        add(line.temporariesBytes, kind == RowKind::kTemporary);
        add(line.outputsBytes, kind == RowKind::kOutput);
    }
    line.gradientHits = known && known->step == step ? known->hits : gradientHits(view, live);
    return line;
}

} // namespace tidemark
