#include "core/xla/meaning/kept_dimensions.h"

#include "core/shapes/array_shape.h"
#include "core/wire/wire_reader.h"
#include "core/xla/meaning/sweep.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>

namespace tidemark::xla {

using proto::HloInstructionProto;

namespace {

using Marks = unsigned; // as in the header
using Numbers = std::vector<std::int64_t>;

constexpr std::size_t kMostDimensions = 8; // later dimensions are ignored
constexpr unsigned kSummed = 8; // the position of the summed dimensions in marks

unsigned bit(std::int64_t dimension)
{
    return dimension >= 0 && dimension < std::int64_t{kMostDimensions} ? 1U << dimension : 0U;
}

unsigned bitsOf(const Numbers& dimensions)
{
    return std::accumulate(dimensions.begin(), dimensions.end(), 0U,
                           [](unsigned bits, std::int64_t dimension) { return bits | bit(dimension); });
}

Numbers numbersOf(std::string_view message, std::uint32_t field)
{
    Numbers numbers;
    Damage known;
    for (WireReader reader(message, known); reader.next();)
        if (reader.field() == field)
            reader.forEachInt64([&](std::int64_t number) { numbers.push_back(number); });
    return numbers;
}

/// The dimension of an operand for each dimension of a result.
class Places
{
public:
    Places() { m_places.fill(-1); }
    /// Returns false if one of the dimensions is ignored.
    bool set(std::int64_t inResult, std::int64_t inOperand)
    {
        if (bit(inResult) == 0 || bit(inOperand) == 0)
            return false;
        m_places[static_cast<std::size_t>(inResult)] = static_cast<std::int8_t>(inOperand);
        return true;
    }
    std::int64_t of(int inResult) const { return m_places[static_cast<std::size_t>(inResult)]; }
    /// Returns the marks of the operand that follow from those of the result.
    Marks applied(Marks marks) const
    {
        Marks result = 0;
        for (std::size_t i = 0; i < 2 * kMostDimensions; ++i)
            if ((marks >> i & 1) != 0)
                result |= bit(m_places[i % kMostDimensions]) << (i / kMostDimensions * kSummed);
        return result;
    }

private:
    std::array<std::int8_t, kMostDimensions> m_places;
};

/// Places for a broadcast, which states the dimension of the result for each one of the operand.
Places placesOfBroadcast(const Numbers& dimensions)
{
    Places places;
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        places.set(dimensions[i], static_cast<std::int64_t>(i));
    return places;
}

/// Places for a transpose, which states the dimension of the operand for each one of the result.
Places placesOfTranspose(const Numbers& dimensions)
{
    Places places;
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        places.set(static_cast<std::int64_t>(i), dimensions[i]);
    return places;
}

/// Places for a result without some dimensions of the operand.
Places placesWithout(unsigned removed)
{
    Places places;
    std::int64_t next = 0;
    for (std::int64_t i = 0; i < std::int64_t{kMostDimensions}; ++i)
        if ((removed & bit(i)) == 0)
            places.set(next++, i);
    return places;
}

/// A dimension along which the source is repeated is no batch dimension: it is the same for every member of a batch. If
/// it is the outermost kept one, no kept dimension counts. Positions are kept, too, but they lie within the batch.
Marks repeated(Marks marks, const Places& places)
{
    const unsigned kept = marks & 0xff;
    return places.applied(kept != 0 && places.of(std::countr_zero(kept)) < 0 ? marks & ~0xffU : marks);
}

/// The sizes and numbers of dimensions in their order in memory, from the outermost to the innermost, without those of
/// size 1.
struct Ordered {
    explicit Ordered(ShapeView shape)
        : array(readArrayShape(shape))
    {
        if (array.layout)
            order.assign(array.layout->minorToMajor.rbegin(), array.layout->minorToMajor.rend());
        const auto rank = static_cast<std::int64_t>(array.dimensions.size());
        if (order.size() != array.dimensions.size()) {
            order.resize(array.dimensions.size());
            std::iota(order.begin(), order.end(), 0);
        }
        std::erase_if(order, [&](std::int64_t i) { return i < 0 || i >= rank || sizeOf(i) == 1; });
    }
    std::uint64_t sizeOf(std::int64_t dimension) const
    {
        return static_cast<std::uint64_t>(array.dimensions[static_cast<std::size_t>(dimension)]);
    }

