#include "core/xla/meaning/hlo_graph.h"

#include "core/wire/wire_reader.h"
#include "core/xla/meaning/graph_linker.h"
#include "core/xla/meaning/graph_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark::xla {

using proto::ShapeProto;

Result<HloGraph> HloGraph::build(const HloModule& module, const Progress& progress)
{
    Result<HloGraph> graph = readGraph(module, progress);
    if (graph && !linkGraph(*graph, progress))
        return Progress::cancelledError();
    return graph;
}

InstructionId HloGraph::loopParameter(InstructionId loop) const
{
    const auto called = callees(loop);
    if (called.empty() || !called[0])
        return {};
    const GraphComputation& body = m_computations[called[0]];
    for (InstructionId i = body.begin; i < body.end; ++i.value)
        if (m_nodes[i].opcode == Opcode::Parameter)
            return i;
    return {};
}

InstructionId HloGraph::loopRoot(InstructionId loop) const
{
    const auto called = callees(loop);
    return called.empty() || !called[0] ? InstructionId() : m_computations[called[0]].root;
}

ValueId HloGraph::nextIterationValue(ValueId value) const
{
    const InstructionId parameter = definedBy(value);
    const InstructionId root = isLoopParameter(parameter) ? loopRoot(caller(parameter)) : InstructionId();
    const std::uint32_t at = value.value - this->value(parameter).value;
    return root && at < values(root) ? this->value(root, at) : ValueId();
}

std::pair<std::uint32_t, std::uint32_t> HloGraph::element(TupleId tuple, std::uint64_t at) const
{
    const TupleShape& shape = m_tuples[tuple];
    if (at >= shape.elements)
        return {0, 0};
    const std::size_t index = shape.firstElement + at;
    const bool isLast = at + 1 == shape.elements;
    return {m_elements[index].firstValue, isLast ? shape.endValue : m_elements[index + 1].firstValue};
}

HloGraph::Place HloGraph::placeAt(InstructionId instruction, std::span<const std::int64_t> path) const
{
    Place place{0, values(instruction), m_nodes[instruction].tuple};
    for (const std::int64_t at : path) {
        if (!place.tuple || at < 0 || static_cast<std::uint64_t>(at) >= m_tuples[place.tuple].elements)
            return {};
        std::tie(place.begin, place.end) = element(place.tuple, static_cast<std::uint64_t>(at));
        place.tuple = m_elements[m_tuples[place.tuple].firstElement + static_cast<std::size_t>(at)].tuple;
    }
    return place;
}

std::pair<ValueId, ValueId> HloGraph::valuesAt(InstructionId instruction, std::span<const std::int64_t> path) const
{
    const Place place = placeAt(instruction, path);
    return {value(instruction, place.begin), value(instruction, place.end)};
}

ValueId HloGraph::arrayAt(InstructionId instruction, std::span<const std::int64_t> path) const
{
    const Place place = placeAt(instruction, path);
    return place.tuple || place.begin == place.end ? ValueId() : value(instruction, place.begin);
}

ShapeView HloGraph::shapeOf(ValueId value) const
{
    const InstructionId instruction = definedBy(value);
    ShapeView shape = m_module->shapeOf(instruction);
    TupleId tuple = m_nodes[instruction].tuple;
    const std::uint32_t at = value.value - m_firstValue[instruction];
    Damage known;
    while (tuple) {
        const auto elements = std::span(m_elements).subspan(m_tuples[tuple].firstElement, m_tuples[tuple].elements);
        const auto found = std::ranges::upper_bound(elements, at, {}, &TupleElement::firstValue) - 1;
        std::int64_t left = found - elements.begin();
        for (WireReader reader(shape, known); reader.next();)
            if (reader.field() == ShapeProto::kTupleShapesFieldNumber && reader.isBytes() && left-- == 0) {
                shape = reader.bytes();
                break;
            }
        tuple = found->tuple;
    }
    return shape;
}

std::vector<ShapeView> HloGraph::shapesOf(InstructionId instruction) const
{
    struct Open {
        WireReader elements;
        TupleId tuple;
        std::uint32_t next = 0; // index of the next element
    };
    const ShapeView whole = m_module->shapeOf(instruction);
    if (!m_nodes[instruction].tuple)
        return {whole};
    Damage known;
    std::vector<ShapeView> shapes;
    std::vector<Open> open;
    open.push_back({WireReader(whole, known), m_nodes[instruction].tuple});
    while (!open.empty()) {
        Open& top = open.back();
        if (!top.elements.next()) {
            open.pop_back();
            continue;
        }
        if (top.elements.field() != ShapeProto::kTupleShapesFieldNumber || !top.elements.isBytes())
            continue;
        const ShapeView shape = top.elements.bytes();
        const TupleId tuple = m_elements[m_tuples[top.tuple].firstElement + top.next++].tuple;
        if (tuple)
            open.push_back({WireReader(shape, known), tuple});
        else
            shapes.push_back(shape);
    }
    return shapes;
}

} // namespace tidemark::xla
