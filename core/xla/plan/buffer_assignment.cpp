#include "core/xla/plan/buffer_assignment.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <limits>

namespace tidemark {
namespace {

using proto::BufferAllocationProto;
using proto::BufferAssignmentProto;
using proto::HeapSimulatorTrace;
using proto::LogicalBufferProto;

constexpr std::int64_t kSizeLimit = std::int64_t{1} << 50; // a pebibyte: no device has as much
constexpr std::int64_t kTotalLimit = std::int64_t{1} << 62;

class Decoder
{
public:
    Decoder(std::string_view bytes, std::uint64_t fileOffset)
        : m_fileOffset(fileOffset)
    {
        m_plan.bytes = bytes;
    }

    Result<BufferAssignment> decode()
    {
        if (m_plan.bytes.size() > std::numeric_limits<std::uint32_t>::max())
            return Error{ErrorKind::Unsupported, "The buffer assignment is larger than 4 GiB.", m_fileOffset};
        if (const auto damage = findFields())
            return malformed(*damage);
        // Events and allocations name buffers by id, so the buffers come first whatever the order in the file.
        forEach(BufferAssignmentProto::kLogicalBuffersFieldNumber, m_buffers, [&](auto body) { addBuffer(body); });
        forEach(BufferAssignmentProto::kBufferAllocationsFieldNumber, m_allocations,
                [&](auto body) { addAllocation(body); });
        forEach(BufferAssignmentProto::kHeapSimulatorTracesFieldNumber, m_traces, [&](auto body) { addTrace(body); });
        if (m_damage)
            return malformed(*m_damage);
        return std::move(m_plan);
    }

private:
    Error malformed(std::size_t at) const
    {
        return {ErrorKind::Malformed,
                "The buffer assignment is damaged at byte "
                    + groupedNumber(static_cast<std::int64_t>(m_fileOffset + at))
                    + " of the file. Capture or copy the profile again.",
                m_fileOffset + at};
    }

    std::uint32_t offsetOf(const char* data) const { return static_cast<std::uint32_t>(data - m_plan.bytes.data()); }
    TextRef ref(std::string_view text) const
    {
        return text.empty() ? TextRef{} : TextRef{offsetOf(text.data()), static_cast<std::uint32_t>(text.size())};
    }
    void check(const WireReader& reader, std::string_view message)
    {
        if (!reader.ok() && !m_damage)
            m_damage = offsetOf(message.data()) + reader.offset();
    }
    void warn(std::string_view code, std::string_view text, std::string_view where)
    {
        m_plan.warnings.add(code, text, m_fileOffset + offsetOf(where.data()));
    }

    /// Where the fields of one number are: compilers write them side by side.
    struct Fields {
        std::size_t count = 0;
        std::size_t bytes = 0; // of the bodies
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    /// Offset of damage, if any.
    std::optional<std::size_t> findFields()
    {
        WireReader reader(m_plan.bytes);
        while (reader.next()) {
            Fields* const fields = reader.field() == BufferAssignmentProto::kLogicalBuffersFieldNumber ? &m_buffers
                : reader.field() == BufferAssignmentProto::kBufferAllocationsFieldNumber               ? &m_allocations
                : reader.field() == BufferAssignmentProto::kHeapSimulatorTracesFieldNumber             ? &m_traces
                                                                                                       : nullptr;
            if (!fields || !reader.isBytes())
                continue;
            const std::string_view body = reader.bytes();
            if (fields->count++ == 0)
                fields->begin = reader.offset();
            fields->end = offsetOf(body.data()) + body.size();
            fields->bytes += body.size();
        }
        if (!reader.ok())
            return reader.offset();
        m_plan.events.reserve(m_traces.bytes / 16); // with the names in it an event takes more
        m_plan.buffers.reserve(m_buffers.count);
        m_plan.assigned.reserve(m_buffers.count);
        m_plan.allocations.reserve(m_allocations.count);
        m_ids = IdMap(m_buffers.count);
        m_indices = IdMap(m_allocations.count);
        return std::nullopt;
    }

    template <class F>
    void forEach(int field, const Fields& fields, F add)
    {
        for (WireReader reader(m_plan.bytes.substr(fields.begin, fields.end - fields.begin)); reader.next();)
            if (reader.field() == static_cast<std::uint32_t>(field) && reader.isBytes())
                add(reader.bytes());
    }

    std::int64_t validSize(std::int64_t size, std::string_view where)
    {
        if (size >= 0 && size < kSizeLimit)
            return size;
        warn("impossible-size", "A size of " + groupedNumber(size) + " bytes cannot be; it counts as 0.", where);
        return 0;
    }

