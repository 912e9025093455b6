#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark {

/// The nodes, tuples and computations of a module, without its order and its sources. Error of kind Cancelled.
Result<HloGraph> readGraph(const HloModule& module, const Progress& progress);

} // namespace tidemark