    ArrayShape array;
    Numbers order;
};

/// Maps marks between two shapes of the same elements. Groups of consecutive dimensions of one shape correspond to
/// groups of the other, in the order of their common memory.
Marks regrouped(Marks marks, const Ordered& source, const Ordered& result)
{
    Marks all = 0;
    for (std::size_t i = 0, k = 0; i < source.order.size() && k < result.order.size();) {
        const std::size_t first = i;
        std::uint64_t sourceSize = source.sizeOf(source.order[i++]);
        std::uint64_t resultSize = result.sizeOf(result.order[k]);
        unsigned inResult = bit(result.order[k++]);
        while (sourceSize != resultSize) {
            if (sourceSize < resultSize && i < source.order.size()) {
                sourceSize *= source.sizeOf(source.order[i++]);
            } else if (resultSize < sourceSize && k < result.order.size()) {
                resultSize *= result.sizeOf(result.order[k]);
                inResult |= bit(result.order[k++]);
            } else {
                return 0; // the elements differ
            }
        }
        const bool isKept = (marks & inResult) != 0;
        const bool isSummed = (marks >> kSummed & inResult) != 0;
        for (std::size_t at = first; at < i; ++at) { // if both apply, the outer ones are kept, as a batch is
            const unsigned dimension = bit(source.order[at]);
            if (isKept && (!isSummed || at == first))
                all |= dimension;
            if (isSummed && (!isKept || at + 1 == i))
                all |= dimension << kSummed;
        }
    }
    return all;
}

/// An operand of a product.
struct Operand {
    Places places;
    Marks marks = 0; // the dimensions that the result has and that are no batch dimensions, and the summed ones

    void keep(std::int64_t inResult, std::int64_t dimension)
    {
        if (places.set(inResult, dimension))
            marks |= bit(dimension);
    }
};
using Product = std::array<Operand, 2>;
using Shapes = std::array<ArrayShape, 2>;

/// The result has the batch dimensions, then the remaining ones of the first operand, then those of the second.
Product dotOf(std::string_view numbers, const Shapes& operands)
{
    using Dot = proto::DotDimensionNumbers;
    const std::array<std::uint32_t, 2> summedFields
        = {Dot::kLhsContractingDimensionsFieldNumber, Dot::kRhsContractingDimensionsFieldNumber};
    const std::array<std::uint32_t, 2> batchFields
        = {Dot::kLhsBatchDimensionsFieldNumber, Dot::kRhsBatchDimensionsFieldNumber};
    Product product;
    auto next = static_cast<std::int64_t>(numbersOf(numbers, batchFields[0]).size());
    for (std::size_t k = 0; k < 2; ++k) {
        const unsigned summed = bitsOf(numbersOf(numbers, summedFields[k]));
        const Numbers batch = numbersOf(numbers, batchFields[k]);
        for (std::size_t i = 0; i < batch.size(); ++i)
            product[k].places.set(static_cast<std::int64_t>(i), batch[i]);
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(operands[k].dimensions.size()); ++i)
            if (((summed | bitsOf(batch)) & bit(i)) == 0)
                product[k].keep(next++, i);
        product[k].marks |= summed << kSummed;
    }
    return product;
}

/// Compilers also write matrix products as convolutions with a batch along spatial dimensions. A spatial dimension of
/// the kernel that is as long as that of the result is a batch dimension.
Product convolutionOf(std::string_view numbers, const ArrayShape& kernel, const ArrayShape& result)
{
    using Convolution = proto::ConvolutionDimensionNumbers;
    const auto single = [&](std::uint32_t field) {
        const Numbers all = numbersOf(numbers, field);
        return all.empty() ? std::int64_t{0} : all.back(); // protobuf leaves out zeros
    };
    const auto sizeOf = [](const ArrayShape& array, std::int64_t dimension) {
        const bool isThere = dimension >= 0 && dimension < static_cast<std::int64_t>(array.dimensions.size());
        return isThere ? array.dimensions[static_cast<std::size_t>(dimension)] : std::int64_t{0};
    };
    Product product;
    product[0].keep(single(Convolution::kOutputBatchDimensionFieldNumber),
                    single(Convolution::kInputBatchDimensionFieldNumber));
    product[1].keep(single(Convolution::kOutputFeatureDimensionFieldNumber),
                    single(Convolution::kKernelOutputFeatureDimensionFieldNumber));
    const Numbers inResult = numbersOf(numbers, Convolution::kOutputSpatialDimensionsFieldNumber);
    const Numbers inInput = numbersOf(numbers, Convolution::kInputSpatialDimensionsFieldNumber);
    const Numbers inKernel = numbersOf(numbers, Convolution::kKernelSpatialDimensionsFieldNumber);
    for (std::size_t i = 0; i < std::min(inResult.size(), inInput.size()); ++i) {
        product[0].keep(inResult[i], inInput[i]);
        if (i < inKernel.size() && sizeOf(kernel, inKernel[i]) == sizeOf(result, inResult[i]))
            product[1].keep(inResult[i], inKernel[i]);
    }
    product[0].marks |= bit(single(Convolution::kInputFeatureDimensionFieldNumber)) << kSummed;
    product[1].marks |= bit(single(Convolution::kKernelInputFeatureDimensionFieldNumber)) << kSummed;
    return product;
}

std::optional<Product> productOf(const HloGraph& graph, InstructionId instruction)
{
    Damage known;
    std::string_view dot;
    std::string_view convolution;
    for (WireReader reader(graph.module().bytesOf(instruction), known); reader.next();) {
        if (reader.field() == HloInstructionProto::kDotDimensionNumbersFieldNumber)
            reader.store(dot);
        else if (reader.field() == HloInstructionProto::kConvolutionDimensionNumbersFieldNumber)
            reader.store(convolution);
    }
    const auto shapeOf = [&](InstructionId of) { return readArrayShape(graph.module().shapeOf(of)); };
    const auto operands = graph.operands(instruction);
    if (!dot.empty())
        return dotOf(dot, {shapeOf(operands[0]), shapeOf(operands[1])});
    if (!convolution.empty())
        return convolutionOf(convolution, shapeOf(operands[1]), shapeOf(instruction));
    return std::nullopt;
}

/// Returns the marks of a source that follow from those of the value.
Marks marksOf(const HloGraph& graph, ValueId value, const Source& source, Marks marks)
{
    const InstructionId instruction = graph.definedBy(value);
    const std::string_view name = graph.module().opcodeOf(instruction);
    const auto dimensions
        = [&] { return numbersOf(graph.module().bytesOf(instruction), HloInstructionProto::kDimensionsFieldNumber); };
    switch (source.flow) {
    case Flow::Same:
    case Flow::Moved:
        if (graph.node(instruction).opcode == Opcode::CustomCall)
            return 0;
        if (name == "transpose")
            return placesOfTranspose(dimensions()).applied(marks);
        if (name == "bitcast" || name == "reshape" || name == "reduce") // a reduction over dimensions of size 1
            return regrouped(marks, Ordered(graph.shapeOf(source.value)), Ordered(graph.shapeOf(value)));
        return marks;
    case Flow::Summed:
    case Flow::Piece:
    case Flow::Elementwise:
    case Flow::Base:
    case Flow::Update:
        return marks;
    case Flow::Repeated:
        return repeated(marks, placesOfBroadcast(dimensions()));
    case Flow::Mixed:
        if (name == "reduce-window")
            return marks;
        return name == "reduce" ? placesWithout(bitsOf(dimensions())).applied(marks) : 0;
    case Flow::Product:
    case Flow::Table:
    case Flow::Place:
        break;
    }
    return 0;
}

} // namespace

