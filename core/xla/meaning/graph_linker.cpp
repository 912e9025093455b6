#include "core/xla/meaning/graph_linker.h"

#include "core/base/by_group.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <numeric>

namespace tidemark {
namespace {

constexpr std::size_t kMostMixed = 64; // values of one tuple that an instruction reads in a way that is not followed

} // namespace

class GraphLinker
{
public:
    GraphLinker(HloGraph& graph, const Progress& progress)
        : m_graph(graph)
        , m_progress(progress)
    { }

    bool link()
    {
        findCallers();
        findOrder();
        findOnTheWay();
        addSources();
        return !m_progress.cancelled();
    }

private:
    struct Caller {
        InstructionId instruction;
        std::uint32_t number; // which of its computations
    };

    const GraphNode& node(InstructionId instruction) const { return m_graph.m_nodes[instruction]; }

    void findCallers()
    {
        m_callers = ByGroup<Caller>(m_graph.m_computations.size(), [this](const auto& take) {
            for (const InstructionId i : m_graph.m_module->instructions())
                for (std::uint32_t k = 0; k < m_graph.ownCallees(i); ++k)
                    if (const ComputationId callee = m_graph.callees(i)[k])
                        take(callee.index(), Caller{i, k});
        });
    }

    /// Without recursion, as files may nest computations deeply, or in a circle.
    void findOrder()
    {
        struct Open {
            ComputationId computation;
            InstructionId at; // the next instruction
            std::uint32_t callee; // the next computation of that one
            std::uint32_t begin; // where the computations of that one begin among the runs
        };
        if (!m_graph.m_entry)
            return;
        std::vector<bool> isKnown(m_graph.m_computations.size(), false);
        std::vector<Open> open;
        const auto enter = [&](ComputationId computation) {
            isKnown[computation.index()] = true;
            open.push_back({computation, m_graph.m_computations[computation].begin, 0, HloGraph::Run::kNoLoop});
        };
        enter(m_graph.m_entry);
        while (!open.empty()) {
            Open& top = open.back();
            if (top.at == m_graph.m_computations[top.computation].end) {
                open.pop_back();
                continue;
            }
            if (top.callee == 0)
                top.begin = static_cast<std::uint32_t>(m_graph.m_runs.size());
            if (top.callee < m_graph.ownCallees(top.at)) {
                const ComputationId callee = m_graph.callees(top.at)[top.callee++];
                if (callee && !isKnown[callee.index()]) {
                    m_graph.m_computations[callee].caller = top.at;
                    enter(callee);
                }
                continue;
            }
            const bool isLoop = node(top.at).opcode == Opcode::While && top.begin < m_graph.m_runs.size();
            addRunning(top.at, isLoop ? top.begin : HloGraph::Run::kNoLoop);
            ++top.at.value;
            top.callee = 0;
        }
    }

    void addRunning(InstructionId instruction, std::uint32_t loopBegin)
    {
        std::vector<HloGraph::Run>& runs = m_graph.m_runs;
        const InstructionId behind(instruction.value + 1);
        const auto before = static_cast<std::uint32_t>(m_graph.runningCount());
        const bool goesOn = loopBegin == HloGraph::Run::kNoLoop && !runs.empty() && !runs.back().isLoop()
            && runs.back().end == instruction && node(runs.back().begin).computation == node(instruction).computation;
        if (goesOn)
            runs.back().end = behind;
        else
            runs.push_back({instruction, behind, before, loopBegin});
    }

    /// All of a fusion but its root and, where that is a tuple, what it is made of.
    void findOnTheWay()
    {
        for (const GraphComputation& computation : m_graph.m_computations) {
            if (!computation.caller || node(computation.caller).opcode != Opcode::Call || !computation.root)
                continue;
            for (InstructionId i = computation.begin; i < computation.end; ++i.value)
                m_graph.m_nodes[i].isOnTheWay = true;
            m_graph.m_nodes[computation.root].isOnTheWay = false;
            if (node(computation.root).opcode != Opcode::Tuple)
                continue;
            for (const InstructionId operand : m_graph.operands(computation.root))
                if (operand >= computation.begin && operand < computation.end)
                    m_graph.m_nodes[operand].isOnTheWay = false;
        }
    }

