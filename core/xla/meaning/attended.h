#pragma once

#include "core/xla/meaning/arguments.h"

namespace tidemark::xla {

/// Returns which arguments are the keys and values of an attention that only reads them, such as attention over an
/// encoder's output. The softmax of products of the data with the keys weighs the values, which have the same type and
/// number of elements. Each sequence must have its own keys. A learned memory, which all sequences read, does not
/// count. `isData`: which values depend on the data. `mayBe`: the arguments whose meaning is still open. Cost: a
/// forward sweep over the graph.
IdVector<ArgumentId, bool> attendedArguments(const HloGraph& graph, const Arguments& arguments,
                                             const ValueTruths& isData, const IdVector<ArgumentId, bool>& mayBe);

} // namespace tidemark::xla
