#include "core/xla/meaning/source_finder.h"

#include "core/shapes/array_shape.h"

#include <algorithm>
#include <set>

namespace tidemark::xla {
namespace {

constexpr std::size_t kMostMixed = 64; // values of one tuple among the sources of an instruction with unknown dataflow
constexpr int kMostUpdates = 64; // of one asynchronous computation with operands of their own
constexpr std::size_t kMostOfEach = 8; // operands among the sources of each value of a tuple

} // namespace

class SourceFinder
{
public:
    SourceFinder(HloGraph& graph, const ByGroup<GraphCaller>& callers, std::vector<Source>& sources)
        : m_graph(graph)
        , m_callers(callers)
        , m_sources(sources)
    { }

    /// Adds the sources of the values of instructions [begin, end).
    void addSources(InstructionId begin, InstructionId end)
    {
        for (InstructionId i = begin; i < end; ++i.value) {
            findGivers(i);
            for (std::uint32_t k = 0; k < m_graph.values(i); ++k) {
                m_graph.m_firstSource[m_graph.value(i, k).index()] = static_cast<std::uint32_t>(m_sources.size());
                addSourcesOf(i, k);
            }
        }
    }

private:
    const GraphNode& node(InstructionId instruction) const { return m_graph.m_nodes[instruction]; }
    void add(ValueId value, Flow flow) { m_sources.push_back({value, flow}); }
    /// Adds a value of an instruction by its position, if the instruction has that value.
    void add(InstructionId instruction, std::uint32_t at, Flow flow)
    {
        if (instruction && at < m_graph.values(instruction))
            add(m_graph.value(instruction, at), flow);
    }
    void addOperand(InstructionId instruction, std::size_t operand, std::uint32_t at, Flow flow)
    {
        const auto operands = m_graph.operands(instruction);
        if (operand < operands.size())
            add(operands[operand], at, flow);
    }
    /// Adds all operands from index `from`. If they are many, only the first value has them as sources, and the other
    /// values have the first value as source, so that sources do not grow with the product of both numbers.
    void addOperands(InstructionId instruction, std::size_t from, std::uint32_t at, Flow flow)
    {
        const std::size_t count = m_graph.operands(instruction).size();
        if (at > 0 && count > from + kMostOfEach)
            return add(instruction, 0, Flow::Mixed);
        for (std::size_t k = from; k < count; ++k)
            addOperand(instruction, k, 0, flow);
    }
    /// Adds the root of the first computation that the instruction calls.
    void addRoot(InstructionId instruction, std::uint32_t at)
    {
        const auto callees = m_graph.callees(instruction);
        if (!callees.empty() && callees[0])
            add(m_graph.m_computations[callees[0]].root, at, Flow::Same);
    }

