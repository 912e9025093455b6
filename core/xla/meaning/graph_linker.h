#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark {

/// Finds the order in which a graph runs, and of what each value comes out. False when cancelled.
bool linkGraph(HloGraph& graph, const Progress& progress);

} // namespace tidemark