KeptDimensions::KeptDimensions(const HloGraph& graph, const IsWeight& isWeight)
    : m_marks(graph.valueCount(), 0)
{
    const auto add = [this](ValueId value, Marks marks) {
        const std::uint16_t before = m_marks[value];
        m_marks[value] = static_cast<std::uint16_t>(before | marks);
        return m_marks[value] != before;
    };
    sweepBackward(graph, [&](ValueId value, std::span<const Source> sources) {
        const Marks marks = m_marks[value];
        bool changed = false;
        if (graph.nodeOf(value).opcode != Opcode::Product) {
            if (marks != 0)
                for (const Source& source : sources)
                    changed |= add(source.value, marksOf(graph, value, source, marks));
            return changed;
        }
        if (sources.size() < 2 || sources[0].flow != Flow::Product || sources[1].flow != Flow::Product)
            return false;
        const std::array<bool, 2> isOfWeights = {isWeight(value, sources[0].value), isWeight(value, sources[1].value)};
        if (marks == 0 && isOfWeights[0] == isOfWeights[1])
            return false;
        const std::optional<Product> product = productOf(graph, graph.definedBy(value));
        for (std::size_t k = 0; product && k < 2; ++k) {
            const bool isData = isOfWeights[1 - k] && !isOfWeights[k];
            const Operand& operand = (*product)[k];
            changed |= add(sources[k].value, operand.places.applied(marks) | (isData ? operand.marks : 0U));
        }
        return changed;
    });
}

} // namespace tidemark::xla