    void addSourcesOf(InstructionId i, std::uint32_t at)
    {
        switch (node(i).opcode) {
        case Opcode::Constant:
        case Opcode::Iota:
        case Opcode::Source:
            return;
        case Opcode::Parameter:
            return addGivers(at);
        case Opcode::Elementwise:
            return addOperands(i, 0, at, Flow::Elementwise);
        case Opcode::Select:
            addOperand(i, 0, 0, Flow::Place);
            return addOperands(i, 1, at, Flow::Elementwise);
        case Opcode::Move:
        case Opcode::DynamicSlice:
            addOperand(i, 0, 0, Flow::Moved);
            return addOperands(i, 1, at, Flow::Place);
        case Opcode::Exchange:
            return addOperand(i, m_graph.operands(i).size() == 1 ? 0 : at, 0, Flow::Moved);
        case Opcode::Sum:
            return addOperand(i, m_graph.operands(i).size() == 1 ? 0 : at, 0, Flow::Summed);
        case Opcode::DynamicUpdateSlice:
            addOperand(i, 0, 0, Flow::Base);
            addOperand(i, 1, 0, Flow::Update);
            return addOperands(i, 2, at, Flow::Place);
        case Opcode::Scatter:
            addOperand(i, 0, 0, Flow::Base);
            addOperand(i, 1, 0, Flow::Place);
            return addOperands(i, 2, at, isAssigning(i) ? Flow::Update : Flow::Mixed);
        case Opcode::Gather:
            addOperand(i, 0, 0, Flow::Table);
            return addOperands(i, 1, at, Flow::Place);
        case Opcode::Concatenate:
            return addOperands(i, 0, at, Flow::Piece);
        case Opcode::Broadcast:
            return addOperand(i, 0, 0, Flow::Repeated);
        case Opcode::Product:
            addOperand(i, 0, 0, Flow::Product);
            addOperand(i, 1, 0, Flow::Product);
            return addOperands(i, 2, at, Flow::Mixed);
        case Opcode::Alias:
            return addOperand(i, 0, at, Flow::Same);
        case Opcode::Tuple:
            return addElement(i, at);
        case Opcode::GetTupleElement:
            return addTupleElement(i, node(i).number, at);
        case Opcode::While:
            addOperand(i, 0, at, Flow::Same);
            return addRoot(i, at);
        case Opcode::Conditional:
            return addGivers(at);
        case Opcode::Call:
            return addRoot(i, at);
        case Opcode::AsyncStart:
            return addAsyncStart(i, at);
        case Opcode::AsyncUpdate:
            return addAsyncUpdate(i, at);
        case Opcode::AsyncDone:
        case Opcode::Done:
            return addDone(i, at);
        case Opcode::CopyStart:
            if (at < 2)
                addOperand(i, 0, 0, at == 0 ? Flow::Moved : Flow::Same);
            return;
        case Opcode::ExchangeStart:
            return addExchangeStart(i, at);
        case Opcode::CustomCall:
            return addCustomCall(i, at);
        case Opcode::Reduce:
            if (!isReshape(i))
                return addMixed(i, at);
            addOperand(i, 0, 0, Flow::Moved);
            return addOperands(i, 1, at, Flow::Place);
        case Opcode::Other:
            return addMixed(i, at);
        }
    }

    /// Returns whether a scatter replaces the elements at its indices. Others combine old and new elements, for example
    /// by addition.
    bool isAssigning(InstructionId scatter) const
    {
        const auto callees = m_graph.callees(scatter);
        const InstructionId root
            = callees.empty() || !callees[0] ? InstructionId() : m_graph.m_computations[callees[0]].root;
        return root && node(root).opcode == Opcode::Parameter;
    }

    void addGivers(std::uint32_t at)
    {
        for (const InstructionId giver : m_givers)
            add(giver, at, Flow::Same);
    }

    /// Finds the instructions of which a parameter or a conditional gives one result. Each is added once, because many
    /// callers may name the same one.
    void findGivers(InstructionId i)
    {
        m_givers.clear();
        if (node(i).opcode == Opcode::Conditional)
            for (const ComputationId callee : m_graph.callees(i))
                addGiver(callee ? m_graph.m_computations[callee].root : InstructionId());
        else if (node(i).opcode == Opcode::Parameter)
            findGiversOfParameter(i);
        m_known.clear();
    }

    /// Adds the operands of the callers. For a loop, also adds the root of its body.
    void findGiversOfParameter(InstructionId i)
    {
        const ComputationId computation = node(i).computation;
        if (!m_graph.m_computations[computation].caller)
            return; // it never runs
        const auto addFrom = [this](InstructionId caller, std::size_t operand) {
            const auto operands = m_graph.operands(caller);
            addGiver(operand < operands.size() ? operands[operand] : InstructionId());
        };
        for (const GraphCaller& caller : m_callers.of(computation.index())) {
            switch (node(caller.instruction).opcode) {
            case Opcode::While: {
                addFrom(caller.instruction, 0);
                const ComputationId body = m_graph.callees(caller.instruction)[0];
                addGiver(body ? m_graph.m_computations[body].root : InstructionId());
                break;
            }
            case Opcode::Conditional:
                addFrom(caller.instruction, caller.number + std::size_t{1});
                break;
            case Opcode::AsyncUpdate:
                addGiver(lateOperand(caller.instruction, node(i).number));
                break;
            default:
                addFrom(caller.instruction, node(i).number);
                break;
            }
        }
    }

