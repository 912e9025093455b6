#include "core/xla/meaning/kept_dimensions.h"

#include "core/shapes/array_shape.h"
#include "core/wire/wire_reader.h"
#include "core/xla/meaning/sweep.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace tidemark::xla {
namespace {

using proto::HloInstructionProto;

using Numbers = std::vector<std::int64_t>;

/// What a product does with the dimensions of one operand.
struct ProductOperand {
    Numbers places; // the dimension of the operand for each dimension of the result; -1 for none
    unsigned own = 0; // dimensions of the operand that the result has and that are no batch dimensions
    unsigned summed = 0;
};
using Product = std::array<ProductOperand, 2>;

constexpr std::int64_t kMostDimensions = 8; // later dimensions are ignored

unsigned bit(std::int64_t dimension)
{
    return dimension >= 0 && dimension < kMostDimensions ? 1U << dimension : 0U;
}

unsigned bitsOf(const Numbers& dimensions)
{
    unsigned bits = 0;
    for (const std::int64_t dimension : dimensions)
        bits |= bit(dimension);
    return bits;
}

/// A dimension, or the part of it that one tile or the order of tiles has.
struct Extent {
    std::int64_t dimension;
    std::uint64_t size;
};

/// Returns the extents of an array as they follow each other in memory, the outermost first. Extents of 1 are left out.
/// A tile splits the innermost dimensions.
std::vector<Extent> inMemory(const ArrayShape& array)
{
    const std::size_t rank = array.dimensions.size();
    Numbers order(rank);
    std::iota(order.begin(), order.end(), 0);
    Numbers tile;
    if (array.layout && array.layout->minorToMajor.size() == rank) {
        order.assign(array.layout->minorToMajor.rbegin(), array.layout->minorToMajor.rend());
        if (!array.layout->tiles.empty() && array.layout->tiles[0].size() <= rank)
            tile = array.layout->tiles[0];
    }
    tile.insert(tile.begin(), rank - tile.size(), 1);
    std::vector<Extent> outer;
    std::vector<Extent> inner;
    for (std::size_t i = 0; i < rank; ++i) {
        if (order[i] < 0 || order[i] >= static_cast<std::int64_t>(rank))
            continue;
        const std::int64_t size = array.dimensions[static_cast<std::size_t>(order[i])];
        const std::int64_t within = std::clamp(tile[i], std::int64_t{1}, std::max(size, std::int64_t{1}));
        outer.push_back({order[i], static_cast<std::uint64_t>(size / within + (size % within != 0 ? 1 : 0))});
        inner.push_back({order[i], static_cast<std::uint64_t>(within)});
    }
    outer.insert(outer.end(), inner.begin(), inner.end());
    std::erase_if(outer, [](const Extent& extent) { return extent.size == 1; });
    return outer;
}

Numbers numbersOf(std::string_view instruction, std::uint32_t field)
{
    Numbers numbers;
    Damage known;
    for (WireReader reader(instruction, known); reader.next();)
        if (reader.field() == field)
            reader.forEachInt64([&](std::int64_t number) { numbers.push_back(number); });
    return numbers;
}

Numbers dimensionsOf(const HloGraph& graph, InstructionId instruction)
{
    return numbersOf(graph.module().bytesOf(instruction), HloInstructionProto::kDimensionsFieldNumber);
}

/// Maps dimensions of a result to those of its source. Dimension i of the result is dimension places[i] of the source,
/// as a transpose lists them.
unsigned placed(unsigned dimensions, const Numbers& places)
{
    unsigned result = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        result |= (dimensions & bit(static_cast<std::int64_t>(i))) != 0 ? bit(places[i]) : 0U;
    return result;
}

DimensionUses placed(DimensionUses marks, const Numbers& places)
{
    return {placed(marks.kept, places), placed(marks.summed, places)};
}

/// The same for a broadcast, which lists the dimension of the result for each dimension of the source. A dimension
/// along which the source is repeated is no batch dimension: it is the same for every member of a batch. If it is the
/// outermost kept one, no kept dimension counts. Positions are kept, too, but they lie within the batch.
DimensionUses repeated(DimensionUses marks, const Numbers& inResult)
{
    Numbers places(kMostDimensions, -1);
    for (std::size_t i = 0; i < inResult.size(); ++i)
        if (bit(inResult[i]) != 0)
            places[static_cast<std::size_t>(inResult[i])] = static_cast<std::int64_t>(i);
    if (marks.kept != 0 && places[static_cast<std::size_t>(std::countr_zero(marks.kept))] < 0)
        marks.kept = 0;
    return placed(marks, places);
}

/// Maps marks between two shapes of the same elements. Groups of consecutive dimensions of one shape correspond to
/// groups of the other, in the order of their common memory.
DimensionUses regrouped(DimensionUses marks, const ArrayShape& from, const ArrayShape& to)
{
    const std::vector<Extent> source = inMemory(from);
    const std::vector<Extent> result = inMemory(to);
    DimensionUses all;
    for (std::size_t i = 0, k = 0; i < source.size() && k < result.size();) {
        const std::size_t first = i;
        std::uint64_t sourceSize = source[i++].size;
        std::uint64_t resultSize = result[k].size;
        unsigned inResult = bit(result[k++].dimension);
        while (sourceSize != resultSize) {
            if (sourceSize < resultSize && i < source.size()) {
                sourceSize *= source[i++].size;
            } else if (resultSize < sourceSize && k < result.size()) {
                resultSize *= result[k].size;
                inResult |= bit(result[k++].dimension);
            } else {
                return {}; // the elements differ
            }
        }
        const bool isKept = (marks.kept & inResult) != 0;
        const bool isSummed = (marks.summed & inResult) != 0;
        for (std::size_t at = first; at < i; ++at) {
            all.kept |= isKept ? bit(source[at].dimension) : 0U;
            all.summed |= isSummed ? bit(source[at].dimension) : 0U;
        }
    }
    return all;
}

/// Carries the marks of a value back to one of its sources.
DimensionUses marksOf(const HloGraph& graph, ValueId value, const Source& source, DimensionUses marks)
{
    const InstructionId instruction = graph.definedBy(value);
    const std::string_view name = graph.module().opcodeOf(instruction);
    switch (source.flow) {
    case Flow::Same:
    case Flow::Moved:
        if (name == "transpose")
            return placed(marks, dimensionsOf(graph, instruction));
        if (name == "bitcast" || name == "reshape" || name == "reduce") { // a reduction over dimensions of size 1
            ArrayShape from = readArrayShape(graph.shapeOf(source.value));
            ArrayShape to = readArrayShape(graph.shapeOf(value));
            if (name != "bitcast") { // the elements have the same order, but not in memory
                from.layout.reset();
                to.layout.reset();
            }
            return regrouped(marks, from, to);
        }
        return marks;
    case Flow::Summed:
    case Flow::Piece:
    case Flow::Elementwise:
    case Flow::Base:
    case Flow::Update:
        return marks;
    case Flow::Repeated:
        return repeated(marks, dimensionsOf(graph, instruction));
    default:
        return {};
    }
}

/// The result has the batch dimensions, then the remaining ones of the first operand, then those of the second.
Product dotOf(const HloGraph& graph, std::string_view numbers, InstructionId instruction)
{
    using Dot = proto::DotDimensionNumbers;
    const std::array<std::uint32_t, 2> summedFields
        = {Dot::kLhsContractingDimensionsFieldNumber, Dot::kRhsContractingDimensionsFieldNumber};
    const std::array<std::uint32_t, 2> batchFields
        = {Dot::kLhsBatchDimensionsFieldNumber, Dot::kRhsBatchDimensionsFieldNumber};
    Product product;
    std::size_t before = 0; // dimensions of the result that belong to the other operand
    for (std::size_t k = 0; k < 2; ++k) {
        ProductOperand& operand = product[k];
        const InstructionId from = graph.operand(instruction, k);
        operand.summed = bitsOf(numbersOf(numbers, summedFields[k]));
        operand.places = numbersOf(numbers, batchFields[k]);
        const unsigned others = operand.summed | bitsOf(operand.places);
        operand.places.resize(std::max(before, operand.places.size()), -1);
        const auto rank = static_cast<std::int64_t>(readArrayShape(graph.module().shapeOf(from)).dimensions.size());
        for (std::int64_t i = 0; i < rank; ++i)
            if ((others & bit(i)) == 0) {
                operand.own |= bit(i);
                operand.places.push_back(i);
            }
        before = operand.places.size();
    }
    return product;
}

/// Compilers also write matrix products as convolutions with a batch along spatial dimensions.
Product convolutionOf(const HloGraph& graph, std::string_view numbers, InstructionId instruction)
{
    using Convolution = proto::ConvolutionDimensionNumbers;
    const auto single = [&](std::uint32_t field) {
        const Numbers all = numbersOf(numbers, field);
        return all.empty() ? std::int64_t{0} : all.back(); // protobuf leaves out zeros
    };
    const Numbers inResult = numbersOf(numbers, Convolution::kOutputSpatialDimensionsFieldNumber);
    const Numbers inInput = numbersOf(numbers, Convolution::kInputSpatialDimensionsFieldNumber);
    const Numbers result = readArrayShape(graph.module().shapeOf(instruction)).dimensions;
    const Numbers array = readArrayShape(graph.module().shapeOf(graph.operand(instruction))).dimensions;
    const auto has = [](const Numbers& all, std::int64_t at) { return at >= 0 && at < std::ssize(all); };
    const auto place = [has](ProductOperand& operand, std::int64_t at, std::int64_t in) {
        if (has(operand.places, at)) {
            operand.places[static_cast<std::size_t>(at)] = in;
            operand.own |= bit(in);
        }
    };
    Product product;
    product.fill({Numbers(result.size(), -1)});
    auto& [input, kernel] = product;
    input.summed = bit(single(Convolution::kInputFeatureDimensionFieldNumber));
    kernel.summed = bit(single(Convolution::kKernelInputFeatureDimensionFieldNumber));
    place(input, single(Convolution::kOutputBatchDimensionFieldNumber),
          single(Convolution::kInputBatchDimensionFieldNumber));
    place(kernel, single(Convolution::kOutputFeatureDimensionFieldNumber),
          single(Convolution::kKernelOutputFeatureDimensionFieldNumber));
    for (std::size_t i = 0; i < std::min(inResult.size(), inInput.size()); ++i)
        if (has(result, inResult[i]) && has(array, inInput[i])
            && array[static_cast<std::size_t>(inInput[i])] >= result[static_cast<std::size_t>(inResult[i])])
            place(input, inResult[i], inInput[i]); // otherwise it may be the window
    return product;
}

/// Returns nullopt for a product that is computed element by element.
std::optional<Product> productOf(const HloGraph& graph, InstructionId instruction)
{
    Damage known;
    std::string_view dot;
    std::string_view convolution;
    for (WireReader reader(graph.module().bytesOf(instruction), known); reader.next();) {
        reader.store(HloInstructionProto::kDotDimensionNumbersFieldNumber, dot);
        reader.store(HloInstructionProto::kConvolutionDimensionNumbersFieldNumber, convolution);
    }
    if (!dot.empty())
        return dotOf(graph, dot, instruction);
    if (!convolution.empty())
        return convolutionOf(graph, convolution, instruction);
    return std::nullopt;
}

/// Carries the marks of a product back to its two factors. If only one of them is a weight, the other gets marks, too.
std::vector<DimensionUses> marksOfFactors(const HloGraph& graph, ValueId value, DimensionUses marks,
                                          const IsWeight& isWeight)
{
    const auto sources = graph.sources(value);
    if (sources.size() < 2 || sources[0].flow != Flow::Product || sources[1].flow != Flow::Product)
        return {};
    const std::array<bool, 2> isSeed = {isWeight(value, sources[1].value), isWeight(value, sources[0].value)};
    if (marks == DimensionUses() && isSeed[0] == isSeed[1])
        return {};
    const std::optional<Product> product = productOf(graph, graph.definedBy(value));
    if (!product)
        return {};
    std::vector<DimensionUses> result;
    for (std::size_t k = 0; k < 2; ++k) {
        const auto& [places, own, summed] = (*product)[k];
        const bool isData = isSeed[k] && !isSeed[1 - k];
        result.push_back(placed(marks, places) | (isData ? DimensionUses{own, summed} : DimensionUses()));
    }
    return result;
}

} // namespace

IdVector<ValueId, DimensionUses> findKeptDimensions(const HloGraph& graph, const IsWeight& isWeight)
{
    IdVector<ValueId, DimensionUses> marks(graph.valueCount());
    const auto add = [&marks](ValueId value, DimensionUses more) {
        const DimensionUses before = marks[value];
        return before != (marks[value] = before | more);
    };
    sweepBackward(graph, [&](ValueId value, std::span<const Source> sources) {
        bool changed = false;
        if (graph.nodeOf(value).opcode == Opcode::Product) {
            const std::vector<DimensionUses> ofFactors = marksOfFactors(graph, value, marks[value], isWeight);
            for (std::size_t k = 0; k < ofFactors.size(); ++k)
                changed |= add(sources[k].value, ofFactors[k]);
        } else if (marks[value] != DimensionUses()) {
            for (const Source& source : sources)
                changed |= add(source.value, marksOf(graph, value, source, marks[value]));
        }
        return changed;
    });
    return marks;
}

} // namespace tidemark::xla
