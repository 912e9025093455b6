#include "core/xla/meaning/graph_linker.h"

#include "core/base/parallel.h"
#include "core/xla/meaning/source_finder.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace tidemark::xla {
class GraphLinker
{
public:
    GraphLinker(HloGraph& graph, const Progress& progress)
        : m_graph(graph)
        , m_progress(progress)
    { }

    bool link()
    {
        bindLateOperands();
        nameCalls();
        findCallers();
        findOrder();
        findOnTheWay();
        addSources();
        return !m_progress.cancelled();
    }

private:
    const GraphNode& node(InstructionId instruction) const { return m_graph.m_nodes[instruction]; }

    /// Operands of an asynchronous computation may arrive with async-update instructions. The computation then runs at
    /// the last of these, so that its operands come before it in execution order.
    void bindLateOperands()
    {
        struct Chain {
            InstructionId holder; // the instruction that has the computation
            ComputationId computation;
        };
        std::unordered_map<InstructionId, Chain> chains; // by update
        std::unordered_map<InstructionId, ComputationId> moved;
        for (const InstructionId i : m_graph.m_module->instructions()) {
            if (node(i).opcode != Opcode::AsyncUpdate)
                continue;
            m_graph.m_nodes[i].number = 0;
            if (m_graph.operands(i).empty())
                continue;
            const InstructionId before = m_graph.operands(i)[0];
            if (!before || before >= i) // a chain that goes round would never end
                continue;
            const auto known = chains.find(before);
            if (known == chains.end() && node(before).opcode != Opcode::AsyncStart)
                continue;
            m_graph.m_nodes[i].number = boundOperands(before);
            Chain chain = known == chains.end() ? Chain{before, calleeOf(before)} : known->second;
            if (m_graph.operands(i).size() > 1 && chain.computation) {
                moved[chain.holder] = {};
                moved[i] = chain.computation;
                chain.holder = i;
            }
            chains[i] = chain;
        }
        if (!moved.empty())
            moveCallees(moved);
    }

    /// Returns how many parameters of the asynchronous computation an instruction and those before it bind.
    std::uint32_t boundOperands(InstructionId instruction) const
    {
        const auto operands = static_cast<std::uint32_t>(m_graph.operands(instruction).size());
        if (node(instruction).opcode == Opcode::AsyncUpdate && operands > 0)
            return node(instruction).number + operands - 1;
        return operands;
    }

    ComputationId calleeOf(InstructionId instruction) const
    {
        const auto callees = m_graph.callees(instruction);
        return callees.empty() ? ComputationId() : callees[0];
    }

    /// Gives instructions other computations, or none.
    void moveCallees(const std::unordered_map<InstructionId, ComputationId>& moved)
    {
        std::vector<ComputationId> callees;
        for (const InstructionId i : m_graph.m_module->instructions()) {
            const auto own = m_graph.callees(i);
            const auto begin = static_cast<std::uint32_t>(callees.size());
            const auto other = moved.find(i);
            if (other == moved.end())
                callees.insert(callees.end(), own.begin(), own.end());
            else if (other->second)
                callees.push_back(other->second);
            m_graph.m_nodes[i].firstCallee = begin;
        }
        m_graph.m_nodes.back().firstCallee = static_cast<std::uint32_t>(callees.size());
        m_graph.m_callees = std::move(callees);
    }

