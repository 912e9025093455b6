#pragma once

#include "core/base/by_group.h"
#include "core/xla/meaning/hlo_graph.h"
#include "core/xla/plan/plan.h"

#include <memory>

namespace tidemark::xla {

/// The instructions of a module in execution order, each once. The bodies of loops, branches, calls and asynchronous
/// pairs precede the instruction that runs them, and a loop's condition precedes its body. The instructions inside
/// fusions, reducers and comparators run within one instruction and are not included. Source of the rule:
/// HloLiveRange::FlattenSchedule in openxla/xla, whose order the heap simulator's trace follows.
class ProgramOrder
{
public:
    static constexpr std::uint32_t kNever = 0xffffffff;

    /// Follows the schedule of each computation, or file order without one. Errors: Cancelled. Cost: one pass over the
    /// schedule and the instructions.
    static Result<ProgramOrder> of(const HloGraph& graph, const Progress& progress = {});

    std::span<const InstructionId> instructions() const { return m_instructions; }
    /// The positions [begin, place) at which a loop's condition and body run.
    struct Loop {
        std::uint32_t begin = 0;
        std::uint32_t place = 0; // position of the loop itself
    };
    /// The loops, in the order of their positions.
    std::span<const Loop> loops() const { return m_loops; }
    /// The position of an instruction in instructions(), or kNever for one that does not run by itself.
    std::uint32_t placeOf(InstructionId instruction) const { return m_places[instruction]; }

private:
    std::vector<InstructionId> m_instructions;
    std::vector<Loop> m_loops;
    IdVector<InstructionId, std::uint32_t> m_places;
};

/// The instructions that read the bytes of each logical buffer of a plan: they compute with the bytes, move them, or
/// wait for that to end. An alias is not a use. Aliases are bitcasts, tuples and their elements, slices that are
/// concatenated in place (ConcatBitcast of XLA's memory_space_assignment: data copied in slices is not moved again),
/// and operands of loops, branches and calls, where the instructions inside count instead. A fusion reads its operands.
/// A loop that reads a buffer in any iteration reads it until the loop ends, at the loop's own position. Immutable.
class BufferUses
{
public:
    /// `graph` is the graph of the plan's module. Errors: Cancelled. Cost: linear in the graph, less than building it.
    static Result<BufferUses> of(const Plan& plan, const HloGraph& graph, const Progress& progress = {});

    const ProgramOrder& order() const { return m_order; }
    /// Positions in order(), ascending, each once.
    std::span<const std::uint32_t> of(BufferId buffer) const { return m_places.of(buffer.index()); }

private:
    class Finder;

    ProgramOrder m_order;
    ByGroup<std::uint32_t> m_places; // by buffer
};

} // namespace tidemark::xla
