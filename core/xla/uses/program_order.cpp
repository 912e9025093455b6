#include "core/xla/uses/program_order.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

using proto::HloModuleProto;
using proto::HloScheduleProto;

constexpr std::uint32_t kMapValueField = 2;

/// The instruction that runs at the place of each instruction. The instructions of a computation stay in its range.
class Schedule
{
public:
    explicit Schedule(const HloGraph& graph)
        : m_graph(graph)
        , m_at(graph.module().instructionCount())
        , m_isTaken(graph.module().instructionCount(), false)
    {
        for (const InstructionId i : graph.module().instructions())
            m_at[i] = i;
        Damage known; // decoding the module has reported the damage
        for (WireReader module(graph.module().bytes(), known); module.next();)
            if (module.field() == HloModuleProto::kScheduleFieldNumber)
                for (WireReader schedule(module.bytes(), known); schedule.next();)
                    if (schedule.field() == HloScheduleProto::kSequencesFieldNumber)
                        for (WireReader entry(schedule.bytes(), known); entry.next();)
                            if (entry.field() == kMapValueField)
                                take(entry.bytes(), known);
    }

    InstructionId at(InstructionId place) const { return m_at[place]; }

private:
    /// Takes a sequence if it has all instructions of one computation, each once.
    void take(std::string_view sequence, Damage& known)
    {
        m_sequence.clear();
        for (WireReader reader(sequence, known); reader.next();)
            if (reader.field() == HloScheduleProto::InstructionSequence::kInstructionIdsFieldNumber)
                reader.forEachInt64(
                    [&](std::int64_t id) { m_sequence.push_back(m_graph.module().findInstruction(id)); });
        if (m_sequence.empty() || !m_sequence.front())
            return;
        const ComputationId id = m_graph.node(m_sequence.front()).computation;
        const GraphComputation& computation = m_graph.computation(id);
        if (m_sequence.size() != computation.end.value - computation.begin.value || !isPermutation(computation))
            return;
        std::ranges::copy(m_sequence, m_at.begin() + computation.begin.value);
    }

    bool isPermutation(const GraphComputation& computation)
    {
        bool isWhole = true;
        std::size_t taken = 0;
        for (; isWhole && taken < m_sequence.size(); taken += isWhole ? 1 : 0) {
            const InstructionId i = m_sequence[taken];
            isWhole = i && i >= computation.begin && i < computation.end && !m_isTaken[i];
            if (isWhole)
                m_isTaken[i] = true;
        }
        for (std::size_t k = 0; k < taken; ++k)
            m_isTaken[m_sequence[k]] = false;
        return isWhole;
    }

    const HloGraph& m_graph;
    IdVector<InstructionId, InstructionId> m_at;
    IdVector<InstructionId, bool> m_isTaken;
    std::vector<InstructionId> m_sequence;
};

/// Returns how many computations an instruction runs as parts of the program order.
std::size_t scheduledCallees(const HloGraph& graph, InstructionId instruction)
{
    const bool isFusion
        = graph.node(instruction).opcode == Opcode::Call && graph.module().opcodeOf(instruction) == "fusion";
    return isFusion ? 0 : graph.ownCallees(instruction);
}

/// A loop lists its body first, but runs its condition first.
ComputationId calleeInOrder(const HloGraph& graph, InstructionId instruction, std::size_t at, std::size_t count)
{
    const bool isLoop = graph.node(instruction).opcode == Opcode::While;
    return graph.callees(instruction)[isLoop ? count - 1 - at : at];
}

} // namespace

Result<ProgramOrder> ProgramOrder::of(const HloGraph& graph, const Progress& progress)
{
    struct Open {
        InstructionId at; // the place of the next instruction
        InstructionId end;
        std::size_t callee; // its next computation
        std::uint32_t begin; // the place where its computations begin
    };
    ProgramOrder result;
    result.m_places.assign(graph.module().instructionCount(), kNever);
    if (!graph.entry())
        return result;
    const Schedule schedule(graph);
    std::vector<Open> open{{graph.entry()->begin, graph.entry()->end, 0, 0}}; // no recursion: files may nest deeply
    std::vector<bool> isKnown(graph.module().instructionCount(), false); // by the computation's first instruction
    const auto enter = [&](const GraphComputation& computation) {
        if (computation.begin == computation.end || isKnown[computation.begin.index()])
            return;
        isKnown[computation.begin.index()] = true;
        open.push_back({computation.begin, computation.end, 0, 0});
    };
    if (graph.entry()->begin < graph.entry()->end)
        isKnown[graph.entry()->begin.index()] = true;
    while (!open.empty()) {
        Open& top = open.back();
        if (top.at == top.end) {
            open.pop_back();
            continue;
        }
        const InstructionId instruction = schedule.at(top.at);
        const std::size_t callees = scheduledCallees(graph, instruction);
        const auto place = static_cast<std::uint32_t>(result.m_instructions.size());
        if (top.callee == 0)
            top.begin = place;
        if (top.callee < callees) {
            if (const ComputationId callee = calleeInOrder(graph, instruction, top.callee++, callees))
                enter(graph.computation(callee));
            continue;
        }
        constexpr std::uint32_t kPollEvery = 1 << 14; // instructions
        if (place % kPollEvery == 0 && progress.cancelled())
            return Progress::cancelledError();
        if (graph.node(instruction).opcode == Opcode::While)
            result.m_loops.push_back({top.begin, place});
        result.m_places[instruction] = place;
        result.m_instructions.push_back(instruction);
        ++top.at.value;
        top.callee = 0;
    }
    return result;
}

} // namespace tidemark::xla
