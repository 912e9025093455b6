#pragma once

#include "core/xla/meaning/updates.h"

namespace tidemark::xla {

/// Finds the values that depend on the gradient of the loss, and so belong to the backward part or to the update.
/// Framework names mark them ("transpose(jvp…"). Without such names the earliest gradient of a
/// weight is used: it is the product of a forward value and a value that depends on it, and the backward part begins at
/// the second one.
struct Backward {
    Backward() = default;
    /// Cost: one forward sweep over the graph, or without framework names one for each place where the backward part
    /// begins.
    Backward(const HloGraph& graph, const Arguments& arguments, const Updates& updates);

    bool isBackward(ValueId value) const { return is[value]; }

    ValueTruths is; // it depends on the gradient of the loss
    ValueTruths isRecomputed; // for the backward part, to which it does not belong, as the framework's name says
    bool exists = false; // the program has a backward part
    /// False if JAX named the operations and marked none as backward: the backward part may be hand-written, or steps
    /// that only look like gradients.
    bool isCertain = false;
};

/// Returns for each argument whether it is a first factor: it has no next value, and a product outside updates
/// multiplies it with an argument that has one. The batch does so when it meets the first weights.
IdVector<ArgumentId, bool> findFirstFactors(const HloGraph& graph, const Arguments& arguments, const Updates& updates);

} // namespace tidemark::xla
