#pragma once

#include "core/xla/meaning/updates.h"

namespace tidemark::xla {

/// Finds the values that depend on the gradient of the loss, and so belong to the backward part or to the update.
/// Framework names mark them ("transpose(jvp…"). Without such names the earliest gradient of a
/// weight is used: it is the product of a forward value and a value that depends on it, and the backward part begins at
/// the second one.
class Backward
{
public:
    Backward() = default;
    /// Cost: one forward sweep over the graph, or without framework names one for each place where the backward part
    /// begins.
    Backward(const HloGraph& graph, const Arguments& arguments, const Updates& updates);

    bool isBackward(ValueId value) const { return m_is[value]; }
    /// Returns whether the program has a backward part.
    bool exists() const { return m_exists; }
    /// Returns false if JAX named the operations and marked none as backward: the backward part may be hand-written, or
    /// steps that only look like gradients.
    bool isCertain() const { return m_isCertain; }
    /// Returns whether the framework's name marks the value as recomputed for the backward part. Such a value does not
    /// belong to the backward part.
    bool isRecomputed(ValueId value) const { return m_isRecomputed[value]; }

private:
    friend class BackwardFinder;

    ValueTruths m_is;
    ValueTruths m_isRecomputed;
    bool m_exists = false;
    bool m_isCertain = false;
};

/// Returns for each argument whether it is a first factor: it has no next value, and a product outside updates
/// multiplies it with an argument that has one. The batch does so when it meets the first weights.
IdVector<ArgumentId, bool> findFirstFactors(const HloGraph& graph, const Arguments& arguments, const Updates& updates);

} // namespace tidemark::xla
