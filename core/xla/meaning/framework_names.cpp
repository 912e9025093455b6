#include "core/xla/meaning/framework_names.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

namespace tidemark {
namespace {

std::string_view opNameOf(const HloGraph& graph, InstructionId instruction)
{
    std::string_view name;
    if (const FieldRef metadata = graph.node(instruction).metadata) {
        Damage known;
        for (WireReader reader(metadata.in(graph.module().bytes()), known); reader.next();)
            if (reader.field() == proto::OpMetadata::kOpNameFieldNumber)
                reader.store(name);
    }
    return name;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isNamedAfterItself(const GraphNode& node)
{
    switch (node.opcode) {
    case Opcode::Parameter:
    case Opcode::Constant:
    case Opcode::Tuple:
    case Opcode::GetTupleElement:
    case Opcode::Call:
    case Opcode::While:
        return false; // but after what they hold
    case Opcode::Product:
    case Opcode::Reduce:
    case Opcode::Scatter:
    case Opcode::DynamicUpdateSlice:
    case Opcode::Gather:
        return true;
    default:
        return !node.isOnTheWay; // what else a fusion computes follows from these
    }
}

} // namespace

FrameworkNames::FrameworkNames(const HloGraph& graph)
    : m_isBackward(graph.valueCount(), false)
    , m_isRecomputed(graph.valueCount(), false)
{
    for (const InstructionId i : graph.order()) {
        if (!isNamedAfterItself(graph.node(i)))
            continue;
        const std::string_view name = opNameOf(graph, i);
        if (name.empty())
            continue;
        const bool isRecomputed = contains(name, "rematted_computation");
        const bool isBackward = !isRecomputed && contains(name, "transpose(jvp");
        for (std::uint32_t k = 0; k < graph.values(i); ++k) {
            m_isRecomputed[graph.value(i, k)] = isRecomputed;
            m_isBackward[graph.value(i, k)] = isBackward;
        }
        m_haveBackward |= isBackward;
    }
}

} // namespace tidemark
