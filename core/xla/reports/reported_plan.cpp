#include "core/xla/reports/reported_plan.h"

#include "core/base/notes.h"
#include "core/base/text.h"
#include "core/shapes/element_type.h"
#include "core/shapes/shape.h"
#include "core/shapes/written_shape.h"
#include "core/wire/wire_writer.h"
#include "core/xla/reports/report_lines.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tidemark::xla {
namespace {

using proto::BufferAllocationProto;
using proto::BufferAssignmentProto;
using proto::HeapSimulatorTrace;
using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;
using proto::LogicalBufferProto;
using proto::ShapeProto;

constexpr std::int64_t kEntryId = 1;

std::string keyOf(std::string_view name, std::string_view path)
{
    return std::string(name).append("{").append(path).append("}");
}

std::string number(std::uint32_t field, std::int64_t value)
{
    return value == 0 ? std::string() : numberField(field, static_cast<std::uint64_t>(value));
}

std::string path(std::uint32_t field, std::string_view text)
{
    std::string bytes;
    for (const std::int64_t index : pathNumbers(text))
        bytes += numberField(field, static_cast<std::uint64_t>(index));
    return bytes;
}

/// A value that is defined and freed on the axis.
struct Life {
    std::int64_t id = 0;
    const ReportedValue* value = nullptr;
    std::int64_t allocation = 0; // its position in the report
    const ReportedRange* range = nullptr;
};

/// Returns the serialized heap trace of one memory space.
std::string heapTraceOf(const std::vector<Life>& lives)
{
    using Event = HeapSimulatorTrace::Event;
    std::vector<std::tuple<std::int64_t, bool, std::int64_t, const Life*>> events; // step, whether it ends, id
    events.reserve(2 * lives.size());
    for (const Life& life : lives) {
        events.emplace_back(life.range->begin, false, life.id, &life);
        events.emplace_back(life.range->end, true, life.id, &life);
    }
    std::ranges::sort(events);
    // The values that are live at one place: the same allocation, offset and size.
    struct Place {
        std::int64_t first = 0; // the id of the value that was there first
        std::size_t count = 0;
    };
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, Place> places;
    std::string trace;
    for (const auto& [step, isEnd, id, life] : events) {
        Place& place = places[{life->allocation, life->value->offset, life->value->size}];
        const bool isShared = !isEnd && place.count > 0;
        const int kind = isShared ? Event::SHARE_WITH : Event::ALLOC;
        if (isEnd)
            --place.count;
        else if (place.count++ == 0)
            place.first = id;
        std::string event = number(Event::kKindFieldNumber, isEnd ? Event::FREE : kind)
            + number(Event::kBufferIdFieldNumber, id)
            + bytesField(Event::kInstructionNameFieldNumber, life->value->name);
        if (isShared)
            event += number(Event::kShareWithCanonicalIdFieldNumber, place.first);
        trace += bytesField(HeapSimulatorTrace::kEventsFieldNumber, event);
    }
    return trace + numberField(HeapSimulatorTrace::kWholeModuleSimulationFieldNumber, 1);
}

class PlanWriter
{
public:
    explicit PlanWriter(CompilerReport& report)
        : m_report(report)
    {
        for (const ReportedRange& range : report.ranges)
            m_ranges.emplace(keyOf(range.name, range.path), &range);
    }

    ReportedPlan write(std::string_view moduleName, std::uint64_t moduleId)
    {
        writeValues();
        std::string assignment = std::move(m_buffers) + std::move(m_allocations);
        for (const auto& [color, lives] : m_lives)
            assignment += bytesField(BufferAssignmentProto::kHeapSimulatorTracesFieldNumber, heapTraceOf(lives));
        const std::string module = m_instructions.module(moduleName, moduleId);
        reportMissingFacts();
        auto parts = findHloParts(bytesField(proto::HloProto::kHloModuleFieldNumber, module)
                                  + bytesField(proto::HloProto::kBufferAssignmentFieldNumber, assignment));
        ReportedPlan plan{std::move(*parts), m_instructions.hasTiles() ? Platform::Tpu : Platform::Unknown};
        plan.parts.gaps = m_report.gaps;
        return plan;
    }

private:
    void writeValues()
    {
        std::int64_t next = 0; // the next id for values without one in the report
        for (std::size_t i = 0; i < m_report.allocations.size(); ++i) {
            const ReportedAllocation& allocation = m_report.allocations[i];
            const ReportedValue* const argument = argumentOf(allocation);
            std::string assigned;
            for (const ReportedValue& value : allocation.values) {
                const std::int64_t id = value.id.value_or(next++);
                const std::int64_t instruction
                    = m_instructions.add(value, &value == argument ? allocation.parameter : std::nullopt);
                m_buffers
                    += bytesField(BufferAssignmentProto::kLogicalBuffersFieldNumber, buffer(value, id, instruction));
                assigned += bytesField(BufferAllocationProto::kAssignedFieldNumber,
                                       number(BufferAllocationProto::Assigned::kLogicalBufferIdFieldNumber, id)
                                           + number(BufferAllocationProto::Assigned::kOffsetFieldNumber, value.offset)
                                           + number(BufferAllocationProto::Assigned::kSizeFieldNumber, value.size));
                addLife(allocation, i, value, id);
            }
            m_allocations
                += bytesField(BufferAssignmentProto::kBufferAllocationsFieldNumber, head(allocation) + assigned);
        }
    }

