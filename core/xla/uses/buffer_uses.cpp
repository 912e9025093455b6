#include "core/xla/uses/buffer_uses.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <unordered_map>

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

/// The limit on uses, in multiples of the number of instructions and values. Programs that read a tuple as a whole need
/// one or two. In files that are made to be slow the search ends here, and finds fewer uses.
constexpr std::size_t kMostUses = 16;

/// Returns the range of operands that an instruction reads itself, [first, second). The other operands are only passed
/// on as names.
std::pair<std::size_t, std::size_t> readOperands(const HloGraph& graph, InstructionId instruction)
{
    const std::size_t count = graph.operands(instruction).size();
    switch (graph.node(instruction).opcode) {
    case Opcode::Parameter:
    case Opcode::Join:
    case Opcode::Alias:
    case Opcode::Tuple:
    case Opcode::GetTupleElement:
    case Opcode::While:
        return {0, 0};
    case Opcode::Conditional:
        return {0, std::min<std::size_t>(count, 1)}; // selects the branch
    case Opcode::Call:
        return {0, graph.module().opcodeOf(instruction) == "fusion" ? count : 0};
    case Opcode::AsyncStart:
    case Opcode::AsyncUpdate:
        return {0, graph.ownCallees(instruction) == 0 ? count : 0};
    default:
        return {0, count};
    }
}

/// The buffer that holds each value, under all its names; none for values inside of fusions.
class Holders
{
public:
    Holders(const Plan& plan, const HloGraph& graph)
        : m_graph(graph)
        , m_holders(graph.valueCount())
    {
        const BufferAssignment& assignment = plan.assignment();
        for (const BufferId id : assignment.buffers.ids()) {
            const LogicalBuffer& buffer = assignment.buffers[id];
            if (!buffer.instruction)
                continue;
            if (const ValueId value = graph.arrayAt(buffer.instruction, assignment.indices(buffer.shapeIndex)))
                m_holders[value] = id;
        }
    }

    /// Gives the values of an instruction that have no buffers of their own the buffers of the values that they name.
    /// Call it in program order: named values have been visited then, except those that come back to a loop.
    void name(InstructionId instruction)
    {
        for (std::uint32_t k = 0; k < m_graph.values(instruction); ++k) {
            const ValueId value = m_graph.value(instruction, k);
            for (const Source& source : m_graph.sources(value)) {
                if (m_holders[value])
                    break;
                if (source.flow == Flow::Same)
                    m_holders[value] = m_holders[source.value];
            }
        }
        if (m_graph.node(instruction).opcode == Opcode::AsyncStart)
            nameArguments(instruction, 0);
        else if (m_graph.node(instruction).opcode == Opcode::AsyncUpdate)
            nameArguments(instruction, 1);
    }

    BufferId of(ValueId value) const { return m_holders[value]; }

private:
    /// The first element of the result holds the operands until the operation ends, last those from index `from`.
    void nameArguments(InstructionId instruction, std::size_t from)
    {
        const auto operands
            = m_graph.operands(instruction).subspan(std::min(from, m_graph.operands(instruction).size()));
        std::uint32_t count = 0;
        for (const InstructionId operand : operands)
            if (operand)
                count += m_graph.values(operand);
        constexpr std::int64_t kArguments = 0;
        auto [value, end] = m_graph.valuesAt(instruction, std::span(&kArguments, 1));
        if (end.value - value.value > count)
            value.value = end.value - count;
        for (const InstructionId operand : operands)
            for (std::uint32_t k = 0; operand && k < m_graph.values(operand) && value < end; ++k, ++value.value)
                if (!m_holders[value])
                    m_holders[value] = m_holders[m_graph.value(operand, k)];
    }

    const HloGraph& m_graph;
    IdVector<ValueId, BufferId> m_holders;
};

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

class BufferUses::Finder
{
public:
    Finder(const Plan& plan, const HloGraph& graph, ProgramOrder order)
        : m_graph(graph)
        , m_holders(plan, graph)
        , m_last(plan.assignment().buffers.size(), ProgramOrder::kNever)
        , m_left(kMostUses * (graph.valueCount() + graph.module().instructionCount()))
    {
        m_result.m_order = std::move(order);
    }

    /// Returns false when cancelled.
    bool find(const Progress& progress)
    {
        constexpr std::uint32_t kPollEvery = 1 << 13; // instructions
        const auto instructions = m_result.m_order.instructions();
        auto loop = m_result.m_order.loops().begin();
        for (std::uint32_t place = 0; place < instructions.size(); ++place) {
            if (place % kPollEvery == 0 && progress.cancelled())
                return false;
            const InstructionId instruction = instructions[place];
            m_holders.name(instruction);
            eachRead(instruction, [&](BufferId buffer) { add(buffer, place); });
            if (loop != m_result.m_order.loops().end() && loop->place == place)
                readUntilEnd(instruction, *loop++);
            if (m_graph.node(instruction).opcode == Opcode::Join)
                putTogether(instruction);
        }
        return true;
    }

