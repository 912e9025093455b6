#pragma once

#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/hlo_parts.h"
#include "core/xla/plan/large_shapes.h"

#include <memory>

namespace tidemark {

/// The buffer assignment of a module alone: what a list of modules needs.
class AssignmentOnly
{
public:
    /// Error of kind NoPlan when the module has none.
    static Result<AssignmentOnly> load(const HloParts& parts, const Progress& progress = {});
    const BufferAssignment& assignment() const { return m_assignment; }

private:
    std::shared_ptr<const Bytes> m_bytes;
    BufferAssignment m_assignment;
};

/// One compiled module, decoded: its instructions and its memory plan. Immutable, so that threads may share it;
/// everything that views show is derived from it. Memory: the bytes of the HLO and about half as much again for the
/// tables.
///
/// Its tables refer to each other by ids, a type for each table, which are none where the file does not tell:
///
///     InstructionId  module().instruction(id)        name, opcode, shape, source; nameOf(id), shapeOf(id) alone
///     BufferId       assignment().buffers[id]        what defines it (instruction, path into its shape), where it lies
///     AllocationId   assignment().allocations[id]    space and size; buffersOf(allocation) lie in it
///     TraceId        assignment().eventsOf(id)       births and deaths of buffers, in the order of the program
class Plan
{
public:
    /// Error of kind NoPlan when the module has no buffer assignment, and of kind Cancelled within milliseconds.
    /// Offsets in messages and warnings are bytes of the file, where a half is in one range.
    static Result<std::shared_ptr<const Plan>> load(const HloParts& parts, const Progress& progress = {});
    /// The same from bytes in memory (a serialized HloProto), which are copied.
    static Result<std::shared_ptr<const Plan>> parse(std::string_view hlo);

    const HloModule& module() const { return m_module; }
    const BufferAssignment& assignment() const { return m_assignment; }
    /// Whether the file holds more than the assignment: names, shapes, dataflow.
    bool hasModule() const { return m_hasModule; }
    /// What is left open where it was written from text reports, whose module has names and shapes alone.
    const std::optional<PlanGaps>& gaps() const { return m_gaps; }
    /// Whether XProf has figures of it.
    bool isForXprof() const { return tidemark::isForXprof(m_gaps); }
    /// Whether sizes without padding are known.
    bool knowsPadding() const { return m_hasModule && !(m_gaps && m_gaps->padding); }
    /// Whether it is known which allocations are arguments, results and constants.
    bool knowsKinds() const { return !(m_gaps && m_gaps->kinds); }
    /// Whether allocations and offsets are the compiler's.
    bool knowsPlaces() const { return !(m_gaps && m_gaps->places); }
    /// What is wrong with either and was survived; what is about one memory space says so.
    const Warnings& warnings() const { return m_warnings; }

    /// Of the instruction's shape at the buffer's whole index path; empty when unknown.
    ShapeView shapeOf(const LogicalBuffer& buffer) const;
    /// A part of an instruction's shape; the same for every index of this plan in constant time.
    std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index) const
    {
        return m_largeShapes.subshape(shape, index);
    }
    /// As measureShape(); in constant time for every shape of a buffer.
    ArrayMeasure measure(ShapeView shape) const { return m_largeShapes.measure(shape); }
    /// The logical buffer that stands for an indefinite or untraced allocation: the argument itself for a parameter,
    /// else the largest, the first in `assigned` order among equals. None when the allocation holds none.
    BufferId representativeOf(const Allocation& allocation) const;

private:
    /// `offset`: of the bytes in their file.
    std::optional<Error> decodeModule(std::shared_ptr<const Bytes> bytes, std::uint64_t offset,
                                      const Progress& progress);
    std::optional<Error> decodeAssignment(std::shared_ptr<const Bytes> bytes, std::uint64_t offset,
                                          const Progress& progress);
    void findInstructions();
    bool measureBuffers(const Progress& progress); // false when cancelled
    class RecentShapes;
    void measureBuffer(LogicalBuffer& buffer, RecentShapes& recent);
    void warnOfShape(const LogicalBuffer& buffer, bool isDamaged);

    bool m_hasModule = true;
    std::optional<PlanGaps> m_gaps;
    std::shared_ptr<const Bytes> m_moduleBytes;
    std::shared_ptr<const Bytes> m_assignmentBytes;
    HloModule m_module;
    BufferAssignment m_assignment;
    LargeShapes m_largeShapes;
    Warnings m_warnings;
};

} // namespace tidemark
