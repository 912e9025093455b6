#include "core/oom/report_advice.h"

#include "core/advice/words.h"
#include "core/base/text.h"
#include "core/oom/advice_rules.h"
#include "core/view/op_path.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 60; // bytes; more than any memory has

constexpr std::array kRules = std::to_array<const ReportRule*>({
    &kDonation,
    &kRematerialization,
    &kFloat32Arguments,
    &kFloat32Temporaries,
    &kPadding,
    &kLargeTemporary,
    &kSmallerBlocks,
    &kSingleBuffering,
    &kScopedLimit,
    &kFragmentation,
    &kFreeChunks,
    &kUnallocated,
});

/// The stated need, if the listed entries are at most that within the rounding of their digits. Otherwise the sum of
/// the entries.
std::int64_t peakOf(const Report& report, const ReportRows& entries)
{
    Amount listed;
    for (std::size_t i = 0; i < entries.count(); ++i)
        listed = listed + entries.allocationOf(RowId::at(i)).size.value_or(Amount());
    const bool isPart = report.needed && (report.needed->bytes >= entries.sum() || mayBeEqual(*report.needed, listed));
    return isPart ? report.needed->bytes : entries.sum();
}

} // namespace

ReportEvidence::ReportEvidence(const Report& report, const ReportRows& entries, const Rows& rows, const Room& room)
    : m_report(report)
    , m_entries(entries)
    , m_rows(rows)
    , m_room(room)
    , m_sum({peakOf(report, entries)}, {rows.size, rows.start, rows.end})
{ }

std::vector<RowId> ReportEvidence::rows() const
{
    std::vector<RowId> rows;
    for (std::size_t i = 0; i < m_rows.count; ++i)
        rows.push_back(RowId::at(i));
    return rows;
}

bool ReportEvidence::isInterface(RowId row) const
{
    return isOf(row, RowKind::kParameter) || isOf(row, RowKind::kOutput);
}

bool ReportEvidence::mayBeTemporary(RowId row) const
{
    return isOf(row, RowKind::kTemporary) || isOf(row, ReportRows::kUnknown);
}

std::string ReportEvidence::name(RowId row) const
{
    const std::string operation = opPath(validUtf8(allocation(row).opName));
    const std::string name = m_entries.name(row);
    return plainWords(operation.empty() || operation == name ? name : name + " (" + operation + ")");
}

std::string ReportEvidence::names(const std::vector<RowId>& rows) const
{
    return namesOf(rows, [this](RowId row) { return name(row); });
}

std::vector<Finding> advise(const Report& report, const ReportRows& entries, const Rows& rows, const Room& room)
{
    if (peakOf(report, entries) > kMost)
        return {};
    return adviseBy<ReportEvidence>(kRules, ReportEvidence(report, entries, rows, room));
}

} // namespace tidemark::oom
