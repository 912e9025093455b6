#include "core/xla/meaning/kept_dimensions.h"

#include "core/shapes/array_shape.h"
#include "core/wire/wire_reader.h"
#include "core/xla/meaning/sweep.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <bit>

namespace tidemark::xla {

using proto::HloInstructionProto;

namespace {

using Numbers = std::vector<std::int64_t>;

std::uint8_t bit(std::int64_t dimension)
{
    return dimension >= 0 && dimension < 8 ? static_cast<std::uint8_t>(1U << dimension) : std::uint8_t{0};
}

/// Returns the dimensions in their order in memory, from the outermost to the innermost, without those of size 1.
Numbers inMemory(const ArrayShape& array)
{
    Numbers order;
    if (array.layout)
        order.assign(array.layout->minorToMajor.rbegin(), array.layout->minorToMajor.rend());
    const auto rank = static_cast<std::int64_t>(array.dimensions.size());
    if (order.size() != array.dimensions.size()) {
        order.resize(array.dimensions.size());
        for (std::int64_t i = 0; i < rank; ++i)
            order[static_cast<std::size_t>(i)] = i;
    }
    std::erase_if(order, [&](std::int64_t i) {
        return i < 0 || i >= rank || array.dimensions[static_cast<std::size_t>(i)] == 1;
    });
    return order;
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

std::uint8_t bitsOf(const Numbers& dimensions)
{
    unsigned bits = 0;
    for (const std::int64_t dimension : dimensions)
        bits |= bit(dimension);
    return static_cast<std::uint8_t>(bits);
}

} // namespace

KeptDimensions::KeptDimensions(const HloGraph& graph, const IsWeight& isWeight)
    : m_graph(graph)
    , m_marks(graph.valueCount())
{
    sweepBackward(graph, [&](ValueId value, std::span<const Source> sources) {
        if (graph.nodeOf(value).opcode == Opcode::Product)
            return sweepProduct(value, isWeight);
        bool changed = false;
        if (m_marks[value] != Marks())
            for (const Source& source : sources)
                changed |= add(source.value, marksOf(value, source));
        return changed;
    });
}

bool KeptDimensions::add(ValueId value, Marks marks)
{
    const Marks all = m_marks[value] | marks;
    const bool changed = all != m_marks[value];
    m_marks[value] = all;
    return changed;
}

bool KeptDimensions::sweepProduct(ValueId value, const IsWeight& isWeight)
{
    const auto sources = m_graph.sources(value);
    if (sources.size() < 2 || sources[0].flow != Flow::Product || sources[1].flow != Flow::Product)
        return false;
    const std::array<bool, 2> isSeed = {isWeight(value, sources[1].value), isWeight(value, sources[0].value)};
    if (m_marks[value] == Marks() && isSeed[0] == isSeed[1])
        return false;
    const std::optional<Product> product = productOf(m_graph.definedBy(value));
    bool changed = false;
    if (!product) { // element by element
        for (const Source& source : sources)
            changed |= add(source.value, m_marks[value]);
        return changed;
    }
    for (std::size_t k = 0; k < 2; ++k) {
        Marks marks = placed(m_marks[value], (*product)[k].places);
        if (isSeed[k] && !isSeed[1 - k])
            marks = marks | Marks{(*product)[k].own, (*product)[k].summed};
        changed |= add(sources[k].value, marks);
    }
    return changed;
}

/// Returns the marks of a source that follow from those of the value.
KeptDimensions::Marks KeptDimensions::marksOf(ValueId value, const Source& source) const
{
    const Marks marks = m_marks[value];
    const InstructionId instruction = m_graph.definedBy(value);
    const Opcode opcode = m_graph.node(instruction).opcode;
    const std::string_view name = m_graph.module().opcodeOf(instruction);
    const auto dimensions
        = [&] { return numbersOf(m_graph.module().bytesOf(instruction), HloInstructionProto::kDimensionsFieldNumber); };
    const auto ofBroadcast
        = [](const Numbers& ofSource) { // the dimension of the value for each dimension of the source
              Places result;
              result.fill(-1);
              for (std::size_t i = 0; i < std::min(ofSource.size(), kMostDimensions); ++i)
                  if (bit(ofSource[i]) != 0)
                      result[static_cast<std::size_t>(ofSource[i])] = static_cast<std::int8_t>(i);
              return result;
          };
    switch (source.flow) {
    case Flow::Same:
    case Flow::Moved:
        if (opcode == Opcode::CustomCall)
            return {};
        if (name == "transpose")
            return placed(marks, placesOf(dimensions()));
        if (name == "bitcast" || name == "reshape" || name == "reduce") // a reduction over dimensions of size 1
            return regrouped(marks, m_graph.shapeOf(source.value), m_graph.shapeOf(value));
        return marks;
    case Flow::Summed:
    case Flow::Piece:
    case Flow::Elementwise:
    case Flow::Base:
    case Flow::Update:
        return marks;
    case Flow::Repeated:
        return repeated(marks, ofBroadcast(dimensions()));
    case Flow::Mixed:
        if (name == "reduce-window")
            return marks;
        if (name == "reduce") {
            const std::uint8_t reduced = bitsOf(dimensions());
            Places result;
            result.fill(-1);
            for (std::size_t i = 0, left = 0; i < kMostDimensions; ++i)
                if ((reduced >> i & 1) == 0)
                    result[left++] = static_cast<std::int8_t>(i);
            return placed(marks, result);
        }
        return {};
    case Flow::Product:
    case Flow::Table:
    case Flow::Place:
        return {};
    }
    return {};
}

KeptDimensions::Places KeptDimensions::placesOf(const std::vector<std::int64_t>& ofResult)
{
    Places places;
    places.fill(-1);
    for (std::size_t i = 0; i < std::min(ofResult.size(), kMostDimensions); ++i)
        places[i] = static_cast<std::int8_t>(bit(ofResult[i]) != 0 ? ofResult[i] : -1);
    return places;
}

KeptDimensions::Marks KeptDimensions::placed(Marks marks, const Places& places)
{
    unsigned kept = 0;
    unsigned summed = 0;
    for (std::size_t i = 0; i < kMostDimensions; ++i) {
        kept |= (marks.kept >> i & 1) != 0 ? bit(places[i]) : 0U;
        summed |= (marks.summed >> i & 1) != 0 ? bit(places[i]) : 0U;
    }
    return {static_cast<std::uint8_t>(kept), static_cast<std::uint8_t>(summed)};
}

/// A dimension along which the source is repeated is no batch dimension: it is the same for every member of a batch. If
/// it is the outermost kept one, no kept dimension counts. Positions are kept, too, but they lie within the batch.
KeptDimensions::Marks KeptDimensions::repeated(Marks marks, const Places& places)
{
    if (marks.kept != 0 && places[static_cast<std::size_t>(std::countr_zero(marks.kept))] < 0)
        marks.kept = 0;
    return placed(marks, places);
}

/// Maps marks between two shapes of the same elements. Groups of consecutive dimensions of one shape correspond to
/// groups of the other, in the order of their common memory.
KeptDimensions::Marks KeptDimensions::regrouped(Marks marks, ShapeView from, ShapeView to)
{
    const ArrayShape source = readArrayShape(from);
    const ArrayShape result = readArrayShape(to);
    const Numbers sourceOrder = inMemory(source);
    const Numbers resultOrder = inMemory(result);
    Marks all;
    for (std::size_t i = 0, k = 0; i < sourceOrder.size() && k < resultOrder.size();) {
        const std::size_t first = i;
        const auto sizeOf = [](const ArrayShape& array, std::int64_t dimension) {
            return static_cast<std::uint64_t>(array.dimensions[static_cast<std::size_t>(dimension)]);
        };
        std::uint64_t sourceSize = sizeOf(source, sourceOrder[i++]);
        std::uint64_t resultSize = sizeOf(result, resultOrder[k]);
        unsigned inResult = bit(resultOrder[k++]);
        while (sourceSize != resultSize) {
            if (sourceSize < resultSize && i < sourceOrder.size()) {
                sourceSize *= sizeOf(source, sourceOrder[i++]);
            } else if (resultSize < sourceSize && k < resultOrder.size()) {
                resultSize *= sizeOf(result, resultOrder[k]);
                inResult |= bit(resultOrder[k++]);
            } else {
                return {}; // the elements differ
            }
        }
        const bool isKept = (marks.kept & inResult) != 0;
        const bool isSummed = (marks.summed & inResult) != 0;
        for (std::size_t at = first; at < i; ++at) { // if both apply, the outer ones are kept, as a batch is
            const std::uint8_t dimension = bit(sourceOrder[at]);
            if (isKept && (!isSummed || at == first))
                all.kept |= dimension;
            if (isSummed && (!isKept || at + 1 == i))
                all.summed |= dimension;
        }
    }
    return all;
}

std::optional<KeptDimensions::Product> KeptDimensions::productOf(InstructionId instruction) const
{
    Damage known;
    std::string_view dot;
    std::string_view convolution;
    for (WireReader reader(m_graph.module().bytesOf(instruction), known); reader.next();) {
        reader.store(HloInstructionProto::kDotDimensionNumbersFieldNumber, dot);
        reader.store(HloInstructionProto::kConvolutionDimensionNumbersFieldNumber, convolution);
    }
    if (!dot.empty())
        return dotOf(dot, instruction);
    if (!convolution.empty())
        return convolutionOf(convolution, instruction);
    return std::nullopt;
}

/// The result has the batch dimensions, then the remaining ones of the first operand, then those of the second.
std::optional<KeptDimensions::Product> KeptDimensions::dotOf(std::string_view numbers, InstructionId instruction) const
{
    using Dot = proto::DotDimensionNumbers;
    const std::array<std::uint32_t, 2> summedFields
        = {Dot::kLhsContractingDimensionsFieldNumber, Dot::kRhsContractingDimensionsFieldNumber};
    const std::array<std::uint32_t, 2> batchFields
        = {Dot::kLhsBatchDimensionsFieldNumber, Dot::kRhsBatchDimensionsFieldNumber};
    Product product;
    std::size_t next = numbersOf(numbers, batchFields[0]).size();
    for (std::size_t k = 0; k < 2; ++k) {
        ProductOperand& operand = product[k];
        const InstructionId from = m_graph.operands(instruction)[k];
        operand.summed = bitsOf(numbersOf(numbers, summedFields[k]));
        const Numbers batch = numbersOf(numbers, batchFields[k]);
        operand.places = placesOf(batch);
        const std::size_t rank = readArrayShape(m_graph.module().shapeOf(from)).dimensions.size();
        const unsigned others = operand.summed | bitsOf(batch);
        for (std::size_t i = 0; i < std::min(rank, kMostDimensions); ++i) {
            if ((others >> i & 1) != 0)
                continue;
            operand.own |= bit(static_cast<std::int64_t>(i));
            if (next < kMostDimensions)
                operand.places[next++] = static_cast<std::int8_t>(i);
        }
    }
    return product;
}

/// Compilers also write matrix products as convolutions with a batch along spatial dimensions. A spatial dimension of
/// the kernel that is as long as that of the result is a batch dimension. They also exchange the two operands.
std::optional<KeptDimensions::Product> KeptDimensions::convolutionOf(std::string_view numbers,
                                                                     InstructionId instruction) const
{
    using Convolution = proto::ConvolutionDimensionNumbers;
    const auto single = [&](std::uint32_t field) {
        const Numbers all = numbersOf(numbers, field);
        return all.empty() ? std::int64_t{0} : all.back(); // protobuf leaves out zeros
    };
    const auto place = [](ProductOperand& operand, std::int64_t inResult, std::int64_t in) {
        if (bit(inResult) == 0 || bit(in) == 0)
            return;
        operand.places[static_cast<std::size_t>(inResult)] = static_cast<std::int8_t>(in);
        operand.own |= bit(in);
    };
    Product product;
    for (ProductOperand& operand : product)
        operand.places.fill(-1);
    auto& [input, kernel] = product;
    input.summed = bit(single(Convolution::kInputFeatureDimensionFieldNumber));
    kernel.summed = bit(single(Convolution::kKernelInputFeatureDimensionFieldNumber));
    place(input, single(Convolution::kOutputBatchDimensionFieldNumber),
          single(Convolution::kInputBatchDimensionFieldNumber));
    place(kernel, single(Convolution::kOutputFeatureDimensionFieldNumber),
          single(Convolution::kKernelOutputFeatureDimensionFieldNumber));
    const Numbers inResult = numbersOf(numbers, Convolution::kOutputSpatialDimensionsFieldNumber);
    const Numbers inInput = numbersOf(numbers, Convolution::kInputSpatialDimensionsFieldNumber);
    const Numbers inKernel = numbersOf(numbers, Convolution::kKernelSpatialDimensionsFieldNumber);
    const ArrayShape result = readArrayShape(m_graph.module().shapeOf(instruction));
    const ArrayShape inputArray = readArrayShape(m_graph.module().shapeOf(m_graph.operands(instruction)[0]));
    const ArrayShape kernelArray = readArrayShape(m_graph.module().shapeOf(m_graph.operands(instruction)[1]));
    const auto sizeOf = [](const ArrayShape& array, std::int64_t dimension) {
        const bool isThere = dimension >= 0 && dimension < static_cast<std::int64_t>(array.dimensions.size());
        return isThere ? array.dimensions[static_cast<std::size_t>(dimension)] : std::int64_t{0};
    };
    for (std::size_t i = 0; i < std::min(inResult.size(), inInput.size()); ++i) {
        if (sizeOf(inputArray, inInput[i]) >= sizeOf(result, inResult[i])) // otherwise it may be the window
            place(input, inResult[i], inInput[i]);
        if (i < inKernel.size() && sizeOf(kernelArray, inKernel[i]) == sizeOf(result, inResult[i]))
            place(kernel, inResult[i], inKernel[i]);
    }
    return product;
}

} // namespace tidemark::xla
