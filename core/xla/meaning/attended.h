#pragma once

#include "core/xla/meaning/arguments.h"

namespace tidemark::xla {

enum class Attended : std::uint8_t { No, Probable, Certain };

/// Returns which arguments are the keys and values of an attention that only reads them, such as attention over an
/// encoder's output. The softmax of products of the data with the keys weighs the values, which have the same type and
/// number of elements. It is certain if each sequence has its own keys. Otherwise all sequences may read a learned
/// memory. `isData`: which values depend on the data. `mayBe`: the arguments whose meaning is still open. Cost: a
/// forward sweep over the graph.
IdVector<ArgumentId, Attended> attendedArguments(const HloGraph& graph, const Arguments& arguments,
                                                 const ValueTruths& isData, const IdVector<ArgumentId, bool>& mayBe);

} // namespace tidemark::xla
