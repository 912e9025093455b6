#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "core/xla/reports/allocation_line.h"
#include "core/xla/reports/report_lines.h"
#include "core/xla/reports/usage_places.h"
#include "core/xla/reports/usage_report.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <utility>

namespace tidemark::xla {
namespace {

using namespace usage;
using proto::MemoryUsageReportProto;

class ProtoReader
{
public:
    explicit ProtoReader(std::string_view bytes)
        : m_bytes(bytes)
        , m_damage(bytes)
    { }

    Result<CompilerReport> read()
    {
        for (WireReader reader(m_bytes, m_damage); reader.next();)
            if (reader.field() == MemoryUsageReportProto::kSpacesFieldNumber && reader.isBytes())
                addSpace(reader.bytes());
        if (m_damage)
            return Error{ErrorKind::Malformed,
                         "the memory usage report is damaged at byte "
                             + groupedNumber(static_cast<std::int64_t>(*m_damage.at())) + ". Copy or dump it again.",
                         m_damage.at()};
        if (m_report.allocations.empty())
            return Error{ErrorKind::Malformed, "the memory usage report has no allocation. Dump it again.",
                         std::nullopt};
        m_report.gaps.allocations = true;
        reportSizes(m_spaces, false, m_report);
        endReading(m_report);
        m_report.gaps.kinds = true;
        reportGaps(m_report);
        return std::move(m_report);
    }

private:
    using SpaceProto = MemoryUsageReportProto::Space;
    using AllocationProto = MemoryUsageReportProto::Allocation;

    void addSpace(std::string_view bytes)
    {
        std::int64_t color = 0;
        std::int64_t total = 0;
        const std::size_t first = m_report.allocations.size();
        for (WireReader reader(bytes, m_damage); reader.next();)
            if (reader.field() == SpaceProto::kColorFieldNumber)
                reader.store(color);
            else if (reader.field() == SpaceProto::kTotalBytesFieldNumber)
                reader.store(total);
            else if (reader.field() == SpaceProto::kAllocationsFieldNumber && reader.isBytes())
                addAllocation(reader.bytes());
        Space space;
        space.total = total;
        space.mostRounding = std::exchange(m_rounding, 0);
        space.isCut = std::exchange(m_isCut, false);
        space.count = m_report.allocations.size() - first;
        for (std::size_t i = first; i < m_report.allocations.size(); ++i) {
            m_report.allocations[i].color = color;
            space.listed = space.listed + Amount{m_report.allocations[i].size, 0};
        }
        if (m_report.allocations.size() > first)
            m_spaces[color] = space;
    }

    void addAllocation(std::string_view bytes)
    {
        ReportedAllocation allocation;
        std::string_view name;
        std::size_t names = 0;
        std::string_view table;
        for (WireReader reader(bytes, m_damage); reader.next();)
            if (reader.field() == AllocationProto::kIndexFieldNumber) {
                reader.store(allocation.index);
            } else if (reader.field() == AllocationProto::kSizeFieldNumber) {
                reader.store(allocation.size);
            } else if (reader.field() == AllocationProto::kValuesFieldNumber) {
                name = reader.bytes();
                ++names;
            } else if (reader.field() == AllocationProto::kTableFieldNumber) {
                table = reader.bytes();
            }
        readTable(table, allocation);
        if (names == 1 && allocation.values.size() == 1)
            nameValue(name, allocation.values.front());
        m_report.allocations.push_back(std::move(allocation));
    }

    void readTable(std::string_view table, ReportedAllocation& allocation)
    {
        Warnings warnings; // with line and byte positions in the table
        for (ReportLines lines(table, warnings); lines.next();) {
            const std::string_view line = lines.trimmedLine();
            const auto place = readPlace(line);
            if (place) {
                allocation.values.push_back(place->value);
                m_rounding = std::max(m_rounding, place->size.rounding);
            } else if (isRest(line)) {
                m_isCut = true;
            } else if (!line.empty() && !isHeading(line) && !isRule(line)) {
                lines.leaveOut("is none that a table has");
            }
        }
        for (const Warning& warning : warnings.list())
            m_report.warnings.add(
                warning.code, "In the table of allocation " + std::to_string(allocation.index) + ": " + warning.text,
                static_cast<std::uint64_t>(table.data() - m_bytes.data()));
    }

    /// "fusion.3 {1}"
    static void nameValue(std::string_view text, ReportedValue& value)
    {
        const std::size_t space = std::min(text.find(' '), text.size());
        const auto path = readPath(text.substr(std::min(space + 1, text.size())));
        if (space == 0 || !path)
            return;
        value.name = text.substr(0, space);
        value.path = *path;
        value.isNamed = true;
    }

    std::string_view m_bytes;
    Damage m_damage;
    CompilerReport m_report;
    std::map<std::int64_t, Space> m_spaces;
    // The following members are about the current memory space.
    std::int64_t m_rounding = 0;
    bool m_isCut = false;
};

} // namespace

Result<CompilerReport> readUsageProto(std::string_view bytes)
{
    return ProtoReader(bytes).read();
}

} // namespace tidemark::xla
