#pragma once

#include "core/xla/meaning/backward.h"

namespace tidemark::xla {

/// Finds the gradients of weights as the backward part computes them: products of a value that forward saved and a
/// value of backward, with as many elements as an argument that has a next value. Optimizers that are not elementwise
/// (Shampoo, Muon, K-FAC) multiply such gradients with each other and with their state. Those products are no
/// gradients.
class FirstGradients
{
public:
    /// Cost: at most four sweeps over the graph.
    FirstGradients(const HloGraph& graph, const Arguments& arguments, const Updates& updates, const Backward& backward);

    const ValueTruths& all() const { return m_is; }
    /// Returns whether a value depends on such a gradient, and is none itself.
    bool isAfter(ValueId value) const { return m_isAfter[value] && !m_is[value]; }

private:
    ValueTruths m_is;
    ValueTruths m_isAfter;
};

/// Returns the sums and maxima of values that updates computed from gradients; optimizers scale moments of few bits by
/// them. `isUpdate`: the values between gradients and next values.
ValueTruths measuresOfUpdates(const HloGraph& graph, const ValueTruths& isUpdate, const ValueTruths& isGradient);

} // namespace tidemark::xla
