#include "core/xla/plan/buffer_assignment.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace tidemark {
namespace {

using proto::BufferAllocationProto;
using proto::BufferAssignmentProto;
using proto::HeapSimulatorTrace;
using proto::LogicalBufferProto;

constexpr std::int64_t kSizeLimit = std::int64_t{1} << 50; // a pebibyte: no device has as much
constexpr std::size_t kLongestQuote = 60; // bytes of a name in a message
constexpr std::int64_t kTotalLimit = std::int64_t{1} << 62;

constexpr std::uint32_t kPollEvery = 1 << 12; // records between two looks at whether the work is cancelled

class Decoder
{
public:
    Decoder(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
        : m_damage(bytes, fileOffset)
        , m_progress(progress)
        , m_fileOffset(fileOffset)
    {
        m_plan.bytes = bytes;
    }

    Result<BufferAssignment> decode()
    {
        if (m_plan.bytes.size() >= FieldRef::kNone)
            return Error{ErrorKind::TooLarge, "The buffer assignment is larger than 4 GiB.", m_fileOffset};
        findFields();
        // Events and allocations name buffers by id, so the buffers come first whatever the order in the file.
        forEach(m_buffers, [&](const WireReader& field) { addBuffer(field); });
        forEach(m_allocations, [&](const WireReader& field) { addAllocation(field); });
        warnOfBuffers();
        forEach(m_traces, [&](const WireReader& field) { addTrace(field); });
        warnOfSpaces();
        if (m_isCancelled)
            return Progress::cancelledError();
        if (m_damage)
            return Error{ErrorKind::Malformed,
                         "The buffer assignment is damaged at byte "
                             + groupedNumber(static_cast<std::int64_t>(*m_damage.at()))
                             + " of the file. Capture or copy the profile again.",
                         m_damage.at()};
        return std::move(m_plan);
    }

private:
    /// Where the fields of one number are: compilers write them side by side.
    struct Fields {
        std::uint32_t field = 0;
        std::size_t count = 0;
        std::size_t bytes = 0; // of the bodies
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    /// What was wrong with a buffer before its allocation, and so its space, was known.
    struct Suspect {
        std::uint32_t buffer;
        std::uint32_t offset;
        bool isDuplicate;
    };

    std::uint32_t offsetOf(const char* data) const { return static_cast<std::uint32_t>(data - m_plan.bytes.data()); }
    /// The current field of a reader of `message`.
    void store(std::string_view message, const WireReader& reader, FieldRef& ref) const
    {
        if (reader.isBytes())
            ref = FieldRef{offsetOf(message.data()) + static_cast<std::uint32_t>(reader.offset())};
    }
    void warn(Warnings& warnings, std::string_view code, std::string_view text, std::uint32_t offset,
              std::optional<std::int64_t> space = std::nullopt)
    {
        warnings.add(code, text, m_fileOffset + offset, space);
    }
    /// Names may hold anything, but protobuf refuses those that are no UTF-8.
    void checkText(std::string_view text)
    {
        if (!isAscii(text) && !isValidUtf8(text))
            m_plan.warnings.addNamed("damaged-text",
                                     "The name “" + printable(text.substr(0, kLongestQuote))
                                         + "” in the buffer assignment is not valid text.",
                                     m_fileOffset + offsetOf(text.data()));
    }
    bool isCancelled()
    {
        if (++m_records % kPollEvery == 0)
            m_isCancelled = m_isCancelled || m_progress.cancelled();
        return m_isCancelled;
    }

    void findFields()
    {
        m_buffers.field = BufferAssignmentProto::kLogicalBuffersFieldNumber;
        m_allocations.field = BufferAssignmentProto::kBufferAllocationsFieldNumber;
        m_traces.field = BufferAssignmentProto::kHeapSimulatorTracesFieldNumber;
        for (WireReader reader(m_plan.bytes, m_damage); reader.next();) {
            Fields* const fields = reader.field() == m_buffers.field ? &m_buffers
                : reader.field() == m_allocations.field              ? &m_allocations
                : reader.field() == m_traces.field                   ? &m_traces
                                                                     : nullptr;
            if (!fields || !reader.isBytes())
                continue;
            const std::string_view body = reader.bytes();
            if (fields->count++ == 0)
                fields->begin = reader.offset();
            fields->end = offsetOf(body.data()) + body.size();
            fields->bytes += body.size();
        }
        // Two buffers of one id count as one, so there are no more than their ids have room for.
        const std::size_t buffers = std::min(m_buffers.count, m_buffers.bytes / 2 + 1);
        m_plan.buffers.reserve(buffers);
        m_plan.instructionIds.reserve(buffers);
        m_plan.assigned.reserve(buffers);
        m_plan.allocations.reserve(m_allocations.count);
        m_ids = IdMap(buffers);
        m_indices = IdMap(std::min(m_allocations.count, m_allocations.bytes / 2 + 1));
    }

    template <class F>
    void forEach(const Fields& fields, F add)
    {
        // Damage at this level is known already.
        for (WireReader reader(m_plan.bytes.substr(fields.begin, fields.end - fields.begin), m_damage);
             !m_damage && reader.next() && !isCancelled();)
            if (reader.field() == fields.field && reader.isBytes())
                add(reader);
    }

    static bool isPossible(std::int64_t size) { return size >= 0 && size < kSizeLimit; }
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
        return "A size of " + groupedNumber(size) + " bytes cannot be; it counts as 0.";
    }

    void addBuffer(const WireReader& field)
    {
        const std::string_view body = field.bytes();
        LogicalBuffer buffer;
        std::int64_t instruction = 0;
        for (WireReader reader(body, m_damage); reader.next();) {
            switch (reader.field()) {
            case LogicalBufferProto::kIdFieldNumber:
                reader.store(buffer.id);
                break;
            case LogicalBufferProto::kSizeFieldNumber:
                reader.store(buffer.size);
                break;
            case LogicalBufferProto::kDefinedAtFieldNumber:
                if (reader.isBytes())
                    instruction = readLocation(reader.bytes(), buffer);
                break;
            case LogicalBufferProto::kColorFieldNumber:
                reader.store(buffer.color);
                break;
            default:
                break;
            }
        }
        const auto position = static_cast<std::uint32_t>(m_plan.buffers.size());
        const std::uint32_t index = m_ids.findOrInsert(buffer.id, position);
        if (index != position || !isPossible(buffer.size))
            m_suspects.push_back({index, offsetOf(body.data()), index != position});
        if (index != position)
            return;
        m_plan.namesInstructions |= instruction == 0 && !m_plan.text(buffer.instructionName).empty();
        buffer.unpadded = possible(buffer.size);
        m_plan.buffers.push_back(buffer);
        m_plan.instructionIds.push_back(instruction);
    }

    /// Gives the id of the instruction.
    std::int64_t readLocation(std::string_view body, LogicalBuffer& buffer)
    {
        std::int64_t instruction = 0;
        buffer.instructionName = {};
        buffer.shapeIndex = kNoIndex;
        for (WireReader reader(body, m_damage); reader.next();) {
            switch (reader.field()) {
            case LogicalBufferProto::Location::kInstructionNameFieldNumber:
                store(body, reader, buffer.instructionName);
                checkText(reader.bytes());
                break;
            case LogicalBufferProto::Location::kShapeIndexFieldNumber:
                readPath(reader, buffer.shapeIndex);
                break;
            case LogicalBufferProto::Location::kInstructionIdFieldNumber:
                reader.store(instruction);
                break;
            default:
                break;
            }
        }
        return instruction;
    }

    /// One field of a path, which may be in several.
    void readPath(const WireReader& reader, std::uint32_t& path)
    {
        auto& indices = m_plan.shapeIndices;
        if (path == kNoIndex) {
            path = static_cast<std::uint32_t>(indices.size());
            indices.push_back(0);
        }
        reader.forEachInt64([&](std::int64_t index) { indices.push_back(index); });
        indices[path] = static_cast<std::int64_t>(indices.size() - path - 1);
    }

    /// What is said of it and its buffers names their space, which may come last.
    void addAllocation(const WireReader& field)
    {
        const std::string_view body = field.bytes();
        const std::uint32_t offset = offsetOf(body.data());
        Allocation allocation;
        allocation.assigned.begin = static_cast<std::uint32_t>(m_plan.assigned.size());
        for (WireReader reader(body, m_damage); reader.next() && !isCancelled();) {
            switch (reader.field()) {
            case BufferAllocationProto::kIndexFieldNumber:
                reader.store(allocation.index);
                break;
            case BufferAllocationProto::kSizeFieldNumber:
                reader.store(allocation.size);
                break;
            case BufferAllocationProto::kIsThreadLocalFieldNumber:
                reader.store(allocation.isThreadLocal);
                break;
            case BufferAllocationProto::kIsEntryComputationParameterFieldNumber:
                reader.store(allocation.isParameter);
                break;
            case BufferAllocationProto::kParameterNumberFieldNumber:
                reader.store(allocation.parameterNumber);
                break;
            case BufferAllocationProto::kMaybeLiveOutFieldNumber:
                reader.store(allocation.isLiveOut);
                break;
            case BufferAllocationProto::kColorFieldNumber:
                reader.store(allocation.color);
                break;
            case BufferAllocationProto::kAssignedFieldNumber:
                if (reader.isBytes())
                    assign(reader.bytes());
                break;
            case BufferAllocationProto::kParameterShapeIndexFieldNumber:
                readPath(reader, allocation.parameterShapeIndex);
                break;
            case BufferAllocationProto::kIsTupleFieldNumber:
                reader.store(allocation.isTuple);
                break;
            case BufferAllocationProto::kIsConstantFieldNumber:
                reader.store(allocation.isConstant);
                break;
            default:
                break;
            }
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
        if (!m_indices.insert(allocation.index, static_cast<std::uint32_t>(m_plan.allocations.size())))
            warn(m_ofAllocation, "duplicate-allocation",
                 "Two allocations have the index " + std::to_string(allocation.index) + "; both count.", offset);
        m_plan.allocations.push_back(allocation);
        if (!m_ofAllocation.empty())
            m_ofAllocations.addByCode(std::exchange(m_ofAllocation, {}), allocation.color);
    }

    void assign(std::string_view body)
    {
        const std::uint32_t at = offsetOf(body.data());
        std::int64_t id = 0;
        std::int64_t offset = 0;
        std::int64_t size = 0;
        for (WireReader reader(body, m_damage); reader.next();) {
            if (reader.field() == BufferAllocationProto::Assigned::kLogicalBufferIdFieldNumber)
                reader.store(id);
            else if (reader.field() == BufferAllocationProto::Assigned::kOffsetFieldNumber)
                reader.store(offset);
            else if (reader.field() == BufferAllocationProto::Assigned::kSizeFieldNumber)
                reader.store(size);
        }
        size = validSize(size, at);
        const std::uint32_t index = m_ids.find(id);
        if (index == kNoIndex) {
            warn(m_ofAllocation, "unknown-buffer",
                 "An allocation holds the logical buffer " + std::to_string(id) + ", which does not exist.", at);
            return;
        }
        LogicalBuffer& buffer = m_plan.buffers[index];
        if (buffer.allocation != kNoIndex) {
            warn(m_ofAllocation, "buffer-in-two-allocations",
                 "The logical buffer " + std::to_string(id) + " is in two allocations; the first counts.", at);
            return;
        }
        buffer.allocation = static_cast<std::uint32_t>(m_plan.allocations.size());
        buffer.offset = offset;
        if (possible(buffer.size) != size) {
            m_plan.otherSizes.push_back({index, size});
            warn(m_ofAllocation, "size-mismatch",
                 "The logical buffer " + std::to_string(id)
                     + " has another size than its place in the allocation; its own counts.",
                 at);
        }
        m_plan.assigned.push_back(index);
    }

    void checkRanges(const Allocation& allocation, std::uint32_t offset)
    {
        for (const std::uint32_t index : m_plan.buffersOf(allocation)) {
            const LogicalBuffer& buffer = m_plan.buffers[index];
            if (buffer.offset < 0 || buffer.offset > allocation.size
                || possible(buffer.size) > allocation.size - buffer.offset)
                warn(m_ofAllocation, "buffer-outside-allocation",
                     "The logical buffer " + std::to_string(buffer.id) + " reaches outside its allocation "
                         + std::to_string(allocation.index) + "; it is clipped to it.",
                     offset);
        }
    }

    /// A buffer outside all allocations is in no answer, but its damage may be why.
    void warnOfBuffers()
    {
        for (const Suspect suspect : m_suspects) {
            LogicalBuffer& buffer = m_plan.buffers[suspect.buffer];
            const std::optional<std::int64_t> space = buffer.allocation == kNoIndex
                ? std::nullopt
                : std::optional(m_plan.allocations[buffer.allocation].color);
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

    void warnOfSpaces()
    {
        std::set<std::int64_t> spaces;
        for (const Allocation& allocation : m_plan.allocations)
            if (!allocation.isThreadLocal)
                spaces.insert(allocation.color);
        if (spaces.size() <= BufferAssignment::kMostSpaces)
            return;
        constexpr std::size_t kNamed = 8;
        auto space = std::next(spaces.begin(), BufferAssignment::kMostSpaces);
        std::string names = std::to_string(*space++);
        for (std::size_t named = 1; named < kNamed && space != spaces.end(); ++named)
            names += ", " + std::to_string(*space++);
        m_plan.warnings.add("too-many-spaces",
                            "The plan uses " + groupedNumber(static_cast<std::int64_t>(spaces.size()))
                                + " memory spaces, more than any device has; only the first "
                                + std::to_string(BufferAssignment::kMostSpaces) + " are shown, so not " + names
                                + (space == spaces.end() ? "." : " … " + std::to_string(*spaces.rbegin()) + "."));
    }

    void addTrace(const WireReader& field)
    {
        const std::string_view body = field.bytes();
        IndexRange trace;
        trace.begin = static_cast<std::uint32_t>(m_plan.events.size());
        for (WireReader reader(body, m_damage); reader.next() && !isCancelled();) {
            if (reader.field() != HeapSimulatorTrace::kEventsFieldNumber || !reader.isBytes())
                continue;
            if (m_plan.events.size() == m_plan.events.capacity())
                makeRoom(m_plan.events.size() - trace.begin, reader.offset(), body.size());
            addEvent(reader.bytes());
        }
        trace.end = static_cast<std::uint32_t>(m_plan.events.size());
        m_plan.traces.push_back(trace);
    }

    /// For as many events as the rest of the trace has room for, if they are as long as those so far; at least a
    /// quarter more.
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
        for (WireReader reader(body, m_damage); reader.next();) {
            switch (reader.field()) {
            case HeapSimulatorTrace::Event::kKindFieldNumber:
                reader.storeInt32(kind);
                break;
            case HeapSimulatorTrace::Event::kBufferIdFieldNumber:
                reader.store(id);
                break;
            case HeapSimulatorTrace::Event::kComputationNameFieldNumber:
                checkText(reader.bytes());
                break;
            case HeapSimulatorTrace::Event::kInstructionNameFieldNumber:
                store(body, reader, event.instructionName);
                checkText(reader.bytes());
                break;
            case HeapSimulatorTrace::Event::kShareWithCanonicalIdFieldNumber:
                reader.store(canonical);
                break;
            default:
                break;
            }
        }
        event.kind = kind >= 0 && kind < 3 ? static_cast<HeapEventKind>(kind) : HeapEventKind::Unknown;
        event.buffer = m_ids.find(id);
        if (event.kind == HeapEventKind::ShareWith)
            event.canonical = m_ids.find(canonical);
        m_plan.events.push_back(event);
    }

    BufferAssignment m_plan;
    Damage m_damage;
    const Progress& m_progress;
    Fields m_buffers;
    Fields m_allocations;
    Fields m_traces;
    IdMap m_ids;
    IdMap m_indices; // of allocations
    std::vector<Suspect> m_suspects;
    Warnings m_ofAllocation; // the one that is being read
    Warnings m_ofAllocations;
    std::uint64_t m_fileOffset;
    std::int64_t m_total = 0;
    std::uint32_t m_records = 0;
    bool m_isCancelled = false;
};

} // namespace

AddressRange BufferAssignment::clippedRange(const LogicalBuffer& buffer) const
{
    const std::int64_t capacity = allocations[buffer.allocation].size;
    const std::int64_t offset = std::clamp(buffer.offset, -kSizeLimit, kSizeLimit);
    const std::int64_t begin = std::clamp<std::int64_t>(offset, 0, capacity);
    return {begin, std::clamp(offset + buffer.size, begin, capacity)};
}

std::int64_t BufferAssignment::assignedSize(std::uint32_t buffer) const
{
    const auto other = std::ranges::lower_bound(otherSizes, buffer, {}, &SizeInAllocation::buffer);
    return other != otherSizes.end() && other->buffer == buffer ? other->size : buffers[buffer].size;
}

Result<BufferAssignment> decodeBufferAssignment(std::string_view bytes, std::uint64_t fileOffset,
                                                const Progress& progress)
{
    return Decoder(bytes, fileOffset, progress).decode();
}

} // namespace tidemark