    /// A custom call whose computation takes its operands and gives its result is a call, such as the offloads to
    /// SparseCore of libtpu 0.0.52.
    void nameCalls()
    {
        std::vector<InstructionId> calls;
        for (const InstructionId i : m_graph.m_module->instructions())
            if (node(i).opcode == Opcode::CustomCall && node(i).target == Target::None && m_graph.callees(i).size() == 1
                && calleeOf(i))
                calls.push_back(i);
        if (calls.empty())
            return;
        IdVector<ComputationId, std::uint32_t> parameters(m_graph.m_computations.size(), 0);
        for (const InstructionId i : m_graph.m_module->instructions())
            if (node(i).opcode == Opcode::Parameter)
                ++parameters[node(i).computation];
        for (const InstructionId i : calls) {
            const InstructionId root = m_graph.m_computations[calleeOf(i)].root;
            const bool isCall = root && parameters[calleeOf(i)] == m_graph.operands(i).size()
                && m_graph.values(root) == m_graph.values(i) && m_graph.values(i) > 0
                && measureShape(m_graph.shapeOf(m_graph.value(root))).elements
                    == measureShape(m_graph.shapeOf(m_graph.value(i))).elements;
            if (isCall)
                m_graph.m_nodes[i].opcode = Opcode::Call;
        }
    }

    void findCallers()
    {
        m_callers = ByGroup<GraphCaller>(m_graph.m_computations.size(), [this](const auto& take) {
            for (const InstructionId i : m_graph.m_module->instructions())
                for (std::uint32_t k = 0; k < m_graph.ownCallees(i); ++k)
                    if (const ComputationId callee = m_graph.callees(i)[k])
                        take(callee.index(), GraphCaller{i, k});
        });
    }

    /// Works without recursion, because files may nest computations deeply or in a circle.
    void findOrder()
    {
        struct Open {
            ComputationId computation;
            InstructionId at; // the next instruction
            std::uint32_t callee; // its next computation
            std::uint32_t begin; // the first run of its computations
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
            if (const InstructionId end = endOfPlain(top.at, m_graph.m_computations[top.computation].end);
                end != top.at) {
                addRunning(top.at, end, HloGraph::Run::kNoLoop);
                top.at = end;
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
            const InstructionId next(top.at.value + 1);
            addRunning(top.at, next, isLoop ? top.begin : HloGraph::Run::kNoLoop);
            top.at = next;
            top.callee = 0;
        }
    }

    /// Returns the end of the instructions from `begin` that run no computation. Nearly all instructions are such.
    InstructionId endOfPlain(InstructionId begin, InstructionId end) const
    {
        while (begin < end && m_graph.ownCallees(begin) == 0)
            ++begin.value;
        return begin;
    }

    void addRunning(InstructionId begin, InstructionId end, std::uint32_t loopBegin)
    {
        std::vector<HloGraph::Run>& runs = m_graph.m_runs;
        const auto before = static_cast<std::uint32_t>(m_graph.runningCount());
        const bool goesOn = loopBegin == HloGraph::Run::kNoLoop && !runs.empty() && !runs.back().isLoop()
            && runs.back().end == begin && node(runs.back().begin).computation == node(begin).computation;
        if (goesOn)
            runs.back().end = end;
        else
            runs.push_back({begin, end, before, loopBegin});
    }

    /// Marks all instructions of a fusion except its root and, if the root is a tuple, the elements of that tuple.
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

    /// Processes parts of the instructions in parallel.
    void addSources()
    {
        constexpr std::size_t kPartSize = 1 << 13; // instructions
        const Parts split(m_graph.m_module->instructionCount(), kPartSize);
        m_graph.m_firstSource.resize(m_graph.valueCount() + 1);
        std::vector<std::vector<Source>> parts(split.count());
        for (std::vector<Source>& part : parts) // here, so that short-lived threads take little memory
            part.reserve(3 * m_graph.valueCount() / split.count());
        forEachInParallel(parts.size(), {}, "parts of the graph", [&](std::size_t i) {
            if (!m_progress.cancelled())
                findSources(m_graph, m_callers, InstructionId::at(split.begin(i)), InstructionId::at(split.end(i)),
                            parts[i]);
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
    ByGroup<GraphCaller> m_callers; // by computation, in file order
};

bool linkGraph(HloGraph& graph, const Progress& progress)
{
    return GraphLinker(graph, progress).link();
}

} // namespace tidemark::xla
