#pragma once

#include "core/advice/rule.h"
#include "core/oom/report_rows.h"

namespace tidemark::oom {

/// What the rules of advice read of a message. What it refers to must outlive it.
class ReportEvidence
{
public:
    ReportEvidence(const Report& report, const ReportRows& entries, const Rows& rows, const Room& room);

    const Report& report() const { return m_report; }
    const Room& room() const { return m_room; }
    /// Of one moment, the peak: what is needed, as far as the message says, or what it lists.
    const LiveSum& sum() const { return m_sum; }

    std::vector<RowId> rows() const;
    std::int64_t size(RowId row) const { return m_rows.size[row]; }
    const Allocation& allocation(RowId row) const { return m_entries.allocationOf(row); }
    /// Whether it is of such a kind (RowKind::id).
    bool isOf(RowId row, std::string_view kind) const { return m_rows.kindOf(row).id == kind; }
    /// A buffer of the program that is no argument or result, as far as the message says.
    bool mayBeTemporary(RowId row) const;
    /// An argument or a result.
    bool isInterface(RowId row) const;
    bool isNegligible(RowId row) const { return size(row) <= m_sum.peak() / kNegligible; }
    std::string name(RowId row) const;
    std::string names(const std::vector<RowId>& rows) const;

private:
    static constexpr std::int64_t kNegligible = 10000; // parts of the peak

    const Report& m_report;
    const ReportRows& m_entries;
    const Rows& m_rows;
    Room m_room;
    LiveSum m_sum;
};

/// What could make the program of a message need less memory, as far as its text tells: only the largest buffers of one
/// moment are known. The largest saving first, then all together.
std::vector<Finding> advise(const Report& report, const ReportRows& entries, const Rows& rows, const Room& room);

} // namespace tidemark::oom
