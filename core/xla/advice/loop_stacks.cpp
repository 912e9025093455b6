#include "core/xla/advice/loop_stacks.h"

#include <algorithm>

namespace tidemark::xla {

bool MemoryCycles::isOnCycle(ValueId value, ValueId next)
{
    if (m_order.empty()) {
        m_order.resize(m_graph.valueCount(), 0);
        m_lowest.resize(m_graph.valueCount(), 0);
        m_cycle.resize(m_graph.valueCount(), 0);
    }
    if (m_order[value] == 0)
        findFrom(value);
    return m_cycle[value] == m_cycle[next];
}

/// Finds strongly connected values as Tarjan does, without recursion because chains of names may be long.
void MemoryCycles::findFrom(ValueId first)
{
    enter(first);
    while (!m_path.empty()) {
        const ValueId value = m_path.back().value;
        if (const ValueId source = nextSource(m_path.back())) {
            if (m_order[source] == 0)
                enter(source);
            else if (m_cycle[source] == 0)
                m_lowest[value] = std::min(m_lowest[value], m_order[source]);
            continue;
        }
        m_path.pop_back();
        if (!m_path.empty()) {
            std::uint32_t& lowest = m_lowest[m_path.back().value];
            lowest = std::min(lowest, m_lowest[value]);
        }
        if (m_lowest[value] != m_order[value])
            continue;
        while (m_cycle[value] == 0) {
            m_cycle[m_open.back()] = m_order[value];
            m_open.pop_back();
        }
    }
}

void MemoryCycles::enter(ValueId value)
{
    m_order[value] = ++m_entered;
    m_lowest[value] = m_entered;
    m_open.push_back(value);
    m_path.push_back({value});
}

/// Returns the next value whose memory the value may be; none after the last one.
ValueId MemoryCycles::nextSource(Step& step) const
{
    const std::span<const Source> sources = m_graph.sources(step.value);
    while (step.next < sources.size()) {
        const Source& source = sources[step.next++];
        if (source.flow == Flow::Same || source.flow == Flow::Base)
            return source.value;
    }
    if (step.next++ == sources.size())
        return m_graph.nextIterationValue(step.value);
    return {};
}

LoopPair loopsOf(const Evidence& evidence, RowId row)
{
    LoopPair loops;
    for (const RowEvent& event : evidence.uses().of(row)) {
        if (event.actor == RowEvent::kNobody)
            continue;
        const InstructionId actor(event.actor);
        if (evidence.graph().node(actor).opcode != Opcode::While)
            continue;
        const bool isBackward = evidence.isBackward(actor);
        if (isBackward && !loops.backward)
            loops.backward = actor;
        // A loop that only reads the row does not compute its values.
        if (!isBackward && !loops.forward && event.kind != RowEventKind::Used)
            loops.forward = actor;
    }
    return loops.forward && loops.backward ? loops : LoopPair();
}

bool isReadBetween(const Evidence& evidence, RowId row, const LoopPair& loops)
{
    const HloGraph& graph = evidence.graph();
    bool isWritten = false;
    for (const RowEvent& event : evidence.uses().of(row)) {
        if (event.actor == RowEvent::kNobody)
            continue;
        const InstructionId actor(event.actor);
        if (actor == loops.backward)
            return false;
        const bool isBeside = graph.node(actor).computation == graph.node(loops.forward).computation;
        if (isWritten && isBeside && event.kind == RowEventKind::Used && !evidence.isBackward(actor))
            return true;
        isWritten = isWritten || actor == loops.forward;
    }
    return false;
}

const std::vector<ShapeView>& CarriedActivations::of(InstructionId loop)
{
    const auto [known, isNew] = m_shapes.try_emplace(loop.value);
    const HloGraph& graph = m_evidence.graph();
    const InstructionId parameter = isNew ? graph.loopParameter(loop) : InstructionId();
    if (!parameter)
        return known->second;
    const std::vector<ShapeView> shapes = graph.shapesOf(parameter);
    for (std::uint32_t i = 0; i < graph.values(parameter) && i < shapes.size(); ++i) {
        const ValueId value = graph.value(parameter, i);
        const ValueId next = graph.nextIterationValue(value);
        if (next && !m_cycles.isOnCycle(value, next)
            && m_evidence.attribution().values().ofValue(value).category == Category::Activations)
            known->second.push_back(shapes[i]);
    }
    return known->second;
}

} // namespace tidemark::xla
