#pragma once

#include "core/xla/meaning/value_meanings.h"
#include "core/xla/replay/space_timeline.h"

#include <memory>
#include <utility>
#include <vector>

namespace tidemark {

/// The meaning of every buffer of a plan: exactly one category and role each, of its whole life. Immutable; holds its
/// plan alive.
class Attribution
{
public:
    /// Error of kind Cancelled. Cost: at most that of decoding and replaying the plan.
    static Result<std::shared_ptr<const Attribution>> of(const std::shared_ptr<const Plan>& plan,
                                                         const Progress& progress = {});

    /// Of all rows of a timeline of this plan. A row that holds several things has the category that all of them have,
    /// else Unknown; memory of results, but for donated arguments, that of the first result in it, whatever else lies
    /// there.
    IdVector<RowId, Meaning> ofRows(const SpaceTimeline& timeline) const;
    /// Of a logical buffer, wherever it lies.
    Meaning ofBuffer(BufferId buffer) const;
    /// What decided, in words: "argument state['opt_state'][0].mu: its path says “mu”". Valid UTF-8, never empty.
    std::string ruleText(const Meaning& meaning) const;
    const ValueMeanings& values() const { return *m_values; }

private:
    using Values = std::pair<ValueId, ValueId>; // [first, second)
    struct Wide {
        Values values; // several
        Meaning meaning;
    };

    Attribution(std::shared_ptr<const Plan> plan, std::unique_ptr<const ValueMeanings> values)
        : m_plan(std::move(plan))
        , m_values(std::move(values))
    { }
    Meaning ofAllocation(const Allocation& allocation) const;
    bool findWide(const Progress& progress);
    Meaning ofValues(Values range) const;
    Meaning ofResults(const Allocation& allocation) const;
    Meaning common(const Allocation& allocation) const;
    Values valuesOf(BufferId buffer) const;
    Values argumentsOf(const Allocation& allocation) const;
    std::string nameOf(ValueId value) const;
    std::string argumentText(ArgumentId argument) const;

    std::shared_ptr<const Plan> m_plan;
    std::unique_ptr<const ValueMeanings> m_values;
    std::vector<Wide> m_wide; // each once, in order: any number of buffers may lie at one tuple
};

} // namespace tidemark
