#pragma once

#include "core/xla/meaning/hlo_graph.h"

#include <set>

namespace tidemark::xla {

/// Returns whether the computation of `to` from `from`, two arrays of one shape, can write each element where it has
/// read it. This holds if every element is read only for the same element of the result. Values between them that are
/// kept in memory end the search, because they are computed at another time. Returns false when it is not known.
/// Source: XLA shares the memory of an operand with its user in these cases: elementwise users, loop fusions and
/// updates at an index. It removes a copy that changes nothing.
/// Cost: one look at each value computed between the two.
bool canBeWrittenInPlace(const HloGraph& graph, ValueId to, ValueId from);
/// Returns all values in whose place `to` can be written, if they have its shape. Cost: the same.
std::set<ValueId> inPlaceSources(const HloGraph& graph, ValueId to);

} // namespace tidemark::xla