    static std::string buffer(const ReportedValue& value, std::int64_t id, std::int64_t instruction)
    {
        return number(LogicalBufferProto::kIdFieldNumber, id) + number(LogicalBufferProto::kSizeFieldNumber, value.size)
            + bytesField(LogicalBufferProto::kDefinedAtFieldNumber,
                         path(LogicalBufferProto::Location::kShapeIndexFieldNumber, value.path)
                             + number(LogicalBufferProto::Location::kInstructionIdFieldNumber, instruction))
            + number(LogicalBufferProto::kColorFieldNumber, value.color);
    }

    static std::string head(const ReportedAllocation& allocation)
    {
        std::string bytes = number(BufferAllocationProto::kIndexFieldNumber, allocation.index)
            + number(BufferAllocationProto::kSizeFieldNumber, allocation.size)
            + number(BufferAllocationProto::kIsThreadLocalFieldNumber, allocation.isThreadLocal ? 1 : 0)
            + number(BufferAllocationProto::kMaybeLiveOutFieldNumber, allocation.isLiveOut ? 1 : 0)
            + number(BufferAllocationProto::kColorFieldNumber, allocation.color)
            + number(BufferAllocationProto::kIsConstantFieldNumber, allocation.isConstant ? 1 : 0);
        if (allocation.parameter)
            bytes += numberField(BufferAllocationProto::kIsEntryComputationParameterFieldNumber, 1)
                + number(BufferAllocationProto::kParameterNumberFieldNumber, *allocation.parameter)
                + path(BufferAllocationProto::kParameterShapeIndexFieldNumber, allocation.parameterPath);
        return bytes;
    }

    const ReportedRange* rangeOf(const ReportedValue& value) const
    {
        const auto found = value.isNamed ? m_ranges.find(keyOf(value.name, value.path)) : m_ranges.end();
        return found == m_ranges.end() ? nullptr : found->second;
    }

    /// Returns the value that the caller passes: the only value at the argument's path, or the one of several that is
    /// live first, because the argument is there before other values reuse its memory. Returns nullptr if this is
    /// ambiguous.
    const ReportedValue* argumentOf(const ReportedAllocation& allocation) const
    {
        if (!allocation.parameter)
            return nullptr;
        std::vector<std::pair<std::int64_t, const ReportedValue*>> candidates;
        for (const ReportedValue& value : allocation.values) {
            const ReportedRange* const range = rangeOf(value);
            if (value.isNamed && value.path == allocation.parameterPath)
                candidates.emplace_back(range ? range->begin : -1, &value);
        }
        std::ranges::sort(candidates, {}, [](const auto& candidate) { return candidate.first; });
        const bool isClear = candidates.size() == 1
            || (candidates.size() > 1 && candidates[0].first >= 0 && candidates[0].first < candidates[1].first);
        return isClear ? candidates.front().second : nullptr;
    }

    void addLife(const ReportedAllocation& allocation, std::size_t position, const ReportedValue& value,
                 std::int64_t id)
    {
        // The pointers of a tuple have a separate allocation and are in no trace. Source:
        // BufferAssigner::AssignBuffersForComputations.
        if (!allocation.isTemporary() || value.shape.starts_with('('))
            return;
        if (const ReportedRange* const range = rangeOf(value))
            m_lives[allocation.color].push_back({id, &value, static_cast<std::int64_t>(position), range});
        else
            ++m_withoutRange;
    }

    void reportMissingFacts()
    {
        Warnings& warnings = m_report.gaps.notices;
        if (m_instructions.unreadShapes() > 0)
            warnings.add("unread-shape",
                         counted(m_instructions.unreadShapes(), "shape") + " cannot be read, the first is \""
                             + printable(m_instructions.firstUnread())
                             + "\". Such shapes are not shown, and buffers with them count as unpadded.");
        if (m_report.ranges.empty())
            warnings.add(
                note::kNoLiveRanges,
                "The report has no live ranges, so there is no curve over the steps, and temporary allocations "
                "count whole. Values that use one place at different times share its bytes. The -live-range.txt of "
                "the same module has them. Put it into the folder of a -buffer-assignment.txt.");
        else if (m_withoutRange > 0)
            warnings.add("no-live-range",
                         groupedNumber(static_cast<std::int64_t>(m_withoutRange))
                             + " values in temporary allocations have no live range: they are in no curve.");
        if (m_withoutRange > 0 && !m_report.ranges.empty() && m_report.gaps.peak.empty())
            m_report.gaps.peak = "values in temporary allocations have no live range";
        warnings.add(
            note::kNoHlo,
            "This is a text report without the HLO. Op names, source lines, uses and categories of buffers are "
            "unknown. XProf does not open such reports, so its peak and level are unknown too. "
                + std::string(
                    m_report.ranges.empty()
                        ? ""
                        : "The order of births and deaths within a step is unknown too, so the level may be off at single steps. ")
                + "The .hlo.pb of the dump (--xla_dump_hlo_as_proto) has all of them.");
    }

