#pragma once

#include "core/shapes/shape.h"
#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/hlo_parts.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace tidemark::xla {

/// Keeps measures of shapes, and elements of tuples, that need a long walk, because every buffer of a plan may name one
/// such shape. Only those are kept, so most modules have no entry. Shapes are identified by the position of their
/// bytes.
class LargeShapes
{
public:
    static constexpr std::size_t kLarge = 512; // size in bytes from which the elements of a shape are indexed

    /// Walks at most once over each tuple on the path and over the shape.
    void prepare(ShapeView shape, std::span<const std::int64_t> index);

    /// See tidemark::subshape(). Takes constant time for prepared shapes.
    std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index) const;
    /// See measureShape(). Takes constant time for prepared shapes.
    ArrayMeasure measure(ShapeView shape) const;

private:
    std::optional<ShapeView> element(ShapeView tuple, std::int64_t index) const;

    std::unordered_map<const char*, std::vector<std::uint32_t>> m_elements; // offsets of the fields of each shape
    std::unordered_map<const char*, ArrayMeasure> m_measures;
};

/// The buffer assignment of a module without its HLO, which is enough for a list of modules.
class AssignmentOnly
{
public:
    /// Returns an error of kind NoPlan when the module has no buffer assignment.
    static Result<AssignmentOnly> load(const HloParts& parts, const Progress& progress = {});
    const BufferAssignment& assignment() const { return m_assignment; }
    /// Recovered damage of the assignment. Only the whole Plan knows the damage of the module.
    const Warnings& warnings() const { return m_assignment.warnings; }

private:
    std::shared_ptr<const Bytes> m_bytes;
    BufferAssignment m_assignment;
};

/// One decoded module: its instructions and its memory plan. It is immutable, so threads may share it. Views derive
/// everything from it. Memory: the bytes of the HLO, and about half as much again for the tables.
///
/// Its tables refer to each other by ids, with one type for each table. An id is none where the file does not state it:
///
///     InstructionId  module().instruction(id)        name, opcode, shape, source; nameOf(id), shapeOf(id) alone
///     BufferId       assignment().buffers[id]        its definition (instruction, path into its shape) and place
///     AllocationId   assignment().allocations[id]    space and size; it contains buffersOf(allocation)
///     TraceId        assignment().eventsOf(id)       births and deaths of buffers, in the order of the program
class Plan
{
public:
    /// Returns an error of kind NoPlan when the module has no buffer assignment, and of kind Cancelled within
    /// milliseconds. Offsets in messages and warnings are file offsets if a part is in one range.
    static Result<std::shared_ptr<const Plan>> load(const HloParts& parts, const Progress& progress = {});
    /// Decodes a serialized HloProto in memory. The bytes are copied.
    static Result<std::shared_ptr<const Plan>> parse(std::string_view hlo);

    const HloModule& module() const { return m_module; }
    const BufferAssignment& assignment() const { return m_assignment; }
    /// Returns whether the file holds names, shapes and dataflow besides the assignment.
    bool hasModule() const { return m_hasModule; }
    /// The facts that are missing because the plan was read from text reports, whose module has only names and shapes.
    const std::optional<PlanGaps>& gaps() const { return m_gaps; }
    /// Returns whether XProf has figures for this plan.
    bool isForXprof() const { return xla::isForXprof(m_gaps); }
    /// Returns whether sizes without padding are known.
    bool knowsPadding() const { return m_hasModule && !(m_gaps && m_gaps->padding); }
    /// Returns whether it is known which allocations are arguments, results and constants.
    bool knowsKinds() const { return !(m_gaps && m_gaps->kinds); }
    /// Returns whether allocations and offsets are the compiler's own.
    bool knowsPlaces() const { return !(m_gaps && m_gaps->places); }
    /// Recovered damage in either part. A warning about one memory space names it.
    const Warnings& warnings() const { return m_warnings; }

    /// The shape at the buffer's whole index path in its instruction's shape. Empty when it is unknown.
    ShapeView shapeOf(const LogicalBuffer& buffer) const;
    /// A part of an instruction's shape, in constant time for every index of this plan.
    std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index) const
    {
        return m_largeShapes.subshape(shape, index);
    }
    /// See measureShape(). Takes constant time for every shape of a buffer.
    ArrayMeasure measure(ShapeView shape) const { return m_largeShapes.measure(shape); }
    /// The logical buffer that represents an indefinite or untraced allocation: the argument itself for a parameter,
    /// otherwise the largest buffer, the first in `assigned` order among equals. None when the allocation holds no
    /// buffer.
    BufferId representativeOf(const Allocation& allocation) const;

private:
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

} // namespace tidemark::xla
