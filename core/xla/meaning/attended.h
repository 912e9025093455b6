#pragma once

#include "core/xla/meaning/arguments.h"

namespace tidemark {

/// Which arguments are the keys and the values of an attention that only reads them, as that over an encoder's output
/// does: the softmax of products of the data with the one weighs the other, which has the same shape. Each sequence has
/// keys of its own; a memory that is learned is read by all of them, and is none. `isData`: what flows with the data;
/// `mayBe`: arguments that nothing else is known of. Cost: a sweep over the graph.
IdVector<ArgumentId, bool> attendedArguments(const HloGraph& graph, const Arguments& arguments,
                                             const ValueTruths& isData, const IdVector<ArgumentId, bool>& mayBe);

} // namespace tidemark
