#pragma once

#include "core/base/by_group.h"
#include "core/xla/plan/plan.h"
#include "core/xla/uses/program_order.h"

#include <memory>

namespace tidemark {

/// Which instructions read the bytes of each logical buffer of a plan: those that compute with them, move them or wait
/// for that to end. A name alone is no use: bitcasts, tuples and their elements, pieces that lie side by side as one
/// (ConcatBitcast, XLA's memory_space_assignment: what is copied in slices is not moved again), and what hands a value
/// to a loop, a branch or a call, in which what runs there counts. A fusion reads what it is given; a loop that reads a
/// buffer in any round does so until its end, at its own place. Immutable.
class BufferUses
{
public:
    /// `graph` is that of the plan's module. Error of kind Cancelled. Cost: linear in the graph, less than building it.
    static Result<BufferUses> of(const Plan& plan, const HloGraph& graph, const Progress& progress = {});

    const ProgramOrder& order() const { return m_order; }
    /// Places in order(), ascending, each once.
    std::span<const std::uint32_t> of(BufferId buffer) const { return m_places.of(buffer.index()); }

private:
    class Finder;

    ProgramOrder m_order;
    ByGroup<std::uint32_t> m_places; // by buffer
};

} // namespace tidemark
