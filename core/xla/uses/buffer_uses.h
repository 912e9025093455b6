#pragma once

#include "core/base/by_group.h"
#include "core/xla/plan/plan.h"
#include "core/xla/uses/program_order.h"

#include <memory>

namespace tidemark::xla {

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
