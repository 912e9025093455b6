#pragma once

#include "core/base/id_vector.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/xla/meaning/naming.h"
#include "core/xla/meaning/opcode.h"
#include "core/xla/plan/hlo_module.h"

#include <span>
#include <utility>
#include <vector>

namespace tidemark {

struct ValueTag;
/// An array that an instruction gives: of a tuple each element, however deep, in order.
using ValueId = Id<ValueTag>;

/// A truth value that takes a byte, not a bit as in a vector of bool: sweeps read and write little else.
struct Truth {
    bool is = false;

    constexpr Truth(bool value = false)
        : is(value)
    { }
    constexpr operator bool() const { return is; }
};

/// Whether something is so of each value.
using ValueTruths = IdVector<ValueId, Truth>;

struct TupleTag;
/// A tuple in the shape of an instruction.
using TupleId = Id<TupleTag>;

/// How a value comes out of another.
enum class Flow : std::uint8_t {
    Same, // the same bytes under another name
    Moved, // the same values elsewhere: copied, cast, laid out anew, a slice of them, from other devices
    Summed, // over devices
    Piece, // one of several that are put together
    Elementwise,
    Base, // what is written into at an index
    Update, // what is written there
    Repeated, // broadcast
    Product, // an operand of a matrix product or convolution
    Table, // what is gathered from
    Place, // an index, a mask, a condition
    Mixed, // any other way
};

struct Source {
    ValueId value;
    Flow flow = Flow::Mixed;
};

/// An instruction as far as dataflow needs it.
struct GraphNode {
    std::uint32_t firstOperand = 0;
    std::uint32_t firstCallee = 0;
    std::uint32_t number = 0; // of a parameter; the index of a get-tuple-element; kNoNumber for one that cannot be
    TupleId tuple; // its shape, of a tuple
    ComputationId computation;
    Opcode opcode = Opcode::Other;
    Target target = Target::None; // of a custom call
    Naming naming = Naming::None;
    /// It is computed inside a fusion and given to nobody outside, so that it takes no memory of its own.
    bool isOnTheWay = false;

    static constexpr std::uint32_t kNoNumber = 0xffffffff;
};

/// Instructions [begin, end) of the module.
struct GraphComputation {
    InstructionId begin{0};
    InstructionId end{0};
    InstructionId root; // none when the file does not tell
    InstructionId caller; // the first that runs it as a part of the dataflow; none when nothing does
};

/// The dataflow of a module: which value comes out of which, and how. Computations that run for their caller (fusions,
/// calls, loops, branches, asynchronous ones) are part of it; reducers and comparators are not.
///
/// Memory: about 70 bytes an instruction and 8 a source; both grow with the module's bytes alone.
class HloGraph
{
public:
    /// `module` must outlive the graph. Error of kind Cancelled. Cost: one pass over the module's instructions.
    static Result<HloGraph> build(const HloModule& module, const Progress& progress = {});

    const HloModule& module() const { return *m_module; }
    std::size_t valueCount() const { return m_instructionOf.size(); }
    const GraphNode& node(InstructionId instruction) const { return m_nodes[instruction]; }
    const GraphNode& nodeOf(ValueId value) const { return m_nodes[definedBy(value)]; }
    /// None where the file names one that is not there.
    std::span<const InstructionId> operands(InstructionId instruction) const
    {
        return part(m_operands, m_nodes[instruction].firstOperand, behind(instruction).firstOperand);
    }
    /// None where the file names one that is not there.
    std::span<const ComputationId> callees(InstructionId instruction) const
    {
        return part(m_callees, m_nodes[instruction].firstCallee, behind(instruction).firstCallee);
    }
    /// How many of its computations, the first ones, run with its values; the others are reducers and the like.
    std::size_t ownCallees(InstructionId instruction) const
    {
        switch (m_nodes[instruction].opcode) {
        case Opcode::While:
        case Opcode::Conditional:
            return callees(instruction).size();
        case Opcode::Call:
        case Opcode::AsyncStart:
            return callees(instruction).empty() ? 0 : 1;
        default:
            return 0;
        }
    }
    /// How many values it gives.
    std::uint32_t values(InstructionId instruction) const
    {
        return m_firstValue[InstructionId(instruction.value + 1)] - m_firstValue[instruction];
    }
    ValueId value(InstructionId instruction, std::uint32_t at = 0) const
    {
        return ValueId(m_firstValue[instruction] + at);
    }
    InstructionId definedBy(ValueId value) const { return m_instructionOf[value]; }
    std::span<const Source> sources(ValueId value) const
    {
        return part(m_sources, m_firstSource[value.index()], m_firstSource[value.index() + 1]);
    }

