#include "core/xla/meaning/arguments.h"

#include "core/shapes/element_type.h"
#include "core/wire/wire_reader.h"
#include "core/xla/meaning/sweep.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <map>

namespace tidemark::xla {

namespace {

int rankOf(ShapeView shape)
{
    int rank = 0;
    Damage known;
    for (WireReader reader(shape, known); reader.next();)
        if (reader.field() == proto::ShapeProto::kDimensionsFieldNumber)
            reader.forEachInt64([&](std::int64_t) { ++rank; });
    return rank;
}

} // namespace

bool Argument::isKey() const
{
    const ElementType* const known = elementTypeOf(type);
    return known && known->name == "u32" && elements > 1 && elements <= kLargestKey;
}

bool contains(const std::vector<ArgumentId>& all, ArgumentId one)
{
    return std::ranges::find(all, one) != all.end();
}

bool isIntegerType(std::int64_t type)
{
    const ElementType* const known = elementTypeOf(type);
    if (!known)
        return false;
    const bool isQuantized = known->bits < 8 || known->name == "s8"; // weights and caches of few bits
    return !isQuantized && (known->name == "pred" || known->name.starts_with("s") || known->name.starts_with("u"));
}

Arguments::Arguments(const HloGraph& graph)
    : m_only(graph.valueCount(), kOfNone)
{
    const HloModule& module = graph.module();
    if (!graph.entry())
        return;
    std::map<std::uint32_t, InstructionId> parameters; // by number; the first of equal numbers
    for (InstructionId i = graph.entry()->begin; i < graph.entry()->end; ++i.value)
        if (graph.node(i).opcode == Opcode::Parameter)
            parameters.emplace(graph.node(i).number, i);
    for (const auto& [number, parameter] : parameters) {
        const Instruction instruction = module.instruction(parameter);
        const std::vector<ShapeView> shapes = graph.shapesOf(parameter);
        for (std::uint32_t k = 0; k < graph.values(parameter); ++k) {
            Argument argument;
            argument.value = graph.value(parameter, k);
            argument.number = number;
            argument.path = instruction.opName.empty() ? instruction.name : instruction.opName;
            const ArrayMeasure measure = measureShape(shapes[k]);
            argument.type = measure.type;
            argument.elements = measure.elements.value_or(0);
            argument.rank = rankOf(shapes[k]);
            argument.isInteger = isIntegerType(measure.type);
            m_only[argument.value] = m_all.nextId().value;
            m_all.push_back(argument);
        }
    }
    if (!m_all.empty()) {
        const auto [first, last]
            = std::ranges::minmax(m_all, {}, [](const Argument& argument) { return argument.value.value; });
        m_firstValue = first.value.value;
        m_byValue.resize(last.value.value - m_firstValue + 1);
    }
    for (const ArgumentId id : m_all.ids())
        m_byValue[m_all[id].value.value - m_firstValue] = id;
    sweepForward(graph, [this](ValueId value, std::span<const Source> sources) {
        const std::uint32_t before = m_only[value];
        std::uint32_t only = before;
        for (const Source& source : sources) {
            const std::uint32_t other = m_only[source.value];
            if (other != kOfNone)
                only = only == kOfNone || only == other ? other : kOfMany;
        }
        m_only[value] = only;
        return only != before;
    });
}

} // namespace tidemark::xla