    /// Returns the operand of an async-update, or of the instructions before it in its chain, that a parameter of the
    /// asynchronous computation gets.
    InstructionId lateOperand(InstructionId update, std::uint32_t number) const
    {
        for (int updates = 0; node(update).opcode == Opcode::AsyncUpdate && number < node(update).number; ++updates) {
            if (updates == kMostUpdates)
                return {};
            update = m_graph.operands(update)[0];
        }
        std::size_t at = number;
        if (node(update).opcode == Opcode::AsyncUpdate)
            at = number - node(update).number + std::size_t{1};
        const auto operands = m_graph.operands(update);
        return at < operands.size() ? operands[at] : InstructionId();
    }

    void addGiver(InstructionId giver)
    {
        constexpr std::size_t kFew = 16;
        if (!giver)
            return;
        const auto isKnown = [&] {
            if (m_givers.size() < kFew)
                return std::ranges::find(m_givers, giver) != m_givers.end();
            if (m_known.empty())
                m_known.insert(m_givers.begin(), m_givers.end());
            return !m_known.insert(giver).second;
        };
        if (!isKnown())
            m_givers.push_back(giver);
    }

    /// For a tuple: adds the operand that holds the value.
    void addElement(InstructionId i, std::uint32_t at)
    {
        if (!node(i).tuple)
            return;
        const HloGraph::TupleShape& shape = m_graph.m_tuples[node(i).tuple];
        const auto elements = std::span(m_graph.m_elements).subspan(shape.firstElement, shape.elements);
        const auto after = std::ranges::upper_bound(elements, at, {}, &HloGraph::TupleElement::firstValue);
        if (after == elements.begin())
            return;
        const auto found = after - 1;
        addOperand(i, static_cast<std::size_t>(found - elements.begin()), at - found->firstValue, Flow::Same);
    }

    void addTupleElement(InstructionId i, std::uint64_t index, std::uint32_t at)
    {
        const auto operands = m_graph.operands(i);
        if (operands.empty() || !operands[0] || !node(operands[0]).tuple)
            return;
        const auto [begin, end] = m_graph.element(node(operands[0]).tuple, index);
        if (at < end - begin)
            add(operands[0], begin + at, Flow::Same);
    }

    /// The result is (operands, results, context). The second element is the result of the computation.
    void addAsyncStart(InstructionId i, std::uint32_t at)
    {
        if (!node(i).tuple || m_graph.callees(i).empty())
            return addMixed(i, at);
        const auto [begin, end] = m_graph.element(node(i).tuple, 1);
        if (at >= begin && at < end)
            addRoot(i, at - begin);
    }

    /// The tuple of an update is that of its first operand, with the operands that it adds and the result that they
    /// give.
    void addAsyncUpdate(InstructionId i, std::uint32_t at)
    {
        if (m_graph.callees(i).empty())
            return addOperand(i, 0, at, Flow::Same);
        addAsyncStart(i, at);
        const InstructionId before = m_graph.operands(i)[0];
        if (!node(i).tuple || !node(before).tuple)
            return;
        for (const std::uint64_t element : {std::uint64_t{0}, std::uint64_t{2}}) { // the operands and the context
            const auto [begin, end] = m_graph.element(node(i).tuple, element);
            const auto [first, last] = m_graph.element(node(before).tuple, element);
            if (at >= begin && at < end && at - begin < last - first)
                add(before, first + at - begin, Flow::Same);
        }
    }

