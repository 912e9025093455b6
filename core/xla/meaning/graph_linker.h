#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark::xla {

/// Finds the execution order of a graph and the sources of each value. Returns false when cancelled.
bool linkGraph(HloGraph& graph, const Progress& progress);

} // namespace tidemark::xla
