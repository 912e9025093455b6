#include "core/xla/advice/advice.h"

#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include <algorithm>
#include <array>
#include <span>

namespace tidemark::xla {
namespace {

/// A kind of facts that a rule reads and a file may lack.
enum class Need : unsigned {
    Hlo = 1, // operations and the values they read
    Shapes = 2, // shapes with layouts
    Kinds = 4, // which allocations are arguments and results
    Lives = 8, // when temporaries are live
    Places = 16, // allocations
};

struct NeedName {
    Need need;
    const char* name;
};
/// In the order in which untriedRules() reports them.
constexpr std::array kNeedNames = std::to_array<NeedName>({
    {Need::Hlo, "the HLO"},
    {Need::Kinds, "the kinds of allocations"},
    {Need::Lives, "live ranges of temporaries"},
    {Need::Shapes, "shapes and layouts"},
    {Need::Places, "allocations"},
});

constexpr unsigned operator|(Need a, Need b)
{
    return static_cast<unsigned>(a) | static_cast<unsigned>(b);
}
constexpr auto kHlo = static_cast<unsigned>(Need::Hlo);

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
    {&kFloat32Arguments, Need::Shapes | Need::Kinds},
    {&kFloat32Temporaries, Need::Shapes | Need::Lives},
    {&kPadding, static_cast<unsigned>(Need::Shapes)},
    {&kReplication, kHlo},
    {&kAttentionKernel, kHlo},
    {&kShorterSequence, kHlo},
    {&kShardedHeads, kHlo},
    {&kLargeTemporary, Need::Kinds | Need::Lives},
    {&kHalfBatch, kHlo},
    {&kConstants, kHlo},
    {&kScopedMemory, kHlo},
    {&kKernelBlocks, kHlo},
    {&kFragmentation, Need::Places | Need::Lives},
});

/// Returns the facts that the plan lacks for this memory space, as bits of Need.
unsigned missingIn(const SpaceTimeline& timeline)
{
    const Plan& plan = *timeline.plan;
    const auto unless = [](bool isKnown, Need need) { return isKnown ? 0U : static_cast<unsigned>(need); };
    return unless(plan.hasModule() && !plan.gaps(), Need::Hlo) | unless(plan.knowsPadding(), Need::Shapes)
        | unless(plan.knowsKinds(), Need::Kinds) | unless(plan.knowsPlaces(), Need::Places)
        | unless(!plan.gaps() || timeline.hasTrace || timeline.totals.untraced == 0, Need::Lives);
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
        if ((missing & static_cast<unsigned>(need)) == 0)
            continue;
        facts += (facts.empty() ? "" : ", ") + std::string(name);
        for (const auto& [rule, needs] : kRules)
            if ((needs & static_cast<unsigned>(need)) != 0 && std::ranges::find(labels, rule->label) == labels.end())
                labels.emplace_back(rule->label);
    }
    if (labels.empty())
        return {};
    const auto named = std::span(labels).first(std::min(labels.size(), kNamed));
    return "Not tried, because the file lacks " + facts + ": " + joined(named, ", ") + andMore(labels.size(), kNamed)
        + ".";
}

} // namespace tidemark::xla