    /// Adds the result of the started instruction: the first element of a copy's tuple, the second one otherwise.
    void addDone(InstructionId i, std::uint32_t at)
    {
        const auto operands = m_graph.operands(i);
        if (operands.empty() || !operands[0])
            return;
        const GraphNode& started = node(operands[0]);
        if (!started.tuple)
            return add(operands[0], at, Flow::Same);
        addTupleElement(i, started.opcode == Opcode::CopyStart ? 0 : 1, at);
    }

    void addExchangeStart(InstructionId i, std::uint32_t at)
    {
        if (!node(i).tuple)
            return addOperand(i, 0, at, Flow::Moved);
        const auto [here, hereEnd] = m_graph.element(node(i).tuple, 0);
        const auto [there, thereEnd] = m_graph.element(node(i).tuple, 1);
        if (at >= here && at < hereEnd)
            addOperand(i, at - here, 0, Flow::Same);
        else if (at >= there && at < thereEnd)
            addOperand(i, at - there, 0, Flow::Moved);
    }

    void addCustomCall(InstructionId i, std::uint32_t at)
    {
        switch (node(i).target) {
        case Target::Allocate:
            return;
        case Target::Concatenate:
            return addOperands(i, 0, at, Flow::Piece);
        case Target::Move:
            return addOperand(i, 0, 0, Flow::Moved);
        case Target::Product:
            if (at > 0)
                return; // scratch memory
            addOperand(i, 0, 0, Flow::Product);
            addOperand(i, 1, 0, Flow::Product);
            return addOperands(i, 2, at, Flow::Mixed);
        case Target::CollectiveStart:
            return addCollectiveStart(i, at);
        case Target::CollectiveDone:
            return addOperand(i, 1, at, Flow::Same);
        case Target::None:
            return addMixed(i, at);
        }
    }

    /// The operand is a collective. The result holds the operand of that collective and its result.
    void addCollectiveStart(InstructionId i, std::uint32_t at)
    {
        const auto operands = m_graph.operands(i);
        if (at == 1)
            return addOperand(i, 0, 0, Flow::Same);
        if (at == 0 && !operands.empty() && operands[0])
            addOperand(operands[0], 0, 0, Flow::Same);
    }

    /// Returns whether a reduction only removes dimensions of size 1. Compilers write reshapes in this way. The
    /// elements are the same.
    bool isReshape(InstructionId i) const
    {
        const auto operands = m_graph.operands(i);
        if (operands.size() != 2 || !operands[0] || m_graph.values(i) != 1 || m_graph.values(operands[0]) != 1
            || m_graph.module().opcodeOf(i) != "reduce")
            return false;
        const ShapeView of = m_graph.module().shapeOf(operands[0]);
        const ShapeView to = m_graph.module().shapeOf(i);
        return measureShape(of).elements == measureShape(to).elements
            && readArrayShape(of).dimensions.size() > readArrayShape(to).dimensions.size();
    }

    /// Makes all operands sources of the first result. The other results have the first one as source, so that sources
    /// do not grow with the product of both numbers.
    void addMixed(InstructionId i, std::uint32_t at)
    {
        if (at > 0)
            return add(i, 0, Flow::Mixed);
        for (const InstructionId operand : m_graph.operands(i))
            if (operand)
                for (std::uint32_t k = 0; k < std::min<std::size_t>(m_graph.values(operand), kMostMixed); ++k)
                    add(operand, k, Flow::Mixed);
    }

    HloGraph& m_graph;
    const ByGroup<GraphCaller>& m_callers;
    std::vector<Source>& m_sources;
    std::vector<InstructionId> m_givers; // of the current instruction
    std::set<InstructionId> m_known; // the same, if they are many
};

void findSources(HloGraph& graph, const ByGroup<GraphCaller>& callers, InstructionId begin, InstructionId end,
                 std::vector<Source>& sources)
{
    SourceFinder(graph, callers, sources).addSources(begin, end);
}

} // namespace tidemark::xla
