#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark {

/// The instructions of a module in the order in which they run, each once. What loops, branches, calls and asynchronous
/// pairs run stands before them, a loop's condition before its body; what fusions, reducers and comparators are made of
/// runs within one instruction and is not in it.
/// Source of the rule: HloLiveRange::FlattenSchedule in openxla/xla, whose order the heap simulator's trace has.
class ProgramOrder
{
public:
    static constexpr std::uint32_t kNever = 0xffffffff;

    /// Of a computation as its schedule says, else in file order. Error of kind Cancelled. Cost: one pass over the
    /// schedule and the instructions.
    static Result<ProgramOrder> of(const HloGraph& graph, const Progress& progress = {});

    std::span<const InstructionId> instructions() const { return m_instructions; }
    /// A loop's condition and body run at the places [begin, place).
    struct Loop {
        std::uint32_t begin = 0;
        std::uint32_t place = 0; // of the loop itself
    };
    /// By place.
    std::span<const Loop> loops() const { return m_loops; }
    /// Where an instruction stands in instructions(); kNever for one that does not run by itself.
    std::uint32_t placeOf(InstructionId instruction) const { return m_places[instruction]; }

private:
    std::vector<InstructionId> m_instructions;
    std::vector<Loop> m_loops;
    IdVector<InstructionId, std::uint32_t> m_places;
};

} // namespace tidemark
