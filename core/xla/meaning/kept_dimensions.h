#pragma once

#include "core/xla/meaning/hlo_graph.h"

#include <functional>

namespace tidemark::xla {

/// What later products with weights do with the dimensions of a value. Both are sets of dimensions as bits. The first
/// dimension is the lowest bit, and dimensions from the ninth on are ignored.
struct DimensionUses {
    std::uint32_t kept = 0;
    std::uint32_t summed = 0;

    friend bool operator==(DimensionUses, DimensionUses) = default;
    DimensionUses operator|(DimensionUses other) const { return {kept | other.kept, summed | other.summed}; }
};

/// For a product that data may flow through and one of its operands: returns whether the operand is a weight.
using IsWeight = std::function<bool(ValueId product, ValueId operand)>;

/// Finds the dimensions of each value that later products with weights keep, and the dimensions over which they sum.
/// This distinguishes a batch from weights where two unknown values are multiplied: one dimension of a batch is kept to
/// the end, while all results of weights are summed over by the next ones. Cost: a backward sweep over the graph, which
/// reads the shapes of the values that lead to such products.
IdVector<ValueId, DimensionUses> findKeptDimensions(const HloGraph& graph, const IsWeight& isWeight);

} // namespace tidemark::xla
