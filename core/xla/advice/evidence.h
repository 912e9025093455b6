#pragma once

#include "core/advice/rule.h"
#include "core/advice/words.h"
#include "core/view/row_uses.h"
#include "core/xla/meaning/attribution.h"
#include "core/xla/replay/space_timeline.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace tidemark {

/// The sum of the sizes of all rows. `timeline` must outlive it.
LiveSum liveSumOf(const SpaceTimeline& timeline);

/// What the rules of advice read of one memory space of one program. What it refers to must outlive it.
class Evidence
{
public:
    Evidence(const SpaceTimeline& timeline, const Attribution& attribution, const RowUses& uses, const Room& room,
             std::function<std::string(RowId)> labelOf);

    const SpaceTimeline& timeline() const { return m_timeline; }
    const Plan& plan() const { return *m_timeline.plan; }
    const HloGraph& graph() const { return m_attribution.values().graph(); }
    const Attribution& attribution() const { return m_attribution; }
    const RowUses& uses() const { return m_uses; }
    const Room& room() const { return m_room; }
    const LiveSum& sum() const { return m_sum; }

    IdVector<RowId, BufferRow>::Ids rows() const { return m_timeline.rows.ids(); }
    const BufferRow& row(RowId row) const { return m_timeline.rows[row]; }
    std::int64_t size(RowId row) const { return m_timeline.rows[row].size; }
    const Allocation& allocation(RowId row) const
    {
        return plan().assignment().allocations[m_timeline.rows[row].allocation];
    }
    const Meaning& meaning(RowId row) const { return m_meanings[row]; }
    bool isOf(RowId row, std::initializer_list<Category> categories) const;
    /// The memory of an argument or a result, which is there all the time.
    bool isArgument(RowId row) const { return allocation(row).isParameter; }
    bool isOutputOnly(RowId row) const { return allocation(row).isLiveOut && !allocation(row).isParameter; }
    bool isTemporary(RowId row) const { return m_timeline.isChunk(row); }
    /// The argument whose memory it is; none for other rows, and for several in one.
    ArgumentId argument(RowId row) const;
    InstructionId definer(RowId row) const;
    /// What is passed in it; none for other rows, for several in one, and where the file does not tell.
    ValueId argumentValue(RowId row) const;
    /// What is written there first; none where that is not known.
    ValueId firstValue(RowId row) const;
    /// Empty where the file does not tell.
    ShapeView shape(RowId row) const;
    /// Whether a value that it defines is of the backward part; none defines nothing.
    bool isBackward(InstructionId instruction) const;

    /// First and last step at which somebody reads the row or takes it over in place; none: never, or not on the axis.
    struct Reads {
        StepId first;
        StepId last;
        bool isRead = false; // on the axis or not
    };
    Reads reads(RowId row) const;

    /// As words of a finding: a temporary with the operation that it comes from.
    std::string name(RowId row) const;
    /// Where in the model it comes from, as the framework calls it; empty where it does not.
    std::string operation(RowId row) const;
    /// "a", "a and b", "a, b and 7 more"
    std::string names(const std::vector<RowId>& rows) const;
    /// Too small for a rule that is about each row by itself.
    bool isNegligible(RowId row) const { return size(row) <= m_sum.peak() / kNegligible; }
    /// Takes those away that the peak of the sum is not made of.
    void keepAtPeak(std::vector<RowId>& rows) const;

    static constexpr std::int64_t kNegligible = 10000; // parts of the peak

private:
    const SpaceTimeline& m_timeline;
    const Attribution& m_attribution;
    const RowUses& m_uses;
    Room m_room;
    std::function<std::string(RowId)> m_labelOf;
    IdVector<RowId, Meaning> m_meanings;
    LiveSum m_sum;
};

/// " (model parameters %2, optimizer state %3)", " of inputs": what rows are of, with their sizes behind `amounts`.
std::string tellCategories(const Evidence& evidence, const std::vector<RowId>& rows,
                           std::vector<std::int64_t>& amounts);

} // namespace tidemark
