#pragma once

#include "core/xla/meaning/hlo_graph.h"

#include <array>
#include <functional>
#include <optional>

namespace tidemark {

/// Which dimensions of values later products with weights keep, and which they sum over. That tells a batch, one
/// dimension of which is kept to the end, from weights, all of whose results are summed over by the next ones, where
/// both are multiplied and neither is known.
class KeptDimensions
{
public:
    /// Of a product that data may flow through, and of one of its operands, whether that is a weight.
    using IsWeight = std::function<bool(ValueId product, ValueId operand)>;

    /// Cost: a sweep over the graph; shapes of what leads to such products are read.
    KeptDimensions(const HloGraph& graph, const IsWeight& isWeight);

    bool isAnyKept(ValueId value) const { return m_marks[value].kept != 0; }
    bool isAnySummed(ValueId value) const { return m_marks[value].summed != 0; }

private:
    static constexpr std::size_t kMostDimensions = 8; // further ones are left out

    /// Sets of dimensions as bits, the first one lowest.
    struct Marks {
        std::uint8_t kept = 0;
        std::uint8_t summed = 0;
        friend bool operator==(Marks, Marks) = default;
        Marks operator|(Marks other) const
        {
            return {static_cast<std::uint8_t>(kept | other.kept), static_cast<std::uint8_t>(summed | other.summed)};
        }
    };
    /// Where dimensions of a result are in an operand; none for -1.
    using Places = std::array<std::int8_t, kMostDimensions>;
    struct ProductOperand {
        Places places;
        std::uint8_t own = 0; // dimensions that the result has of it alone
        std::uint8_t summed = 0;
    };
    using Product = std::array<ProductOperand, 2>;

    Marks marksOf(ValueId value, const Source& source) const;
    std::optional<Product> productOf(InstructionId instruction) const;
    std::optional<Product> dotOf(std::string_view numbers, InstructionId instruction) const;
    std::optional<Product> convolutionOf(std::string_view numbers, InstructionId instruction) const;
    bool sweepProduct(ValueId value, const IsWeight& isWeight);
    bool add(ValueId value, Marks marks);
    static Marks placed(Marks marks, const Places& places);
    static Marks repeated(Marks marks, const Places& places);
    static Marks regrouped(Marks marks, ShapeView from, ShapeView to);

    const HloGraph& m_graph;
    IdVector<ValueId, Marks> m_marks;
};

} // namespace tidemark