    CompilerReport& m_report;
    std::unordered_map<std::string, const ReportedRange*> m_ranges;
    InstructionWriter m_instructions;
    std::map<std::int64_t, std::vector<Life>> m_lives; // by memory space
    std::string m_buffers;
    std::string m_allocations;
    std::size_t m_withoutRange = 0;
};

} // namespace

std::int64_t InstructionWriter::add(const ReportedValue& value, std::optional<std::int64_t> parameter)
{
    std::size_t position = m_definitions.size();
    if (value.isNamed)
        position = m_byName.try_emplace(value.name, position).first->second;
    if (position == m_definitions.size())
        m_definitions.push_back({value.name, {}, std::nullopt});
    Definition& definition = m_definitions[position];
    if (parameter)
        definition.parameter = parameter;
    if (!value.shape.empty())
        definition.parts.push_back({value.path, value.shape});
    constexpr std::size_t kFillersPerValue = 32;
    m_fillers += kFillersPerValue;
    return static_cast<std::int64_t>(position) + 1;
}

std::string InstructionWriter::read(std::string_view shape)
{
    if (auto bytes = readShapeText(shape)) {
        m_hasTiles = m_hasTiles || tidemark::hasTiles(*bytes);
        return std::move(*bytes);
    }
    if (m_unread++ == 0)
        m_firstUnread = shape;
    return {};
}

/// Returns the tuple whose elements at this depth of their paths these are. Elements that are not reported have no
/// shape. Returns nothing if too many are missing; compilers write no such tuples.
std::optional<std::string> InstructionWriter::tupleOf(std::span<const Element> elements, std::size_t depth)
{
    std::string tuple = numberField(ShapeProto::kElementTypeFieldNumber, kTuple);
    std::int64_t next = 0; // index of the next element
    while (!elements.empty()) {
        const std::int64_t index = elements.front().path[depth];
        const auto end
            = std::ranges::find_if(elements, [&](const Element& element) { return element.path[depth] != index; });
        const auto missing = static_cast<std::size_t>(index - next);
        if (missing > m_fillers)
            return std::nullopt;
        m_fillers -= missing;
        for (; next < index; ++next)
            tuple += bytesField(ShapeProto::kTupleShapesFieldNumber, {});
        const auto count = static_cast<std::size_t>(end - elements.begin());
        if (elements.front().path.size() == depth + 1) { // others are duplicates, or parts of it
            tuple += bytesField(ShapeProto::kTupleShapesFieldNumber, read(elements.front().shape));
        } else if (const auto inner = tupleOf(elements.first(count), depth + 1)) {
            tuple += bytesField(ShapeProto::kTupleShapesFieldNumber, *inner);
        } else {
            return std::nullopt;
        }
        ++next;
        elements = elements.subspan(count);
    }
    return tuple;
}

std::string InstructionWriter::shapeOf(const Definition& definition)
{
    const auto whole = std::ranges::find_if(definition.parts, [](const Part& part) { return part.path.empty(); });
    if (whole != definition.parts.end())
        return read(whole->shape);
    std::vector<Element> elements;
    for (const Part& part : definition.parts)
        elements.push_back({pathNumbers(part.path), part.shape});
    std::ranges::stable_sort(elements, {}, &Element::path);
    return elements.empty() ? std::string() : tupleOf(elements, 0).value_or(std::string());
}

std::string InstructionWriter::module(std::string_view name, std::uint64_t id)
{
    std::string entry = bytesField(HloComputationProto::kNameFieldNumber, "entry")
        + numberField(HloComputationProto::kIdFieldNumber, kEntryId);
    for (std::size_t i = 0; i < m_definitions.size(); ++i) {
        const Definition& definition = m_definitions[i];
        std::string instruction = bytesField(HloInstructionProto::kNameFieldNumber, definition.name);
        if (definition.parameter)
            instruction += bytesField(HloInstructionProto::kOpcodeFieldNumber, "parameter")
                + numberField(HloInstructionProto::kParameterNumberFieldNumber,
                              static_cast<std::uint64_t>(*definition.parameter));
        if (const std::string shape = shapeOf(definition); !shape.empty())
            instruction += bytesField(HloInstructionProto::kShapeFieldNumber, shape);
        instruction += numberField(HloInstructionProto::kIdFieldNumber, i + 1);
        entry += bytesField(HloComputationProto::kInstructionsFieldNumber, instruction);
    }
    return bytesField(HloModuleProto::kNameFieldNumber, name)
        + bytesField(HloModuleProto::kEntryComputationNameFieldNumber, "entry")
        + bytesField(HloModuleProto::kComputationsFieldNumber, entry) + numberField(HloModuleProto::kIdFieldNumber, id)
        + numberField(HloModuleProto::kEntryComputationIdFieldNumber, kEntryId);
}

ReportedPlan writePlan(CompilerReport& report, std::string_view moduleName, std::uint64_t moduleId)
{
    return PlanWriter(report).write(moduleName, moduleId);
}

} // namespace tidemark::xla
