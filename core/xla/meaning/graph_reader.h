#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark::xla {

/// Reads the nodes, tuples and computations of a module, but not its order and its sources. Errors: Cancelled.
Result<HloGraph> readGraph(const HloModule& module, const Progress& progress);

} // namespace tidemark::xla
