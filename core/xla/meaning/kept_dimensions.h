#pragma once

#include "core/xla/meaning/hlo_graph.h"

#include <functional>

namespace tidemark::xla {

/// Finds the dimensions of values that later products with weights keep, and the dimensions over which they sum. This
/// distinguishes a batch from weights where two unknown values are multiplied: one dimension of a batch is kept to the
/// end, while all results of weights are summed over by the next ones.
class KeptDimensions
{
public:
    /// For a product that data may flow through and one of its operands: returns whether the operand is a weight.
    using IsWeight = std::function<bool(ValueId product, ValueId operand)>;

    /// Cost: a backward sweep over the graph, which reads the shapes of the values that lead to such products.
    KeptDimensions(const HloGraph& graph, const IsWeight& isWeight);

    bool isAnyKept(ValueId value) const { return (m_marks[value] & 0xff) != 0; }
    bool isAnySummed(ValueId value) const { return m_marks[value] >> 8 != 0; }

private:
    /// Bits of dimensions: the kept ones in the low byte, the summed ones in the high byte.
    IdVector<ValueId, std::uint16_t> m_marks;
};

} // namespace tidemark::xla
