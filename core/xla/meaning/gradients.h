#pragma once

#include "core/xla/meaning/backward.h"

namespace tidemark::xla {

/// Finds the gradients of weights and the values between them and the next values of arguments.
///
/// The backward part computes a gradient as the product of a value that forward saved and a value of backward, with as
/// many elements as an argument that has a next value. Optimizers that are not elementwise (Shampoo, Muon, K-FAC)
/// multiply such gradients with each other and with their state. Those products are no gradients.
class Gradients
{
public:
    /// Cost: at most five sweeps over the graph.
    Gradients(const HloGraph& graph, const Arguments& arguments, const Updates& updates, const Backward& backward);

    /// Returns whether the value is the gradient of a weight, as the backward part computes it.
    bool isGradient(ValueId value) const { return (m_facts[value] & kGradient) != 0; }
    /// Returns whether it is the gradient of rows, which are added to a weight. It is the weight's after the addition.
    bool isOfRows(ValueId value) const { return (m_facts[value] & kOfRows) != 0; }
    /// Returns whether it is between gradients and the next values of arguments.
    bool isUpdate(ValueId value) const { return (m_facts[value] & kUpdate) != 0; }
    /// Returns whether a gradient depends on it other than through updates. Gradients depend on weights, but not on
    /// optimizer state.
    bool leadsToGradient(ValueId value) const { return m_leads[value]; }
    /// Returns whether a term of the update is a gradient, or is computed from gradients with products.
    bool areIn(const Update& update) const;
    /// Returns whether a gradient updates an argument that gradients depend on.
    bool updateWeights() const { return m_updateWeights; }

private:
    static constexpr std::uint8_t kGradient = 1;
    static constexpr std::uint8_t kOfGradients = 2; // a term that an optimizer computes from gradients with products
    static constexpr std::uint8_t kOfRows = 4;
    static constexpr std::uint8_t kUpdate = 8;

    ValueTruths valuesOfBatch() const;
    ValueTruths findFirst();
    void findTerms(const ValueTruths& isAfter);
    void findWhatLeads(bool isAnyArray);
    bool isAnyBackward(const std::vector<ValueId>& terms) const;

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const Backward& m_backward;
    IdVector<ValueId, std::uint8_t> m_facts;
    ValueTruths m_leads;
    bool m_updateWeights = false;
};

} // namespace tidemark::xla