    void addBuffer(std::string_view body)
    {
        LogicalBuffer buffer;
        WireReader reader(body);
        while (reader.next()) {
            switch (reader.field()) {
            case LogicalBufferProto::kIdFieldNumber:
                buffer.id = reader.int64();
                break;
            case LogicalBufferProto::kSizeFieldNumber:
                buffer.size = validSize(reader.int64(), body);
                break;
            case LogicalBufferProto::kDefinedAtFieldNumber:
                readLocation(reader.bytes(), buffer);
                break;
            case LogicalBufferProto::kColorFieldNumber:
                buffer.color = reader.int64();
                break;
            default:
                break;
            }
        }
        check(reader, body);
        if (m_ids.insert(buffer.id, static_cast<std::uint32_t>(m_plan.buffers.size())))
            m_plan.buffers.push_back(buffer);
        else
            warn("duplicate-buffer",
                 "Two logical buffers have the id " + std::to_string(buffer.id) + "; the first counts.", body);
    }

    void readLocation(std::string_view body, LogicalBuffer& buffer)
    {
        buffer.shapeIndex.begin = static_cast<std::uint32_t>(m_plan.shapeIndices.size());
        WireReader reader(body);
        while (reader.next()) {
            switch (reader.field()) {
            case LogicalBufferProto::Location::kInstructionNameFieldNumber:
                buffer.instructionName = ref(reader.bytes());
                break;
            case LogicalBufferProto::Location::kShapeIndexFieldNumber:
                readShapeIndex(reader);
                break;
            case LogicalBufferProto::Location::kInstructionIdFieldNumber:
                buffer.instructionId = reader.int64();
                break;
            default:
                break;
            }
        }
        check(reader, body);
        m_plan.namesInstructions |= buffer.instructionId == 0 && buffer.instructionName.size > 0;
        buffer.shapeIndex.end = static_cast<std::uint32_t>(m_plan.shapeIndices.size());
    }

    void readShapeIndex(const WireReader& reader)
    {
        reader.forEachInt64([&](std::int64_t v) {
            m_plan.shapeIndices.push_back(v);
            m_plan.largestShapeIndex = std::max(m_plan.largestShapeIndex, v);
        });
    }

    void addAllocation(std::string_view body)
    {
        Allocation allocation;
        allocation.parameterShapeIndex.begin = static_cast<std::uint32_t>(m_plan.shapeIndices.size());
        allocation.assigned.begin = static_cast<std::uint32_t>(m_plan.assigned.size());
        WireReader reader(body);
        while (reader.next()) {
            switch (reader.field()) {
            case BufferAllocationProto::kIndexFieldNumber:
                allocation.index = reader.int64();
                break;
            case BufferAllocationProto::kSizeFieldNumber:
                allocation.size = validSize(reader.int64(), body);
                break;
            case BufferAllocationProto::kIsThreadLocalFieldNumber:
                allocation.isThreadLocal = reader.boolean();
                break;
            case BufferAllocationProto::kIsEntryComputationParameterFieldNumber:
                allocation.isParameter = reader.boolean();
                break;
            case BufferAllocationProto::kParameterNumberFieldNumber:
                allocation.parameterNumber = reader.int64();
                break;
            case BufferAllocationProto::kMaybeLiveOutFieldNumber:
                allocation.isLiveOut = reader.boolean();
                break;
            case BufferAllocationProto::kColorFieldNumber:
                allocation.color = reader.int64();
                break;
            case BufferAllocationProto::kAssignedFieldNumber:
                if (reader.isBytes())
                    assign(reader.bytes());
                break;
            case BufferAllocationProto::kParameterShapeIndexFieldNumber:
                readShapeIndex(reader);
                break;
            case BufferAllocationProto::kIsTupleFieldNumber:
                allocation.isTuple = reader.boolean();
                break;
            case BufferAllocationProto::kIsConstantFieldNumber:
                allocation.isConstant = reader.boolean();
                break;
            default:
                break;
            }
        }
        check(reader, body);
        if (allocation.size > kTotalLimit - m_total) {
            warn("impossible-size", "The allocations together are larger than any memory; the rest counts as 0.", body);
            allocation.size = 0;
        }
        m_total += allocation.size;
        allocation.parameterShapeIndex.end = static_cast<std::uint32_t>(m_plan.shapeIndices.size());
        allocation.assigned.end = static_cast<std::uint32_t>(m_plan.assigned.size());
        checkRanges(allocation, body);
        if (!m_indices.insert(allocation.index, static_cast<std::uint32_t>(m_plan.allocations.size())))
            warn("duplicate-allocation",
                 "Two allocations have the index " + std::to_string(allocation.index) + "; both count.", body);
        m_plan.allocations.push_back(allocation);
    }