    /// Finds the sources of the values of some instructions.
    class PartLinker
    {
    public:
        PartLinker(HloGraph& graph, const ByGroup<Caller>& callers, std::vector<Source>& sources)
            : m_graph(graph)
            , m_callers(callers)
            , m_sources(sources)
        { }

        /// Of the values of instructions [begin, end).
        void addSources(InstructionId begin, InstructionId end)
        {
            for (InstructionId i = begin; i < end; ++i.value)
                for (std::uint32_t k = 0; k < m_graph.values(i); ++k) {
                    m_graph.m_firstSource[m_graph.value(i, k).index()] = static_cast<std::uint32_t>(m_sources.size());
                    addSourcesOf(i, k);
                }
        }

    private:
        const GraphNode& node(InstructionId instruction) const { return m_graph.m_nodes[instruction]; }
        void add(ValueId value, Flow flow) { m_sources.push_back({value, flow}); }
        /// The value at a position of what an instruction gives, if there is one.
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
        void addOperands(InstructionId instruction, std::size_t from, Flow flow)
        {
            for (std::size_t k = from; k < m_graph.operands(instruction).size(); ++k)
                addOperand(instruction, k, 0, flow);
        }
        /// What the first of its computations gives.
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
                return addParameter(i, at);
            case Opcode::Elementwise:
                return addOperands(i, 0, Flow::Elementwise);
            case Opcode::Select:
                addOperand(i, 0, 0, Flow::Place);
                return addOperands(i, 1, Flow::Elementwise);
            case Opcode::Move:
            case Opcode::DynamicSlice:
                addOperand(i, 0, 0, Flow::Moved);
                return addOperands(i, 1, Flow::Place);
            case Opcode::Exchange:
                return addOperand(i, m_graph.operands(i).size() == 1 ? 0 : at, 0, Flow::Moved);
            case Opcode::Sum:
                return addOperand(i, m_graph.operands(i).size() == 1 ? 0 : at, 0, Flow::Summed);
            case Opcode::DynamicUpdateSlice:
                addOperand(i, 0, 0, Flow::Base);
                addOperand(i, 1, 0, Flow::Update);
                return addOperands(i, 2, Flow::Place);
            case Opcode::Scatter:
                addOperand(i, 0, 0, Flow::Base);
                addOperand(i, 1, 0, Flow::Place);
                return addOperands(i, 2, Flow::Mixed);
            case Opcode::Gather:
                addOperand(i, 0, 0, Flow::Table);
                return addOperands(i, 1, Flow::Place);
            case Opcode::Concatenate:
                return addOperands(i, 0, Flow::Piece);
            case Opcode::Broadcast:
                return addOperand(i, 0, 0, Flow::Repeated);
            case Opcode::Product:
                addOperand(i, 0, 0, Flow::Product);
                addOperand(i, 1, 0, Flow::Product);
                return addOperands(i, 2, Flow::Mixed);
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
                for (const ComputationId callee : m_graph.callees(i))
                    if (callee)
                        add(m_graph.m_computations[callee].root, at, Flow::Same);
                return;
            case Opcode::Call:
                return addRoot(i, at);
            case Opcode::AsyncStart:
                return addAsyncStart(i, at);
            case Opcode::AsyncUpdate:
                addOperand(i, 0, at, Flow::Same);
                return addOperands(i, 1, Flow::Mixed); // what comes later
            case Opcode::AsyncDone:
            case Opcode::Done:
                return addDone(i, at);
            case Opcode::CopyStart:
                return at < 2 ? addOperand(i, 0, 0, at == 0 ? Flow::Moved : Flow::Same) : void();
            case Opcode::ExchangeStart:
                return addExchangeStart(i, at);
            case Opcode::CustomCall:
                return addCustomCall(i, at);
            case Opcode::Reduce:
            case Opcode::Other:
                return addMixed(i, at);
            }
        }

        /// What its callers give; of a loop also what goes round.
        void addParameter(InstructionId i, std::uint32_t at)
        {
            const ComputationId computation = node(i).computation;
            if (!m_graph.m_computations[computation].caller)
                return; // never run
            for (const Caller& caller : m_callers.of(computation.index())) {
                switch (node(caller.instruction).opcode) {
                case Opcode::While:
                    addOperand(caller.instruction, 0, at, Flow::Same);
                    addRoot(caller.instruction, at);
                    break;
                case Opcode::Conditional:
                    addOperand(caller.instruction, caller.number + 1, at, Flow::Same);
                    break;
                default:
                    addOperand(caller.instruction, node(i).number, at, Flow::Same);
                    break;
                }
            }
        }

