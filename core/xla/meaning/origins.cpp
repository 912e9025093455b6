#include "core/xla/meaning/origins.h"

#include "core/xla/meaning/sweep.h"

namespace tidemark::xla {
namespace {

/// Returns the common origin of all copied sources; none when they differ or when the value is not only a copy.
template <class OriginOf>
ValueId commonOrigin(std::span<const Source> sources, Origins::Through through, OriginOf originOf)
{
    ValueId common;
    for (const Source& source : sources) {
        if (source.flow == Flow::Place)
            continue; // only the position from which it is copied
        if (through == Origins::Through::Names ? source.flow != Flow::Same : !isCopy(source.flow))
            return {};
        const ValueId origin = originOf(source.value);
        if (!origin || (common && common != origin))
            return {};
        common = origin;
    }
    return common;
}

} // namespace

Origins::Origins(const HloGraph& graph, Through through)
    : m_origins(graph.valueCount())
{
    for (const ValueId value : m_origins.ids())
        m_origins[value] = value; // also for instructions that never run
    // The first pass treats parameters of loops as origins. It finds the values that a body returns unchanged.
    const auto known = [&](ValueId value) { return m_origins[value]; };
    IdVector<ValueId, ValueId> entering; // by parameter of a loop that carries it unchanged: the value that enters
    forEachInstruction(graph, [&](InstructionId i) {
        if (graph.node(i).opcode != Opcode::While) {
            if (!graph.isLoopParameter(i))
                forEachValue(graph, i, InstructionId(i.value + 1), [&](ValueId value, std::span<const Source> sources) {
                    if (const ValueId common = commonOrigin(sources, through, known))
                        m_origins[value] = common;
                });
            return;
        }
        const InstructionId parameter = graph.loopParameter(i);
        for (std::uint32_t k = 0; k < graph.values(i); ++k) {
            const ValueId initial = graph.findValue(graph.operand(i), k);
            const ValueId carried = graph.findValue(parameter, k);
            const ValueId next = graph.findValue(graph.calleeRoot(i), k);
            if (!initial || !carried || !next)
                continue;
            ValueId& origin = m_origins[graph.value(i, k)];
            if (known(next) == carried) {
                if (entering.empty())
                    entering.resize(graph.valueCount());
                entering[carried] = initial;
                origin = known(initial);
            } else {
                origin = carried; // the value of the last iteration
            }
        }
    });
    if (entering.empty())
        return;
    // The second pass replaces parameters of loops by the values that enter. The parameter of a condition has the same
    // origin as that of the body.
    forEachValue(graph, [&](ValueId value, std::span<const Source>) {
        ValueId& origin = m_origins[value];
        origin = m_origins[origin == value && entering[value] ? entering[value] : origin];
    });
}

} // namespace tidemark::xla