    BufferUses take()
    {
        m_result.m_places = ByGroup<std::uint32_t>(m_last.size(), [this](const auto& take) {
            for (const Use& use : m_uses)
                take(use.buffer.index(), use.place);
        });
        return std::move(m_result);
    }

private:
    struct Use {
        BufferId buffer;
        std::uint32_t place;
    };

    void add(BufferId buffer, std::uint32_t place)
    {
        if (m_last[buffer] == place)
            return;
        m_last[buffer] = place;
        m_uses.push_back({buffer, place});
        const auto pieces = m_pieces.find(buffer);
        if (pieces == m_pieces.end())
            return;
        for (const BufferId piece : pieces->second)
            if (m_left > 0 && m_last[piece] != place) {
                --m_left;
                m_last[piece] = place;
                m_uses.push_back({piece, place});
            }
    }

    template <class Take>
    void eachHolder(InstructionId instruction, Take take)
    {
        const std::uint32_t values = instruction ? m_graph.values(instruction) : 0;
        for (std::uint32_t k = 0; k < values && m_left > 0; ++k, --m_left)
            if (const BufferId buffer = m_holders.of(m_graph.value(instruction, k)))
                take(buffer);
    }
    /// An update may leave out memory of the instructions before it. They hold it until the operation ends.
    template <class Take>
    void eachHeldBefore(InstructionId update, Take take)
    {
        constexpr int kMostUpdates = 64;
        for (int i = 0; i < kMostUpdates && m_graph.node(update).opcode == Opcode::AsyncUpdate; ++i) {
            if (m_graph.operands(update).empty() || !m_graph.operands(update)[0])
                return;
            update = m_graph.operands(update)[0];
            eachHolder(update, take);
        }
    }
    template <class Take>
    void eachRead(InstructionId instruction, Take take)
    {
        const auto [begin, end] = readOperands(m_graph, instruction);
        for (const InstructionId operand : m_graph.operands(instruction).subspan(begin, end - begin)) {
            eachHolder(operand, take);
            if (operand && m_graph.node(instruction).opcode == Opcode::AsyncDone)
                eachHeldBefore(operand, take);
        }
    }

    /// A loop reads the result of its condition after each iteration, and the values that its last iteration reads.
    void readUntilEnd(InstructionId instruction, ProgramOrder::Loop loop)
    {
        const auto callees = m_graph.callees(instruction);
        if (callees.size() > 1 && callees[1])
            eachHolder(m_graph.computation(callees[1]).root, [&](BufferId buffer) { add(buffer, loop.place); });
        if (m_graph.operands(instruction).empty())
            return;
        eachHolder(m_graph.operands(instruction)[0], [&](BufferId buffer) {
            if (m_last[buffer] != ProgramOrder::kNever && m_last[buffer] >= loop.begin)
                add(buffer, loop.place);
        });
    }

    /// An instruction that reads the whole reads its pieces, too.
    void putTogether(InstructionId instruction)
    {
        std::vector<BufferId> pieces;
        const auto add = [&](BufferId piece) {
            const auto known = m_pieces.find(piece);
            if (known == m_pieces.end())
                pieces.push_back(piece);
            for (std::size_t i = 0; known != m_pieces.end() && i < known->second.size() && m_left > 0; ++i, --m_left)
                pieces.push_back(known->second[i]);
        };
        for (const InstructionId operand : m_graph.operands(instruction))
            eachHolder(operand, add);
        eachHolder(instruction, [&](BufferId whole) { m_pieces[whole] = pieces; });
    }

    const HloGraph& m_graph;
    Holders m_holders;
    IdVector<BufferId, std::uint32_t> m_last; // the last use of each buffer so far
    std::unordered_map<BufferId, std::vector<BufferId>> m_pieces; // of buffers that are concatenated from others
    std::vector<Use> m_uses;
    std::size_t m_left; // how many more uses kMostUses allows
    BufferUses m_result;
};

Result<BufferUses> BufferUses::of(const Plan& plan, const HloGraph& graph, const Progress& progress)
{
    auto order = ProgramOrder::of(graph, progress);
    if (!order)
        return order.error();
    Finder finder(plan, graph, std::move(*order));
    if (!finder.find(progress))
        return Progress::cancelledError();
    return finder.take();
}

} // namespace tidemark::xla
