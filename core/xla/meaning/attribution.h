#pragma once

#include "core/xla/meaning/value_meanings.h"
#include "core/xla/replay/space_timeline.h"

#include <memory>
#include <utility>

namespace tidemark::xla {

/// The meaning of every buffer of a plan. Each buffer has exactly one category and role for its whole life. Immutable.
/// Keeps its plan alive.
class Attribution
{
public:
    /// Errors: Cancelled. Cost: at most that of decoding and replaying the plan.
    static Result<std::shared_ptr<const Attribution>> of(const std::shared_ptr<const Plan>& plan,
                                                         const Progress& progress = {});

    /// Returns the meanings of all rows of a timeline of this plan. A row that holds several values has the category
    /// that they share, otherwise Unknown; of one tuple the first 64 count. A row with results of the program that is
    /// not a donated argument has the meaning of the first result in it.
    IdVector<RowId, Meaning> ofRows(const SpaceTimeline& timeline) const;
    /// Returns the meaning of a logical buffer. Its allocation does not matter.
    Meaning ofBuffer(BufferId buffer) const;
    /// Returns in words which rule decided: "argument state['opt_state'][0].mu: its path says “mu”". Valid UTF-8, never
    /// empty.
    std::string ruleText(const Meaning& meaning) const;
    /// Returns the op name of the values that a loop stacks in memory with this meaning. Valid UTF-8. Empty for other
    /// memory.
    std::string stackedOpName(const Meaning& meaning) const;
    const ValueMeanings& values() const { return *m_values; }

private:
    using Values = std::pair<ValueId, ValueId>; // [first, second)

    Attribution(std::shared_ptr<const Plan> plan, std::unique_ptr<const ValueMeanings> values)
        : m_plan(std::move(plan))
        , m_values(std::move(values))
    { }
    Meaning ofAllocation(const Allocation& allocation) const;
    Meaning ofValues(Values range) const;
    Meaning ofResults(const Allocation& allocation) const;
    Meaning common(const Allocation& allocation) const;
    Values valuesOf(BufferId buffer) const;
    Values argumentsOf(const Allocation& allocation) const;
    std::string nameOf(ValueId value) const;
    std::string argumentText(ArgumentId argument) const;

    std::shared_ptr<const Plan> m_plan;
    std::unique_ptr<const ValueMeanings> m_values;
};

} // namespace tidemark::xla
