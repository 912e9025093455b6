#include "core/xla/meaning/framework_names.h"

namespace tidemark {
namespace {

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
        const GraphNode& node = graph.node(i);
        if (node.naming == Naming::None || !isNamedAfterItself(node))
            continue;
        auto& isNamed = node.naming == Naming::Backward ? m_isBackward : m_isRecomputed;
        for (std::uint32_t k = 0; k < graph.values(i); ++k)
            isNamed[graph.value(i, k)] = true;
        m_haveBackward |= node.naming == Naming::Backward;
    }
}

} // namespace tidemark
