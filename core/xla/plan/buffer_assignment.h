#pragma once

#include "core/base/address_ranges.h"
#include "core/base/id_vector.h"
#include "core/base/progress.h"
#include "core/base/warnings.h"
#include "core/include/tidemark/result.h"
#include "core/xla/plan/field_ref.h"
#include "core/xla/plan/ids.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tidemark::xla {

/// A range of entries of a table.
struct IndexRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t size() const { return end - begin; }
};

/// A value that one instruction defines at one shape index. Sizes and offsets are in bytes and never negative.
struct LogicalBuffer {
    std::int64_t id = 0;
    std::int64_t size = 0;
    std::int64_t offset = 0; // in its allocation, as in the file; may be outside
    std::int64_t unpadded = 0; // without padding, at most size; equals size until the plan's module is known
    std::int64_t color = 0; // the buffer's own; its bytes belong to the space of its allocation
    FieldRef instructionName; // only in files of old compilers, instead of an id
    ShapePathId shapeIndex;
    AllocationId allocation; // the allocation that holds it
    InstructionId instruction; // the one that defines it; none until the module is known, or if it is not in the file
};

/// One contiguous piece of memory that the compiler allocates.
struct Allocation {
    std::int64_t index = 0;
    std::int64_t size = 0;
    std::int64_t color = 0; // the memory space
    std::int64_t parameterNumber = 0;
    ShapePathId parameterShapeIndex;
    IndexRange assigned; // into BufferAssignment::assigned, in file order
    bool isThreadLocal = false;
    bool isParameter = false; // of the entry computation
    bool isLiveOut = false;
    bool isConstant = false;
    bool isTuple = false;

    /// It lives as long as the program: parameter, live-out or constant.
    bool isIndefinite() const { return !isThreadLocal && isIndefiniteToXprof(); }
    /// XProf ignores the thread-local flag here. Compilers never set it together with one of these flags.
    bool isIndefiniteToXprof() const { return isParameter || isLiveOut || isConstant; }
    /// It holds logical buffers that are born and freed during the program.
    bool isTemporary() const { return !isThreadLocal && !isIndefinite(); }
};

/// The size of a logical buffer in its allocation, in bytes.
struct SizeInAllocation {
    BufferId buffer;
    std::int64_t size = 0;
};

enum class HeapEventKind : std::uint8_t { Alloc, Free, ShareWith, Unknown };

/// One event of a heap-simulator trace. Its buffer is none if the plan does not have it.
struct HeapEvent {
    FieldRef instructionName;
    BufferId buffer;
    BufferId canonical; // only for ShareWith
    HeapEventKind kind = HeapEventKind::Alloc;
};

/// The compiler's memory plan of one module, as tables that refer to each other by id.
///
/// Decoding repairs impossible values with a warning: sizes outside [0, 2^50) count as 0. The sizes of all allocations
/// together stay below 2^62.
struct BufferAssignment {
    /// The largest number of spaces that are shown; a warning names the others. Each space costs a replay, and devices
    /// have fewer than a tenth as many.
    static constexpr std::size_t kMostSpaces = 256;
    /// A bound above all sizes in bytes: a pebibyte. No device has as much.
    static constexpr std::int64_t kSizeLimit = std::int64_t{1} << 50;

    IdVector<BufferId, LogicalBuffer> buffers; // in file order
    IdVector<AllocationId, Allocation> allocations; // in file order
    std::vector<BufferId> assigned; // of all allocations; see Allocation::assigned
    std::vector<std::int64_t> shapeIndices; // each path is preceded by its length
    /// The file's number of the instruction that defines the buffer, 0 for none. Empty once the plan's module is known.
    IdVector<BufferId, std::int64_t> instructionNumbers;
    std::vector<SizeInAllocation> otherSizes; // by buffer: sizes in allocations that differ from the buffer's own
    std::vector<HeapEvent> events; // of all traces
    IdVector<TraceId, IndexRange> traces; // into events
    std::string_view bytes; // the bytes to which FieldRefs refer
    /// Some buffer names its instruction instead of giving its id, as old compilers did.
    bool namesInstructions = false;
    Warnings warnings; // a warning about one memory space names it

    /// The buffer's addresses within its allocation, clipped to the allocation. REQUIRES: the buffer has an allocation
    AddressRange clippedRange(const LogicalBuffer& buffer) const;

    /// For each trace, the allocation that holds the buffer of its first event, or none.
    IdVector<TraceId, AllocationId> allocationsOfTraces() const;

    /// Among the allocations that have a trace and for which `isWanted(allocation)` holds, returns the trace of the one
    /// with the lowest `rank(id)`, or none.
    template <class Wanted, class Rank>
    TraceId firstTrace(Wanted isWanted, Rank rank) const
    {
        const IdVector<TraceId, AllocationId> holders = allocationsOfTraces();
        TraceId best;
        for (const TraceId trace : holders.ids())
            if (holders[trace] && isWanted(allocations[holders[trace]])
                && (!best || rank(holders[trace]) < rank(holders[best])))
                best = trace;
        return best;
    }

    /// The buffer's size according to its allocation.
    std::int64_t assignedSize(BufferId buffer) const;

    /// The memory spaces with an allocation that is not thread-local, ascending. A damaged file may have very many.
    std::vector<std::int64_t> spaces() const;

    std::string_view text(FieldRef ref) const { return ref.in(bytes); }
    /// The path into a shape of a buffer. An empty path is the shape itself.
    std::span<const std::int64_t> indices(ShapePathId path) const
    {
        return path
            ? std::span(shapeIndices).subspan(path.index() + 1, static_cast<std::size_t>(shapeIndices[path.index()]))
            : std::span<const std::int64_t>();
    }
    /// The buffers in an allocation, in file order.
    std::span<const BufferId> buffersOf(const Allocation& allocation) const
    {
        return std::span(assigned).subspan(allocation.assigned.begin, allocation.assigned.size());
    }
    /// Empty for none.
    std::span<const HeapEvent> eventsOf(TraceId trace) const
    {
        return trace ? std::span(events).subspan(traces[trace].begin, traces[trace].size())
                     : std::span<const HeapEvent>();
    }
};

/// Decodes a serialized BufferAssignmentProto, which must outlive the result. Returns an error when the bytes are no
/// valid message, and of kind Cancelled. `fileOffset` is added to offsets in messages. Cost: one pass, about a
/// nanosecond per byte.
Result<BufferAssignment> decodeBufferAssignment(std::string_view bytes, std::uint64_t fileOffset = 0,
                                                const Progress& progress = {});

} // namespace tidemark::xla