        /// Of a tuple: the operand that holds the value.
        void addElement(InstructionId i, std::uint32_t at)
        {
            if (!node(i).tuple)
                return;
            const HloGraph::TupleShape& shape = m_graph.m_tuples[node(i).tuple];
            const auto elements = std::span(m_graph.m_elements).subspan(shape.firstElement, shape.elements);
            const auto behind = std::ranges::upper_bound(elements, at, {}, &HloGraph::TupleElement::firstValue);
            if (behind == elements.begin())
                return;
            const auto found = behind - 1;
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

        /// (operands, results, context): the second element is what the computation gives.
        void addAsyncStart(InstructionId i, std::uint32_t at)
        {
            if (!node(i).tuple || m_graph.callees(i).empty())
                return addMixed(i, at);
            const auto [begin, end] = m_graph.element(node(i).tuple, 1);
            if (at >= begin && at < end)
                addRoot(i, at - begin);
        }

        /// What was started: the first element of a copy's tuple, the second of the others.
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
                return addOperands(i, 0, Flow::Piece);
            case Target::Move:
                return addOperand(i, 0, 0, Flow::Moved);
            case Target::Product:
                if (at > 0)
                    return; // scratch memory
                addOperand(i, 0, 0, Flow::Product);
                addOperand(i, 1, 0, Flow::Product);
                return addOperands(i, 2, Flow::Mixed);
            case Target::CollectiveStart:
                return addCollectiveStart(i, at);
            case Target::CollectiveDone:
                return addOperand(i, 1, at, Flow::Same);
            case Target::None:
                return addMixed(i, at);
            }
        }

        /// Of the collective that is its operand: what it takes, and what it gives.
        void addCollectiveStart(InstructionId i, std::uint32_t at)
        {
            const auto operands = m_graph.operands(i);
            if (at == 1)
                return addOperand(i, 0, 0, Flow::Same);
            if (at == 0 && !operands.empty() && operands[0])
                addOperand(operands[0], 0, 0, Flow::Same);
        }

        /// The first result comes out of everything, the others are told by it, so that their number does not multiply.
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
        const ByGroup<Caller>& m_callers;
        std::vector<Source>& m_sources;
    };

    /// Parts of the instructions at the same time.
    void addSources()
    {
        constexpr std::size_t kPartSize = 1 << 13; // instructions
        const Parts split(m_graph.m_module->instructionCount(), kPartSize);
        m_graph.m_firstSource.resize(m_graph.valueCount() + 1);
        std::vector<std::vector<Source>> parts(split.count());
        for (std::vector<Source>& part : parts) // here, so that threads that soon end take little memory
            part.reserve(3 * m_graph.valueCount() / split.count());
        forEachInParallel(parts.size(), {}, "parts of the graph", [&](std::size_t i) {
            if (!m_progress.cancelled())
                PartLinker(m_graph, m_callers, parts[i])
                    .addSources(InstructionId::at(split.begin(i)), InstructionId::at(split.end(i)));
        });
        const auto count = [](std::size_t sum, const std::vector<Source>& part) { return sum + part.size(); };
        m_graph.m_sources.reserve(std::accumulate(parts.begin(), parts.end(), std::size_t{0}, count));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto moved = static_cast<std::uint32_t>(m_graph.m_sources.size());
            m_graph.m_sources.insert(m_graph.m_sources.end(), parts[i].begin(), parts[i].end());
            const ValueId end = m_graph.value(InstructionId::at(split.end(i)));
            for (ValueId value = m_graph.value(InstructionId::at(split.begin(i))); value < end; ++value.value)
                m_graph.m_firstSource[value.index()] += moved;
        }
        m_graph.m_firstSource.back() = static_cast<std::uint32_t>(m_graph.m_sources.size());
    }

    HloGraph& m_graph;
    const Progress& m_progress;
    ByGroup<Caller> m_callers; // by computation, in file order
};

bool linkGraph(HloGraph& graph, const Progress& progress)
{
    return GraphLinker(graph, progress).link();
}

} // namespace tidemark
