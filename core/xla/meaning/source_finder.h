#pragma once

#include "core/base/by_group.h"
#include "core/xla/meaning/hlo_graph.h"

namespace tidemark {

/// Who runs a computation as a part of the dataflow.
struct GraphCaller {
    InstructionId instruction;
    std::uint32_t number; // which of its computations
};

/// Adds the sources of the values of instructions [begin, end) to `sources`, and tells the graph where in these those
/// of each begin. `callers` are those of each computation. Cost: linear in the bytes of these instructions, those that
/// they name, and the callers.
void findSources(HloGraph& graph, const ByGroup<GraphCaller>& callers, InstructionId begin, InstructionId end,
                 std::vector<Source>& sources);

} // namespace tidemark
