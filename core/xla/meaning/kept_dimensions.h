#pragma once

#include "core/xla/meaning/hlo_graph.h"

#include <array>
#include <functional>
#include <optional>

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

    bool isAnyKept(ValueId value) const { return m_marks[value].kept != 0; }
    bool isAnySummed(ValueId value) const { return m_marks[value].summed != 0; }

private:
    static constexpr std::size_t kMostDimensions = 8; // later dimensions are ignored

    /// Sets of dimensions as bits. The first dimension is the lowest bit.
    struct Marks {
        std::uint8_t kept = 0;
        std::uint8_t summed = 0;
        friend bool operator==(Marks, Marks) = default;
        Marks operator|(Marks other) const
        {
            return {static_cast<std::uint8_t>(kept | other.kept), static_cast<std::uint8_t>(summed | other.summed)};
        }
    };
    /// The dimension of an operand for each dimension of a result; -1 for none.
    using Places = std::array<std::int8_t, kMostDimensions>;
    struct ProductOperand {
        Places places;
        std::uint8_t own = 0; // dimensions of the operand that the result has and that are no batch dimensions
        std::uint8_t summed = 0;
    };
    using Product = std::array<ProductOperand, 2>;

    Marks marksOf(ValueId value, const Source& source) const;
    std::optional<Product> productOf(InstructionId instruction) const;
    std::optional<Product> dotOf(std::string_view numbers, InstructionId instruction) const;
    std::optional<Product> convolutionOf(std::string_view numbers, InstructionId instruction) const;
    bool sweepProduct(ValueId value, const IsWeight& isWeight);
    bool add(ValueId value, Marks marks);
    /// `ofResult`: the dimension of the operand for each dimension of the result, as a transpose lists them.
    static Places placesOf(const std::vector<std::int64_t>& ofResult);
    static Marks placed(Marks marks, const Places& places);
    static Marks repeated(Marks marks, const Places& places);
    static Marks regrouped(Marks marks, ShapeView from, ShapeView to);

    const HloGraph& m_graph;
    IdVector<ValueId, Marks> m_marks;
};

} // namespace tidemark::xla
