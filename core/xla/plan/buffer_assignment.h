#pragma once

#include "core/base/id_map.h"
#include "core/base/result.h"
#include "core/base/warnings.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tidemark {

/// A part of a table.
struct IndexRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t size() const { return end - begin; }
};

/// Half-open range of byte addresses.
struct AddressRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; }
};

/// A piece of text inside the bytes the assignment was decoded from; half the size of a string_view.
struct TextRef {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
};

/// What one instruction defines at one shape index. Sizes and offsets are in bytes and never negative.
struct LogicalBuffer {
    std::int64_t id = 0;
    std::int64_t size = 0;
    std::int64_t instructionId = 0; // 0 in files of old compilers, which name the instruction
    std::int64_t color = 0; // the buffer's own; its bytes belong to the space of its allocation
    TextRef instructionName;
    IndexRange shapeIndex; // into BufferAssignment::shapeIndices
    std::uint32_t allocation = kNoIndex; // the one that holds it
    std::int64_t offset = 0; // in that allocation, as the file says: may lie outside
    std::int64_t assignedSize = 0; // in that allocation, as the file says: equals size in consistent plans
};

/// One contiguous piece of memory the compiler asks for.
struct Allocation {
    std::int64_t index = 0;
    std::int64_t size = 0;
    std::int64_t color = 0; // the memory space
    std::int64_t parameterNumber = 0;
    IndexRange parameterShapeIndex; // into BufferAssignment::shapeIndices
    IndexRange assigned; // into BufferAssignment::assigned, in file order
    bool isThreadLocal = false;
    bool isParameter = false; // of the entry computation
    bool isLiveOut = false;
    bool isConstant = false;
    bool isTuple = false;

    /// Lives as long as the program: parameter, live-out or constant.
    bool isIndefinite() const { return !isThreadLocal && isIndefiniteToXprof(); }
    /// XProf does not look at the thread-local flag here; compilers never set it together with one of these.
    bool isIndefiniteToXprof() const { return isParameter || isLiveOut || isConstant; }
    /// Holds logical buffers that come and go.
    bool isTemporary() const { return !isThreadLocal && !isIndefinite(); }
};

enum class HeapEventKind : std::uint8_t { Alloc, Free, ShareWith, Unknown };

/// One event of a heap-simulator trace; buffers are indices into BufferAssignment::buffers, kNoIndex when unknown.
struct HeapEvent {
    TextRef instructionName;
    std::uint32_t buffer = kNoIndex;
    std::uint32_t canonical = kNoIndex; // of ShareWith
    HeapEventKind kind = HeapEventKind::Alloc;
};

/// The compiler's memory plan of one module as tables that refer to each other by index.
///
/// Decoding repairs what cannot be, with a warning: sizes outside [0, 2^50) count as 0. All sizes of allocations
/// together stay below 2^62.
struct BufferAssignment {
    std::vector<LogicalBuffer> buffers; // in file order
    std::vector<Allocation> allocations; // in file order
    std::vector<std::uint32_t> assigned; // indices of buffers
    std::vector<std::int64_t> shapeIndices;
    std::vector<HeapEvent> events; // of all traces
    std::vector<IndexRange> traces; // into events
    std::string_view bytes; // what TextRef points into
    /// Some buffer has the name of its instruction and no id, as old compilers wrote them.
    bool namesInstructions = false;
    std::int64_t largestShapeIndex = 0; // in any path
    Warnings warnings;

    /// The buffer's addresses within its allocation, cut to it. REQUIRES: it has an allocation
    AddressRange clippedRange(const LogicalBuffer& buffer) const;

    std::string_view text(TextRef ref) const { return bytes.substr(ref.offset, ref.size); }
    std::span<const std::int64_t> indices(IndexRange range) const
    {
        return std::span(shapeIndices).subspan(range.begin, range.size());
    }
    std::span<const std::uint32_t> buffersOf(const Allocation& allocation) const
    {
        return std::span(assigned).subspan(allocation.assigned.begin, allocation.assigned.size());
    }
};

/// Decodes a serialized BufferAssignmentProto, which must outlive the result. Error only when the bytes are no valid
/// message; `fileOffset` is added to offsets in messages. Cost: one pass, about a nanosecond per byte.
Result<BufferAssignment> decodeBufferAssignment(std::string_view bytes, std::uint64_t fileOffset = 0);

} // namespace tidemark
