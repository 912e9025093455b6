#include "core/xla/meaning/framework_names.h"

#include "core/xla/meaning/sweep.h"

namespace tidemark::xla {
namespace {

/// Returns whether the name of an instruction inside a fusion counts. The meaning of the other instructions in a fusion
/// follows from these.
bool identifiesMessage(Opcode opcode)
{
    switch (opcode) {
    case Opcode::Product:
    case Opcode::Reduce:
    case Opcode::Scatter:
    case Opcode::DynamicUpdateSlice:
    case Opcode::Gather:
        return true;
    default:
        return false;
    }
}

} // namespace

FrameworkNames::FrameworkNames(const HloGraph& graph)
    : m_isBackward(graph.valueCount(), false)
    , m_isRecomputed(graph.valueCount(), false)
{
    forEachInstruction(graph, [&](InstructionId i) {
        const GraphNode& node = graph.node(i);
        m_areOfJax |= node.naming == Naming::OfJax;
        if (node.naming == Naming::None || node.naming == Naming::OfJax)
            return;
        if (node.naming == Naming::Backward && node.isOnTheWay && !identifiesMessage(node.opcode))
            return;
        auto& isNamed = node.naming == Naming::Backward ? m_isBackward : m_isRecomputed;
        for (std::uint32_t k = 0; k < graph.values(i); ++k)
            isNamed[graph.value(i, k)] = true;
        m_haveBackward |= node.naming == Naming::Backward;
    });
}

} // namespace tidemark::xla
