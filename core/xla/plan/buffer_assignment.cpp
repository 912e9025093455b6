#include "core/xla/plan/buffer_assignment.h"

#include "core/base/id_map.h"
#include "core/xla/plan/decode_context.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tidemark::xla {
namespace {

using proto::BufferAllocationProto;
using proto::BufferAssignmentProto;
using proto::HeapSimulatorTrace;
using proto::LogicalBufferProto;

constexpr std::int64_t kTotalLimit = std::int64_t{1} << 62;

class AssignmentDecoder
{
public:
    AssignmentDecoder(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
        : m_context("buffer assignment", bytes, fileOffset, progress, m_plan.warnings)
    {
        m_plan.bytes = bytes;
    }

    Result<BufferAssignment> decode()
    {
        if (const auto fits = m_context.checkSize(); !fits)
            return fits.error();
        findFields();
        // Events and allocations refer to buffers by id, so the buffers are read first, whatever their position in the
        // file.
        forEach(m_buffers, [&](std::string_view body) { addBuffer(body); });
        forEach(m_allocations, [&](std::string_view body) { addAllocation(body); });
        warnOfBuffers();
        forEach(m_traces, [&](std::string_view body) { addTrace(body); });
        warnOfSpaces();
        if (const auto done = m_context.outcome(); !done)
            return done.error();
        return std::move(m_plan);
    }

private:
    /// The range of all fields with one number. Compilers write them consecutively.
    struct Fields {
        std::uint32_t field = 0;
        std::size_t count = 0;
        std::size_t bytes = 0; // total size of the bodies
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    /// A fault of a buffer that is found before its allocation, and so its memory space, is known.
    struct Suspect {
        BufferId buffer;
        std::uint32_t offset;
        bool isDuplicate;
    };

    void warn(Warnings& warnings, std::string_view code, std::string_view text, std::uint32_t offset,
              std::optional<std::int64_t> space = std::nullopt)
    {
        warnings.add(code, text, m_context.inFile(offset), space);
    }

    void findFields()
    {
        m_buffers.field = BufferAssignmentProto::kLogicalBuffersFieldNumber;
        m_allocations.field = BufferAssignmentProto::kBufferAllocationsFieldNumber;
        m_traces.field = BufferAssignmentProto::kHeapSimulatorTracesFieldNumber;
        for (WireReader reader(m_plan.bytes, m_context.damage()); reader.next();) {
            Fields* const fields = fieldsOf(reader.field());
            if (!fields || !reader.isBytes())
                continue;
            const std::string_view body = reader.bytes();
            if (fields->count++ == 0)
                fields->begin = reader.offset();
            fields->end = m_context.offsetOf(body) + body.size();
            fields->bytes += body.size();
        }
        // Buffers with one id count as one, so there are no more of them than the ids in these bytes.
        const std::size_t buffers = std::min(m_buffers.count, m_buffers.bytes / 2 + 1);
        m_plan.buffers.reserve(buffers);
        m_plan.instructionNumbers.reserve(buffers);
        m_plan.assigned.reserve(buffers);
        m_plan.allocations.reserve(m_allocations.count);
        m_bufferIds = IdMap<BufferId>(buffers);
        m_allocationIds = IdMap<AllocationId>(std::min(m_allocations.count, m_allocations.bytes / 2 + 1));
    }

    Fields* fieldsOf(std::uint32_t number)
    {
        for (Fields* fields : {&m_buffers, &m_allocations, &m_traces})
            if (fields->field == number)
                return fields;
        return nullptr;
    }

    template <class F>
    void forEach(const Fields& fields, F add)
    {
        // findFields() has reported damage at this level.
        for (WireReader reader(m_plan.bytes.substr(fields.begin, fields.end - fields.begin), m_context.damage());
             !m_context.damage() && reader.next() && !m_context.isCancelled();)
            if (reader.field() == fields.field && reader.isBytes())
                add(reader.bytes());
    }

    static bool isPossible(std::int64_t size) { return size >= 0 && size < BufferAssignment::kSizeLimit; }
    static std::int64_t possible(std::int64_t size) { return isPossible(size) ? size : 0; }
    std::int64_t validSize(std::int64_t size, std::uint32_t offset)
    {
        if (isPossible(size))
            return size;
        warn(m_ofAllocation, "impossible-size", impossible(size), offset);
        return 0;
    }
    static std::string impossible(std::int64_t size)
    {
        return "A size of " + groupedNumber(size) + " bytes is impossible; it counts as 0.";
    }

    void addBuffer(std::string_view body)
    {
        LogicalBuffer buffer;
        std::int64_t instruction = 0;
        for (WireReader reader(body, m_context.damage()); reader.next();) {
            reader.store(LogicalBufferProto::kIdFieldNumber, buffer.id);
            reader.store(LogicalBufferProto::kSizeFieldNumber, buffer.size);
            if (reader.field() == LogicalBufferProto::kDefinedAtFieldNumber && reader.isBytes())
                instruction = readLocation(reader.bytes(), buffer);
            reader.store(LogicalBufferProto::kColorFieldNumber, buffer.color);
        }
        const BufferId next = m_plan.buffers.nextId();
        const BufferId known = m_bufferIds.findOrInsert(buffer.id, next);
        if (known != next || !isPossible(buffer.size))
            m_suspects.push_back({known, m_context.offsetOf(body), known != next});
        if (known != next)
            return;
        m_plan.namesInstructions |= instruction == 0 && !m_plan.text(buffer.instructionName).empty();
        buffer.unpadded = possible(buffer.size);
        m_plan.buffers.push_back(buffer);
        m_plan.instructionNumbers.push_back(instruction);
    }

    /// Returns the id of the instruction.
    std::int64_t readLocation(std::string_view body, LogicalBuffer& buffer)
    {
        std::int64_t instruction = 0;
        buffer.instructionName = {};
        buffer.shapeIndex = {};
        for (WireReader reader(body, m_context.damage()); reader.next();) {
            if (reader.field() == LogicalBufferProto::Location::kInstructionNameFieldNumber) {
                if (reader.isBytes())
                    buffer.instructionName = m_context.ref(body, reader);
                m_context.checkText(reader.bytes());
            }
            if (reader.field() == LogicalBufferProto::Location::kShapeIndexFieldNumber)
                readPath(reader, buffer.shapeIndex);
            reader.store(LogicalBufferProto::Location::kInstructionIdFieldNumber, instruction);
        }
        return instruction;
    }

    /// Reads one field of a path. A path may be written in several fields.
    void readPath(const WireReader& reader, ShapePathId& path)
    {
        auto& indices = m_plan.shapeIndices;
        if (!path) {
            path = ShapePathId::at(indices.size());
            indices.push_back(0);
        }
        reader.forEachInt64([&](std::int64_t index) { indices.push_back(index); });
        indices[path.index()] = static_cast<std::int64_t>(indices.size() - path.index() - 1);
    }

    /// Warnings about the allocation and its buffers name its memory space, which may be the last field. They are
    /// collected until then.
    void addAllocation(std::string_view body)
    {
        const std::uint32_t offset = m_context.offsetOf(body);
        Allocation allocation;
        allocation.assigned.begin = static_cast<std::uint32_t>(m_plan.assigned.size());
        for (WireReader reader(body, m_context.damage()); reader.next() && !m_context.isCancelled();) {
            reader.store(BufferAllocationProto::kIndexFieldNumber, allocation.index);
            reader.store(BufferAllocationProto::kSizeFieldNumber, allocation.size);
            reader.store(BufferAllocationProto::kIsThreadLocalFieldNumber, allocation.isThreadLocal);
            reader.store(BufferAllocationProto::kIsEntryComputationParameterFieldNumber, allocation.isParameter);
            reader.store(BufferAllocationProto::kParameterNumberFieldNumber, allocation.parameterNumber);
            reader.store(BufferAllocationProto::kMaybeLiveOutFieldNumber, allocation.isLiveOut);
            reader.store(BufferAllocationProto::kColorFieldNumber, allocation.color);
            if (reader.field() == BufferAllocationProto::kAssignedFieldNumber && reader.isBytes())
                assign(reader.bytes());
            if (reader.field() == BufferAllocationProto::kParameterShapeIndexFieldNumber)
                readPath(reader, allocation.parameterShapeIndex);
            reader.store(BufferAllocationProto::kIsTupleFieldNumber, allocation.isTuple);
            reader.store(BufferAllocationProto::kIsConstantFieldNumber, allocation.isConstant);
        }
        allocation.size = validSize(allocation.size, offset);
        if (allocation.size > kTotalLimit - m_total) {
            warn(m_ofAllocation, "impossible-size",
                 "The allocations together are larger than any memory; the rest counts as 0.", offset);
            allocation.size = 0;
        }
        m_total += allocation.size;
        allocation.assigned.end = static_cast<std::uint32_t>(m_plan.assigned.size());
        checkRanges(allocation, offset);
        if (!m_allocationIds.insert(allocation.index, m_plan.allocations.nextId()))
            warn(m_ofAllocation, "duplicate-allocation",
                 "Two allocations have the index " + std::to_string(allocation.index) + "; both count.", offset);
        m_plan.allocations.push_back(allocation);
        if (!m_ofAllocation.empty())
            m_ofAllocations.addByCode(std::exchange(m_ofAllocation, {}), allocation.color);
    }

    void assign(std::string_view body)
    {
        const std::uint32_t at = m_context.offsetOf(body);
        std::int64_t id = 0;
        std::int64_t offset = 0;
        std::int64_t size = 0;
        for (WireReader reader(body, m_context.damage()); reader.next();) {
            reader.store(BufferAllocationProto::Assigned::kLogicalBufferIdFieldNumber, id);
            reader.store(BufferAllocationProto::Assigned::kOffsetFieldNumber, offset);
            reader.store(BufferAllocationProto::Assigned::kSizeFieldNumber, size);
        }
        size = validSize(size, at);
        const BufferId found = m_bufferIds.find(id);
        if (!found) {
            warn(m_ofAllocation, "unknown-buffer",
                 "An allocation holds the logical buffer " + std::to_string(id) + ", which does not exist.", at);
            return;
        }
        LogicalBuffer& buffer = m_plan.buffers[found];
        if (buffer.allocation) {
            warn(m_ofAllocation, "buffer-in-two-allocations",
                 "The logical buffer " + std::to_string(id) + " is in two allocations; the first counts.", at);
            return;
        }
        buffer.allocation = m_plan.allocations.nextId();
        buffer.offset = offset;
        if (possible(buffer.size) != size) {
            m_plan.otherSizes.push_back({found, size});
            warn(m_ofAllocation, "size-mismatch",
                 "The logical buffer " + std::to_string(id)
                     + " has another size than its place in the allocation; its own counts.",
                 at);
        }
        m_plan.assigned.push_back(found);
    }

    void checkRanges(const Allocation& allocation, std::uint32_t offset)
    {
        for (const BufferId id : m_plan.buffersOf(allocation)) {
            const LogicalBuffer& buffer = m_plan.buffers[id];
            if (buffer.offset < 0 || buffer.offset > allocation.size
                || possible(buffer.size) > allocation.size - buffer.offset)
                warn(m_ofAllocation, "buffer-outside-allocation",
                     "The logical buffer " + std::to_string(buffer.id) + " reaches outside its allocation "
                         + std::to_string(allocation.index) + "; it is clipped to it.",
                     offset);
        }
    }

    /// A buffer outside all allocations is never shown, but damage may be the reason, so there is a warning about it,
    /// too.
    void warnOfBuffers()
    {
        for (const Suspect suspect : m_suspects) {
            LogicalBuffer& buffer = m_plan.buffers[suspect.buffer];
            const std::optional<std::int64_t> space
                = buffer.allocation ? std::optional(m_plan.allocations[buffer.allocation].color) : std::nullopt;
            if (suspect.isDuplicate)
                warn(m_plan.warnings, "duplicate-buffer",
                     "Two logical buffers have the id " + std::to_string(buffer.id) + "; the first counts.",
                     suspect.offset, space);
            else
                warn(m_plan.warnings, "impossible-size", impossible(std::exchange(buffer.size, 0)), suspect.offset,
                     space);
        }
        m_plan.warnings.addByCode(m_ofAllocations);
        std::ranges::stable_sort(m_plan.otherSizes, {}, &SizeInAllocation::buffer);
    }

    /// Adds a serialized HeapSimulatorTrace.
    void addTrace(std::string_view trace)
    {
        IndexRange range;
        range.begin = static_cast<std::uint32_t>(m_plan.events.size());
        for (WireReader reader(trace, m_context.damage()); reader.next() && !m_context.isCancelled();) {
            if (reader.field() != HeapSimulatorTrace::kEventsFieldNumber || !reader.isBytes())
                continue;
            if (m_plan.events.size() == m_plan.events.capacity())
                makeRoom(m_plan.events.size() - range.begin, reader.offset(), trace.size());
            addEvent(reader.bytes());
        }
        range.end = static_cast<std::uint32_t>(m_plan.events.size());
        m_plan.traces.push_back(range);
    }

    /// Reserves room for the events that the rest of the trace holds if they have the average length of those before.
    /// Grows by at least a quarter.
    void makeRoom(std::size_t count, std::size_t done, std::size_t size)
    {
        constexpr std::size_t kSample = 256; // events
        const std::size_t rest
            = count == 0 ? kSample : (size - done) / std::max<std::size_t>(done / count, 2) + kSample;
        m_plan.events.reserve(m_plan.events.size() + std::max(rest, m_plan.events.size() / 4));
    }

    void addEvent(std::string_view body)
    {
        HeapEvent event;
        std::int64_t id = 0;
        std::int64_t canonical = 0;
        std::int64_t kind = 0;
        for (WireReader reader(body, m_context.damage()); reader.next();) {
            reader.storeInt32(HeapSimulatorTrace::Event::kKindFieldNumber, kind);
            reader.store(HeapSimulatorTrace::Event::kBufferIdFieldNumber, id);
            if (reader.field() == HeapSimulatorTrace::Event::kComputationNameFieldNumber)
                m_context.checkText(reader.bytes());
            if (reader.field() == HeapSimulatorTrace::Event::kInstructionNameFieldNumber) {
                if (reader.isBytes())
                    event.instructionName = m_context.ref(body, reader);
                m_context.checkText(reader.bytes());
            }
            reader.store(HeapSimulatorTrace::Event::kShareWithCanonicalIdFieldNumber, canonical);
        }
        event.kind = kind >= 0 && kind < 3 ? static_cast<HeapEventKind>(kind) : HeapEventKind::Unknown;
        event.buffer = m_bufferIds.find(id);
        if (event.kind == HeapEventKind::ShareWith)
            event.canonical = m_bufferIds.find(canonical);
        m_plan.events.push_back(event);
    }

    void warnOfSpaces()
    {
        const std::vector<std::int64_t> spaces = m_plan.spaces();
        if (spaces.size() <= BufferAssignment::kMostSpaces)
            return;
        constexpr std::size_t kNamed = 8;
        auto space = spaces.begin() + BufferAssignment::kMostSpaces;
        std::string names = std::to_string(*space++);
        for (std::size_t named = 1; named < kNamed && space != spaces.end(); ++named)
            names += ", " + std::to_string(*space++);
        m_plan.warnings.add("too-many-spaces",
                            "The plan uses " + groupedNumber(static_cast<std::int64_t>(spaces.size()))
                                + " memory spaces, more than any device has; only the first "
                                + std::to_string(BufferAssignment::kMostSpaces) + " are shown, so not " + names
                                + (space == spaces.end() ? "." : " … " + std::to_string(spaces.back()) + "."));
    }

    BufferAssignment m_plan;
    DecodeContext m_context;
    IdMap<BufferId> m_bufferIds;
    Fields m_buffers;
    Fields m_allocations;
    Fields m_traces;
    IdMap<AllocationId> m_allocationIds;
    std::vector<Suspect> m_suspects;
    Warnings m_ofAllocation; // of the current allocation
    Warnings m_ofAllocations;
    std::int64_t m_total = 0;
};

} // namespace

Result<BufferAssignment> decodeBufferAssignment(std::string_view bytes, std::uint64_t fileOffset,
                                                const Progress& progress)
{
    return AssignmentDecoder(bytes, fileOffset, progress).decode();
}

AddressRange BufferAssignment::clippedRange(const LogicalBuffer& buffer) const
{
    const std::int64_t capacity = allocations[buffer.allocation].size;
    const std::int64_t offset = std::clamp(buffer.offset, -kSizeLimit, kSizeLimit);
    const std::int64_t begin = std::clamp<std::int64_t>(offset, 0, capacity);
    return {begin, std::clamp(offset + buffer.size, begin, capacity)};
}

IdVector<TraceId, AllocationId> BufferAssignment::allocationsOfTraces() const
{
    IdVector<TraceId, AllocationId> result;
    for (const TraceId trace : traces.ids()) {
        const BufferId buffer = eventsOf(trace).empty() ? BufferId() : eventsOf(trace).front().buffer;
        result.push_back(buffer ? buffers[buffer].allocation : AllocationId());
    }
    return result;
}

std::int64_t BufferAssignment::assignedSize(BufferId buffer) const
{
    const auto other = std::ranges::lower_bound(otherSizes, buffer, {}, &SizeInAllocation::buffer);
    return other != otherSizes.end() && other->buffer == buffer ? other->size : buffers[buffer].size;
}

std::vector<std::int64_t> BufferAssignment::spaces() const
{
    std::set<std::int64_t> spaces;
    for (const Allocation& allocation : allocations)
        if (!allocation.isThreadLocal)
            spaces.insert(allocation.color);
    return {spaces.begin(), spaces.end()};
}

} // namespace tidemark::xla
