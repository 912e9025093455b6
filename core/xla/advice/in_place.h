#pragma once

#include "core/xla/meaning/hlo_graph.h"

#include <set>

namespace tidemark {

/// Whether what computes `to` out of `from`, two arrays of one shape, may write each element where it has read it: it
/// reads every element for the same one of the result alone. What lies in memory on the way from one to the other was
/// computed at another time, and does not count. Of what is not known to be so: no.
/// Source: XLA shares the memory of an operand with its user so (elementwise ones, loop fusions, updates at an index; a
/// copy without a change is left out altogether).
/// Cost: one look at each value that is computed on the way.
bool canBeWrittenInPlace(const HloGraph& graph, ValueId to, ValueId from);
/// All that it may be written in place of, if their shapes are that of `to`. Cost: the same.
std::set<ValueId> inPlaceSources(const HloGraph& graph, ValueId to);

} // namespace tidemark
