#include "core/xla/advice/loop_stacks.h"

#include <set>

namespace tidemark::xla {
namespace {

/// Returns whether `to` is `from` under another name, or is `from` with parts overwritten.
bool isSameMemory(const HloGraph& graph, ValueId to, ValueId from)
{
    std::set<ValueId> seen;
    std::vector<ValueId> open{to};
    while (!open.empty()) {
        const ValueId value = open.back();
        open.pop_back();
        if (value == from)
            return true;
        if (!seen.insert(value).second)
            continue;
        for (const Source& source : graph.sources(value))
            if (source.flow == Flow::Same || source.flow == Flow::Base)
                open.push_back(source.value);
    }
    return false;
}

} // namespace

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

std::vector<ValueId> carriedActivations(const Evidence& evidence, InstructionId loop)
{
    const HloGraph& graph = evidence.graph();
    const InstructionId parameter = graph.loopParameter(loop);
    std::vector<ValueId> carried;
    for (std::uint32_t i = 0; parameter && i < graph.values(parameter); ++i) {
        const ValueId value = graph.value(parameter, i);
        const ValueId next = graph.nextIterationValue(value);
        if (next && !isSameMemory(graph, next, value)
            && evidence.attribution().values().ofValue(value).category == Category::Activations)
            carried.push_back(value);
    }
    return carried;
}

} // namespace tidemark::xla
