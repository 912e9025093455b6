#pragma once

#include "core/base/by_group.h"
#include "core/xla/meaning/hlo_graph.h"

namespace tidemark::xla {

/// An instruction that runs a computation as a part of the dataflow.
struct GraphCaller {
    InstructionId instruction;
    std::uint32_t number; // the position of the computation among those it calls
};

/// Appends the sources of the values of instructions [begin, end) to `sources`, and sets in the graph where the sources
/// of each value begin in that vector. `callers` are grouped by computation. Cost: linear in the bytes of these
/// instructions and of their operands, and in the callers.
void findSources(HloGraph& graph, const ByGroup<GraphCaller>& callers, InstructionId begin, InstructionId end,
                 std::vector<Source>& sources);

} // namespace tidemark::xla
