#include "core/xla/advice/advice.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <span>

namespace tidemark::xla {
namespace {

// Kinds of facts that rules read and a file may lack, as bits.
constexpr unsigned kHlo = 1; // operations and the values they read
constexpr unsigned kShapes = 2; // shapes with layouts
constexpr unsigned kKinds = 4; // which allocations are arguments and results
constexpr unsigned kLives = 8; // when temporaries are live
constexpr unsigned kPlaces = 16; // allocations

/// In the order in which untriedRules() reports them.
constexpr std::array kNeedNames = std::to_array<std::pair<unsigned, const char*>>({
    {kHlo, "the HLO"},
    {kKinds, "the kinds of allocations"},
    {kLives, "live ranges of temporaries"},
    {kShapes, "shapes and layouts"},
    {kPlaces, "allocations"},
});

struct RuleNeeds {
    const PlanRule* rule;
    unsigned needs;
};

constexpr std::array kRules = std::to_array<RuleNeeds>({
    {&kDonation, kHlo},
    {&kRematerialization, kHlo},
    {&kScannedLayers, kHlo},
    {&kIdle, kHlo},
    {&kOptimizerToHost, kHlo},
    {&kUnreadArguments, kHlo},
    {&kFloat32Arguments, kShapes | kKinds},
    {&kFloat32Temporaries, kShapes | kLives},
    {&kPadding, kShapes},
    {&kReplication, kHlo},
    {&kAttentionKernel, kHlo},
    {&kShorterSequence, kHlo},
    {&kShardedHeads, kHlo},
    {&kLargeTemporary, kKinds | kLives},
    {&kHalfBatch, kHlo},
    {&kConstants, kHlo},
    {&kScopedMemory, kHlo},
    {&kKernelBlocks, kHlo},
    {&kFragmentation, kPlaces | kLives},
});

/// Returns the facts that the plan lacks for this memory space.
unsigned missingIn(const SpaceTimeline& timeline)
{
    const Plan& plan = *timeline.plan;
    const auto unless = [](bool isKnown, unsigned need) { return isKnown ? 0U : need; };
    return unless(plan.hasModule() && !plan.gaps(), kHlo) | unless(plan.knowsPadding(), kShapes)
        | unless(plan.knowsKinds(), kKinds) | unless(plan.knowsPlaces(), kPlaces)
        | unless(!plan.gaps() || timeline.hasTrace || timeline.totals.untraced == 0, kLives);
}

std::vector<const PlanRule*> triedRules(const SpaceTimeline& timeline)
{
    const unsigned missing = missingIn(timeline);
    std::vector<const PlanRule*> rules;
    for (const auto& [rule, needs] : kRules)
        if ((needs & missing) == 0)
            rules.push_back(rule);
    return rules;
}

} // namespace

std::vector<Finding> advise(const Evidence& evidence)
{
    return adviseBy<Evidence>(triedRules(evidence.timeline()), evidence);
}

bool canAdvise(const SpaceTimeline& timeline)
{
    return !triedRules(timeline).empty();
}

std::string untriedRules(const SpaceTimeline& timeline)
{
    const unsigned missing = missingIn(timeline);
    constexpr std::size_t kNamed = 2;
    std::string facts;
    std::vector<std::string_view> labels;
    for (const auto& [need, name] : kNeedNames) {
        if ((missing & need) == 0)
            continue;
        facts += (facts.empty() ? "" : ", ") + std::string(name);
        for (const auto& [rule, needs] : kRules)
            if ((needs & need) != 0 && std::ranges::find(labels, rule->label) == labels.end())
                labels.emplace_back(rule->label);
    }
    if (labels.empty())
        return {};
    const auto named = std::span(labels).first(std::min(labels.size(), kNamed));
    return "Not tried, because the file lacks " + facts + ": " + joined(named, ", ") + andMore(labels.size(), kNamed)
        + ".";
}

} // namespace tidemark::xla
