#include "core/xla/uses/buffer_uses.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark::xla {
namespace {

/// The limit on uses, in multiples of the number of instructions and values. Programs that read a tuple as a whole need
/// one or two. In files that are made to be slow the search ends here, and finds fewer uses.
constexpr std::size_t kMostUses = 16;

/// Returns the range of operands that an instruction reads itself, [first, second). The other operands are only passed
/// on as names.
std::pair<std::size_t, std::size_t> readOperands(const HloGraph& graph, InstructionId instruction)
{
    const std::size_t count = graph.operands(instruction).size();
    if (graph.node(instruction).target == Target::Concatenate)
        return {0, 0};
    switch (graph.node(instruction).opcode) {
    case Opcode::Parameter:
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
            if (m_graph.node(instruction).target == Target::Concatenate)
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
