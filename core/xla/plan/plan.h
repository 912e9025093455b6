#pragma once

#include "core/files/file.h"
#include "core/wire/file_cursor.h"
#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/wide_tuples.h"

#include <functional>
#include <memory>

namespace tidemark {

/// The two halves of a HloProto inside a file. Empty when absent. Compilers write one range of each; where there are
/// more, protobuf merges the messages, which is to read their bytes one after the other.
struct HloParts {
    std::vector<FileRange> module;
    std::vector<FileRange> assignment;
};

/// Finds them without reading them. Error, without the path, when the HloProto is cut or damaged.
Result<HloParts> findHloParts(const File& file, FileRange hlo);

/// The buffer assignment of a module alone: what a list of modules needs.
class AssignmentOnly
{
public:
    /// Error of kind Unsupported when the module has none.
    static Result<AssignmentOnly> load(const File& file, FileRange hlo);
    const BufferAssignment& assignment() const { return m_assignment; }

private:
    std::shared_ptr<const Bytes> m_bytes;
    BufferAssignment m_assignment;
};

/// One compiled module, decoded: its instructions and its memory plan. Immutable; everything that views show is derived
/// from it. Memory: the bytes of the HLO and about as much again for the tables.
class Plan
{
public:
    /// Error of kind Unsupported when the module has no buffer assignment.
    static Result<std::shared_ptr<const Plan>> load(const File& file, FileRange hlo);
    /// The same from bytes in memory (a serialized HloProto), which are copied.
    static Result<std::shared_ptr<const Plan>> parse(std::string_view hlo);

    const HloModule& module() const { return m_module; }
    const BufferAssignment& assignment() const { return m_assignment; }

    /// kNoIndex when the file does not tell.
    std::uint32_t instructionOf(const LogicalBuffer& buffer) const;
    /// Of the instruction's shape at the buffer's whole index path; empty when unknown.
    ShapeView shapeOf(const LogicalBuffer& buffer) const;
    /// A part of an instruction's shape; the same for every index of this plan in constant time.
    std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index) const
    {
        return m_wideTuples.subshape(shape, index);
    }
    /// Unpadded size of a buffer: its shape's, the size itself for a tuple's table of pointers and for unknown types.
    /// Never above the buffer's size.
    std::int64_t unpaddedSizeOf(const LogicalBuffer& buffer) const { return unpaddedSize(buffer, shapeOf(buffer)); }
    /// The same where its shape is at hand.
    static std::int64_t unpaddedSize(const LogicalBuffer& buffer, ShapeView shape);
    /// The logical buffer that stands for an indefinite or untraced allocation: the argument itself for a parameter,
    /// else the largest, the first in `assigned` order among equals. kNoIndex when the allocation holds none.
    std::uint32_t representativeOf(const Allocation& allocation) const;

private:
    void prepareWideTuples();

    using ReadPart = std::function<Result<std::shared_ptr<const Bytes>>(
        const std::vector<FileRange>&)>; // called from two threads at once
    static Result<std::shared_ptr<const Plan>> decode(const HloParts& parts, const ReadPart& read);

    std::shared_ptr<const Bytes> m_moduleBytes;
    std::shared_ptr<const Bytes> m_assignmentBytes;
    HloModule m_module;
    BufferAssignment m_assignment;
    WideTuples m_wideTuples;
};

} // namespace tidemark
