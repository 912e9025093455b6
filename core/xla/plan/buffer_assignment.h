#pragma once

#include "core/base/id_map.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/warnings.h"
#include "core/xla/plan/field_ref.h"

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

/// What one instruction defines at one shape index. Sizes and offsets are in bytes and never negative.
struct LogicalBuffer {
    std::int64_t id = 0;
    std::int64_t size = 0;
    std::int64_t offset = 0; // in its allocation, as the file says: may lie outside
    std::int64_t unpadded = 0; // without padding, at most size; size itself until the plan's module is known
    std::int64_t color = 0; // the buffer's own; its bytes belong to the space of its allocation
    FieldRef instructionName; // in files of old compilers, in place of an id
    std::uint32_t shapeIndex = kNoIndex; // of BufferAssignment::indices()
    std::uint32_t allocation = kNoIndex; // the one that holds it
    std::uint32_t instruction = kNoIndex; // of the plan's module; set when the module is known
};

/// One contiguous piece of memory the compiler asks for.
struct Allocation {
    std::int64_t index = 0;
    std::int64_t size = 0;
    std::int64_t color = 0; // the memory space
    std::int64_t parameterNumber = 0;
    std::uint32_t parameterShapeIndex = kNoIndex; // of BufferAssignment::indices()
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

/// The size of a logical buffer in its allocation, in bytes.
struct SizeInAllocation {
    std::uint32_t buffer = kNoIndex;
    std::int64_t size = 0;
};

enum class HeapEventKind : std::uint8_t { Alloc, Free, ShareWith, Unknown };

/// One event of a heap-simulator trace; buffers are indices into BufferAssignment::buffers, kNoIndex when unknown.
struct HeapEvent {
    FieldRef instructionName;
    std::uint32_t buffer = kNoIndex;
    std::uint32_t canonical = kNoIndex; // of ShareWith
    HeapEventKind kind = HeapEventKind::Alloc;
};

/// The compiler's memory plan of one module as tables that refer to each other by index.
///
/// Decoding repairs what cannot be, with a warning: sizes outside [0, 2^50) count as 0. All sizes of allocations
/// together stay below 2^62.
struct BufferAssignment {
    /// Spaces that are shown; a warning names more. Each costs a replay, and no device has a tenth as many.
    static constexpr std::size_t kMostSpaces = 256;

    std::vector<LogicalBuffer> buffers; // in file order
    std::vector<Allocation> allocations; // in file order
    std::vector<std::uint32_t> assigned; // indices of buffers
    std::vector<std::int64_t> shapeIndices; // each path behind its length
    std::vector<std::int64_t> instructionIds; // of each buffer, 0 for none; empty once the plan's module is known
    std::vector<SizeInAllocation> otherSizes; // by buffer: where its allocation gives it another size than its own
    std::vector<HeapEvent> events; // of all traces
    std::vector<IndexRange> traces; // into events
    std::string_view bytes; // what FieldRefs point into
    /// Some buffer has the name of its instruction and no id, as old compilers wrote them.
    bool namesInstructions = false;
    Warnings warnings; // those of one space say so

    /// The buffer's addresses within its allocation, cut to it. REQUIRES: it has an allocation
    AddressRange clippedRange(const LogicalBuffer& buffer) const;

    /// Its size as its allocation gives it.
    std::int64_t assignedSize(std::uint32_t buffer) const;

    std::string_view text(FieldRef ref) const { return ref.in(bytes); }
    /// A path into a shape; empty for kNoIndex.
    std::span<const std::int64_t> indices(std::uint32_t path) const
    {
        return path == kNoIndex
            ? std::span<const std::int64_t>()
            : std::span(shapeIndices).subspan(path + 1, static_cast<std::size_t>(shapeIndices[path]));
    }
    std::span<const std::uint32_t> buffersOf(const Allocation& allocation) const
    {
        return std::span(assigned).subspan(allocation.assigned.begin, allocation.assigned.size());
    }
};

/// Decodes a serialized BufferAssignmentProto, which must outlive the result. Error when the bytes are no valid
/// message, and of kind Cancelled; `fileOffset` is added to offsets in messages. Cost: one pass, about a nanosecond per
/// byte.
Result<BufferAssignment> decodeBufferAssignment(std::string_view bytes, std::uint64_t fileOffset = 0,
                                                const Progress& progress = {});

} // namespace tidemark