    void assign(std::string_view body)
    {
        std::int64_t id = 0;
        std::int64_t offset = 0;
        std::int64_t size = 0;
        WireReader reader(body);
        while (reader.next()) {
            if (reader.field() == BufferAllocationProto::Assigned::kLogicalBufferIdFieldNumber)
                id = reader.int64();
            else if (reader.field() == BufferAllocationProto::Assigned::kOffsetFieldNumber)
                offset = reader.int64();
            else if (reader.field() == BufferAllocationProto::Assigned::kSizeFieldNumber)
                size = validSize(reader.int64(), body);
        }
        check(reader, body);
        const std::uint32_t index = m_ids.find(id);
        if (index == kNoIndex) {
            warn("unknown-buffer",
                 "An allocation holds the logical buffer " + std::to_string(id) + ", which does not exist.", body);
            return;
        }
        LogicalBuffer& buffer = m_plan.buffers[index];
        if (buffer.allocation != kNoIndex) {
            warn("buffer-in-two-allocations",
                 "The logical buffer " + std::to_string(id) + " is in two allocations; the first counts.", body);
            return;
        }
        buffer.allocation = static_cast<std::uint32_t>(m_plan.allocations.size());
        buffer.offset = offset;
        buffer.assignedSize = size;
        if (buffer.size != size)
            warn("size-mismatch",
                 "The logical buffer " + std::to_string(id)
                     + " has another size than its place in the allocation; its own counts.",
                 body);
        m_plan.assigned.push_back(index);
    }

    void checkRanges(const Allocation& allocation, std::string_view where)
    {
        for (std::uint32_t i = allocation.assigned.begin; i < allocation.assigned.end; ++i) {
            LogicalBuffer& buffer = m_plan.buffers[m_plan.assigned[i]];
            const bool inside = buffer.offset >= 0 && buffer.offset <= allocation.size
                && buffer.size <= allocation.size - buffer.offset;
            if (inside)
                continue;
            warn("buffer-outside-allocation",
                 "The logical buffer " + std::to_string(buffer.id) + " reaches outside its allocation "
                     + std::to_string(allocation.index) + "; it is clipped to it.",
                 where);
        }
    }

    void addTrace(std::string_view body)
    {
        IndexRange trace;
        trace.begin = static_cast<std::uint32_t>(m_plan.events.size());
        WireReader reader(body);
        while (reader.next())
            if (reader.field() == HeapSimulatorTrace::kEventsFieldNumber && reader.isBytes())
                addEvent(reader.bytes());
        check(reader, body);
        trace.end = static_cast<std::uint32_t>(m_plan.events.size());
        m_plan.traces.push_back(trace);
    }

    void addEvent(std::string_view body)
    {
        HeapEvent event;
        std::int64_t id = 0;
        std::int64_t canonical = 0;
        std::uint64_t kind = 0;
        WireReader reader(body);
        while (reader.next()) {
            switch (reader.field()) {
            case HeapSimulatorTrace::Event::kKindFieldNumber:
                kind = reader.uint64();
                break;
            case HeapSimulatorTrace::Event::kBufferIdFieldNumber:
                id = reader.int64();
                break;
            case HeapSimulatorTrace::Event::kInstructionNameFieldNumber:
                event.instructionName = ref(reader.bytes());
                break;
            case HeapSimulatorTrace::Event::kShareWithCanonicalIdFieldNumber:
                canonical = reader.int64();
                break;
            default:
                break;
            }
        }
        check(reader, body);
        event.kind = kind < 3 ? static_cast<HeapEventKind>(kind) : HeapEventKind::Unknown;
        event.buffer = m_ids.find(id);
        if (event.kind == HeapEventKind::ShareWith)
            event.canonical = m_ids.find(canonical);
        m_plan.events.push_back(event);
    }

    BufferAssignment m_plan;
    Fields m_buffers;
    Fields m_allocations;
    Fields m_traces;
    IdMap m_ids;
    IdMap m_indices; // of allocations
    std::uint64_t m_fileOffset;
    std::int64_t m_total = 0;
    std::optional<std::size_t> m_damage;
};

} // namespace

AddressRange BufferAssignment::clippedRange(const LogicalBuffer& buffer) const
{
    const std::int64_t capacity = allocations[buffer.allocation].size;
    const std::int64_t offset = std::clamp(buffer.offset, -kSizeLimit, kSizeLimit);
    const std::int64_t begin = std::clamp<std::int64_t>(offset, 0, capacity);
    return {begin, std::clamp(offset + buffer.size, begin, capacity)};
}

Result<BufferAssignment> decodeBufferAssignment(std::string_view bytes, std::uint64_t fileOffset)
{
    return Decoder(bytes, fileOffset).decode();
}

} // namespace tidemark