    /// None when the file does not tell.
    const GraphComputation* entry() const { return m_entry ? &m_computations[m_entry] : nullptr; }
    const GraphComputation& computation(ComputationId id) const { return m_computations[id]; }
    /// The first instruction that runs the computation of an instruction; none in the entry.
    InstructionId caller(InstructionId instruction) const
    {
        return m_computations[m_nodes[instruction].computation].caller;
    }
    /// Instructions [begin, end) of one computation that run one after the other.
    struct Run {
        static constexpr std::uint32_t kNoLoop = 0xffffffff;

        InstructionId begin{0};
        InstructionId end{0};
        std::uint32_t before = 0; // how many instructions run before them
        std::uint32_t loopBegin = kNoLoop; // of a loop, which is a run of its own: the first run of its computations

        bool isLoop() const { return loopBegin != kNoLoop; }
    };
    /// The instructions that the entry computation reaches, as they run: a computation stands before its caller.
    std::span<const Run> runs() const { return m_runs; }
    /// Their number.
    std::size_t runningCount() const
    {
        return m_runs.empty() ? 0 : m_runs.back().before + (m_runs.back().end.value - m_runs.back().begin.value);
    }
    /// The parameter of a loop's body, and its root; none when there is none.
    InstructionId loopParameter(InstructionId loop) const;
    InstructionId loopRoot(InstructionId loop) const;
    /// Whether it is what a loop hands to its body, or its condition, in each round.
    bool isLoopParameter(InstructionId instruction) const
    {
        if (m_nodes[instruction].opcode != Opcode::Parameter)
            return false;
        const InstructionId loop = caller(instruction);
        return loop && m_nodes[loop].opcode == Opcode::While;
    }
    /// What a loop gives to a value of its parameter for the next round; none for another value.
    ValueId comesRound(ValueId value) const;

    /// The values at a path into an instruction's shape as [first, second); an empty range when the path leaves it.
    std::pair<ValueId, ValueId> valuesAt(InstructionId instruction, std::span<const std::int64_t> path) const;
    /// The array at a path into an instruction's shape; none when the path leads to a tuple, or leaves the shape.
    ValueId arrayAt(InstructionId instruction, std::span<const std::int64_t> path) const;
    /// Of the array alone. Cost: a walk over the shape of its instruction.
    ShapeView shapeOf(ValueId value) const;
    /// Of each value of an instruction, in one walk.
    std::vector<ShapeView> shapesOf(InstructionId instruction) const;

private:
    friend class GraphReader;
    friend class GraphLinker;
    friend class SourceFinder;
    struct TupleElement {
        std::uint32_t firstValue = 0; // from the instruction's first
        TupleId tuple; // when it is one itself
    };
    /// A tuple in a shape.
    struct TupleShape {
        std::uint32_t firstElement = 0;
        std::uint32_t elements = 0;
        std::uint32_t endValue = 0; // from the instruction's first
    };

    const GraphNode& behind(InstructionId instruction) const { return m_nodes[InstructionId(instruction.value + 1)]; }
    template <class T>
    static std::span<const T> part(const std::vector<T>& all, std::uint32_t begin, std::uint32_t end)
    {
        return std::span(all).subspan(begin, end - begin);
    }
    struct Place {
        std::uint32_t begin = 0; // values from the instruction's first
        std::uint32_t end = 0;
        TupleId tuple; // when a tuple is there
    };
    /// What is at a path into an instruction's shape; no values when the path leaves it.
    Place placeAt(InstructionId instruction, std::span<const std::int64_t> path) const;
    /// The values of an element of the tuple that an instruction gives.
    std::pair<std::uint32_t, std::uint32_t> element(TupleId tuple, std::uint64_t at) const;

    const HloModule* m_module = nullptr;
    IdVector<InstructionId, GraphNode> m_nodes; // and one behind the last
    IdVector<InstructionId, std::uint32_t> m_firstValue; // by itself, as every sweep reads it; and one behind the last
    std::vector<InstructionId> m_operands;
    std::vector<ComputationId> m_callees;
    IdVector<ValueId, InstructionId> m_instructionOf;
    IdVector<TupleId, TupleShape> m_tuples;
    std::vector<TupleElement> m_elements;
    IdVector<ComputationId, GraphComputation> m_computations;
    std::vector<Run> m_runs;
    std::vector<std::uint32_t> m_firstSource; // by value, and one behind the last
    std::vector<Source> m_sources;
    ComputationId m_entry;
};

} // namespace tidemark
