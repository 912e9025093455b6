#pragma once

#include "core/advice/rule.h"
#include "core/advice/words.h"
#include "core/view/row_meanings.h"
#include "core/view/row_uses.h"
#include "core/xla/meaning/attribution.h"
#include "core/xla/replay/space_timeline.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace tidemark::xla {

/// Returns the sum of the sizes of all live rows. `timeline` must outlive it.
LiveSum liveSumOf(const SpaceTimeline& timeline);

/// The facts about one memory space of one program that the rules of advice read. The arguments must outlive it.
/// `meanings` are those of the view, which the user's rules can change; null for a text report, which has none.
class Evidence
{
public:
    Evidence(const SpaceTimeline& timeline, const Attribution& attribution, const RowMeanings* meanings,
             const RowUses& uses, const Room& room, std::function<std::string(RowId)> labelOf);

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
    const RowMeanings* rowMeanings() const { return m_rowMeanings; }
    /// Returns whether the row certainly has one of the categories.
    bool isOf(RowId row, std::initializer_list<Category> categories) const;
    /// Returns whether the row certainly or probably has one of the categories.
    bool mayBeOf(RowId row, std::initializer_list<Category> categories) const;
    /// Returns whether the row is the memory of an argument. Arguments and results occupy memory all the time.
    bool isArgument(RowId row) const { return allocation(row).isParameter; }
    bool isOutputOnly(RowId row) const { return allocation(row).isLiveOut && !allocation(row).isParameter; }
    bool isTemporary(RowId row) const { return m_timeline.isChunk(row); }
    /// Returns the argument whose memory the row is; none for other rows, and for rows with several arguments.
    ArgumentId argument(RowId row) const;
    InstructionId definer(RowId row) const;
    /// Returns the value that is passed in the row; none for other rows, for rows with several values, and where the
    /// file does not have it.
    ValueId argumentValue(RowId row) const;
    /// Returns the first value that is written into the row; none when it is not known.
    ValueId firstValue(RowId row) const;
    /// Empty when the file does not have it.
    ShapeView shape(RowId row) const;
    /// Returns whether the instruction defines a value of the backward part. False for none.
    bool isBackward(InstructionId instruction) const;

    /// The first and last step at which an instruction reads the row or reuses it in place; none when there is no such
    /// step.
    struct Reads {
        StepId first;
        StepId last;
        bool isRead = false; // also true for reads that are not on the axis
    };
    Reads reads(RowId row) const;

    /// Returns the name of the row for a finding. A temporary is followed by its operation.
    std::string name(RowId row) const;
    /// Returns the framework's path of the operation that defines the row; empty when there is none.
    std::string operation(RowId row) const;
    /// "a, b and 7 more"
    std::string names(const std::vector<RowId>& rows) const;
    /// Returns whether the row is too small for a rule that considers rows one by one.
    bool isNegligible(RowId row) const { return size(row) <= m_sum.peak() / kNegligible; }
    /// Removes the rows that are not live at the peak of the sum.
    void keepAtPeak(std::vector<RowId>& rows) const;

    static constexpr std::int64_t kNegligible = 10000; // a fraction of the peak: 1 / 10000

private:
    const SpaceTimeline& m_timeline;
    const Attribution& m_attribution;
    const RowMeanings* m_rowMeanings;
    const RowUses& m_uses;
    Room m_room;
    std::function<std::string(RowId)> m_labelOf;
    IdVector<RowId, Meaning> m_meanings;
    LiveSum m_sum;
};

/// Returns the categories of rows as text: " (model parameters %2, optimizer state %3)", or " of inputs" for one.
/// Appends their sizes to `amounts`.
std::string categoriesText(const Evidence& evidence, const std::vector<RowId>& rows,
                           std::vector<std::int64_t>& amounts);

} // namespace tidemark::xla
