#pragma once

#include "core/advice/rule.h"
#include "core/oom/report_rows.h"

namespace tidemark::oom {

/// The facts of a message that the rules of advice use. The arguments of the constructor must outlive it.
class ReportEvidence
{
public:
    ReportEvidence(const Report& report, const ReportRows& entries, const Rows& rows, const Room& room);

    const Report& report() const { return m_report; }
    const Room& room() const { return m_room; }
    /// The sum at the peak: the need that the message states, otherwise the listed allocations.
    const LiveSum& sum() const { return m_sum; }

    std::vector<RowId> rows() const;
    std::int64_t size(RowId row) const { return m_rows.size[row]; }
    const Allocation& allocation(RowId row) const { return m_entries.allocationOf(row); }
    /// Returns whether a row is of a kind (RowKind::id).
    bool isOf(RowId row, std::string_view kind) const { return m_rows.kindOf(row).id == kind; }
    /// Returns whether a row may be a temporary: the message does not call it an argument or a result.
    bool mayBeTemporary(RowId row) const;
    /// Returns whether a row is an argument or a result.
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

/// Returns how the program of a message can need less memory, the largest saving first, then all together. A message
/// lists only the largest buffers of one moment, so only these are considered.
std::vector<Finding> advise(const Report& report, const ReportRows& entries, const Rows& rows, const Room& room);

} // namespace tidemark::oom
