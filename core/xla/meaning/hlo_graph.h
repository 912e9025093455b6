#pragma once

#include "core/base/id_vector.h"
#include "core/base/lists.h"
#include "core/base/progress.h"
#include "core/include/tidemark/result.h"
#include "core/xla/plan/hlo_module.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::xla {

/// Groups of opcodes with the same kind of dataflow. Source: XLA's operation semantics. Names are those that
/// HloOpcodeString prints.
enum class Opcode : std::uint8_t {
    Other, // reads all operands in an unknown way
    Parameter,
    Constant,
    Iota,
    Source, // other values without operands: partition-id, rng, memory that is written later
    Elementwise,
    Select,
    Move, // moves its first operand: copy, convert, transpose, slice, …
    Exchange, // moves values between devices unchanged: all-gather, collective-permute, …
    Sum, // sums over devices: all-reduce, reduce-scatter
    DynamicSlice,
    DynamicUpdateSlice,
    Scatter,
    Gather,
    Concatenate,
    Join, // concatenates pieces that lie next to each other already
    Broadcast,
    Product, // dot, convolution; further results are scratch memory
    Reduce,
    Alias, // the same values as its first operand: bitcast, optimization-barrier, …
    Tuple,
    GetTupleElement,
    While,
    Conditional,
    Call, // fusion, call: the result of the called computation
    AsyncStart,
    AsyncUpdate,
    AsyncDone,
    CopyStart, // gives (destination, source, context)
    ExchangeStart, // gives (source, destination, …)
    Done, // ends a CopyStart or ExchangeStart
    CollectiveStart, // starts an exchange or a sum: (from, to, semaphores)
    CollectiveDone, // takes (from, to, …) and gives the received values
    CustomCall, // with unknown dataflow
};

/// Returns Other for an unknown name.
Opcode opcodeOf(std::string_view name);
/// Returns CustomCall for an unknown target of a custom call.
Opcode opcodeOfTarget(std::string_view target);

/// The fact about an operation that the framework's name states.
enum class Naming : std::uint8_t {
    None,
    OfJax, // none of the below; JAX named it, which would have marked it
    Backward, // part of the backward part: JAX's "transpose(jvp…"
    Recomputed, // recomputed for the backward part: JAX's "rematted_computation"
};

struct ValueTag;
/// An array in the result of an instruction. A tuple has one value for each array in it, at any depth, in order.
using ValueId = Id<ValueTag>;

/// A boolean that takes a byte instead of a bit as in std::vector<bool>, because sweeps spend most of their time on it.
struct Truth {
    bool is = false;

    constexpr Truth(bool value = false)
        : is(value)
    { }
    constexpr operator bool() const { return is; }
};

/// One boolean for each value.
using ValueTruths = IdVector<ValueId, Truth>;

struct TupleTag;
/// A tuple in the shape of an instruction's result.
using TupleId = Id<TupleTag>;

/// How a value is computed from another one.
enum class Flow : std::uint8_t {
    Same, // the same bytes under another name
    Moved, // the same values in other memory: copied, cast, in another layout, sliced, or sent by other devices
    Summed, // summed over devices
    Piece, // one of several that are concatenated
    Elementwise,
    Base, // the array into which something is written at an index
    Update, // the data that is written at the index
    Repeated, // broadcast
    Product, // an operand of a matrix product or convolution
    Table, // the array from which rows are gathered
    Place, // an index, a mask, a condition
    Mixed, // any other way
};

/// Returns whether the value has the elements of its source as they are.
constexpr bool isCopy(Flow flow)
{
    return flow == Flow::Same || flow == Flow::Moved || flow == Flow::Piece;
}

struct Source {
    ValueId value;
    Flow flow = Flow::Mixed;
};

/// The part of an instruction that dataflow needs.
struct GraphNode {
    /// The number of a parameter, the index of a get-tuple-element, or the first parameter that an async-update binds.
    /// kNoNumber if out of range.
    std::uint32_t number = 0;
    TupleId tuple; // the tuple of its shape; none for an array
    ComputationId computation;
    Opcode opcode = Opcode::Other;
    Naming naming = Naming::None;
    /// True if the value is computed inside a fusion and is not part of its result, so that it takes no memory.
    bool isOnTheWay = false;

    static constexpr std::uint32_t kNoNumber = 0xffffffff;
};

/// Instructions [begin, end) of the module.
struct GraphComputation {
    InstructionId begin{0};
    InstructionId end{0};
    InstructionId root; // none when the file does not name it
    InstructionId caller; // the first instruction that runs it as a part of the dataflow; none when there is none
};

/// The dataflow of a module: the sources of each value, and how it is computed from them. Computations that run for
/// their caller (fusions, calls, loops, branches, asynchronous ones) are part of it; reducers and comparators are not.
///
/// Memory: about 70 bytes per instruction and 8 per source. Both numbers are linear in the module's bytes.
class HloGraph
{
public:
    /// `module` must outlive the graph. Errors: Cancelled. Cost: one pass over the module's instructions.
    static Result<HloGraph> build(const HloModule& module, const Progress& progress = {});

    const HloModule& module() const { return *m_module; }
    std::size_t valueCount() const { return m_instructionOf.size(); }
    const GraphNode& node(InstructionId instruction) const { return m_nodes[instruction]; }
    const GraphNode& nodeOf(ValueId value) const { return m_nodes[definedBy(value)]; }
    /// An operand is none where the file names an instruction that does not exist.
    std::span<const InstructionId> operands(InstructionId instruction) const { return m_operands[instruction]; }
    /// Returns none where there is no such operand.
    InstructionId operand(InstructionId instruction, std::size_t at = 0) const
    {
        const auto all = operands(instruction);
        return at < all.size() ? all[at] : InstructionId();
    }
    /// A computation is none where the file names one that does not exist. If operands of an asynchronous computation
    /// arrive after its start, the last async-update with operands has the computation, and the start has none.
    std::span<const ComputationId> callees(InstructionId instruction) const { return m_callees[instruction]; }
    /// Returns the first computation that the instruction calls; none when there is none.
    ComputationId firstCallee(InstructionId instruction) const
    {
        return callees(instruction).empty() ? ComputationId() : callees(instruction)[0];
    }
    /// Returns the root of that computation, which for a loop is its body; none when there is none.
    InstructionId calleeRoot(InstructionId instruction) const
    {
        const ComputationId callee = firstCallee(instruction);
        return callee ? m_computations[callee].root : InstructionId();
    }
    /// Returns how many of the called computations, counted from the first, run on the instruction's values. The others
    /// are reducers and the like.
    std::size_t ownCallees(InstructionId instruction) const
    {
        switch (m_nodes[instruction].opcode) {
        case Opcode::While:
        case Opcode::Conditional:
            return callees(instruction).size();
        case Opcode::Call:
        case Opcode::AsyncStart:
        case Opcode::AsyncUpdate:
            return std::min<std::size_t>(callees(instruction).size(), 1);
        default:
            return 0;
        }
    }
    /// Returns the number of values that the instruction gives.
    std::uint32_t values(InstructionId instruction) const
    {
        return m_firstValue[InstructionId(instruction.value + 1)] - m_firstValue[instruction];
    }
    ValueId value(InstructionId instruction, std::uint32_t at = 0) const
    {
        return ValueId(m_firstValue[instruction] + at);
    }
    /// Returns none where there is no such value, or for no instruction.
    ValueId findValue(InstructionId instruction, std::uint32_t at) const
    {
        return instruction && at < values(instruction) ? value(instruction, at) : ValueId();
    }
    InstructionId definedBy(ValueId value) const { return m_instructionOf[value]; }
    std::span<const Source> sources(ValueId value) const { return m_sources[value]; }

    /// nullptr when the file does not name it.
    const GraphComputation* entry() const { return m_entry ? &m_computations[m_entry] : nullptr; }
    const GraphComputation& computation(ComputationId id) const { return m_computations[id]; }
    /// Returns the first instruction that runs the computation of an instruction; none in the entry computation.
    InstructionId caller(InstructionId instruction) const
    {
        return m_computations[m_nodes[instruction].computation].caller;
    }
    /// Instructions [begin, end) of one computation that run consecutively.
    struct Run {
        static constexpr std::uint32_t kNoLoop = 0xffffffff;

        InstructionId begin{0};
        InstructionId end{0};
        std::uint32_t before = 0; // the number of instructions that run before this one
        std::uint32_t loopBegin = kNoLoop; // each loop is a separate run; this is the first run of its computations

        bool isLoop() const { return loopBegin != kNoLoop; }
    };
    /// The instructions that the entry computation reaches, in execution order. The instructions of a computation come
    /// before its caller.
    std::span<const Run> runs() const { return m_runs; }
    /// The number of instructions in runs().
    std::size_t runningCount() const
    {
        return m_runs.empty() ? 0 : m_runs.back().before + (m_runs.back().end.value - m_runs.back().begin.value);
    }
    /// The parameter of a loop's body; none when there is none.
    InstructionId loopParameter(InstructionId loop) const;
    /// Returns whether the instruction is the parameter of a loop's body or condition.
    bool isLoopParameter(InstructionId instruction) const
    {
        if (m_nodes[instruction].opcode != Opcode::Parameter)
            return false;
        const InstructionId loop = caller(instruction);
        return loop && m_nodes[loop].opcode == Opcode::While;
    }
    /// Returns the value that a loop's body passes to a value of its parameter for the next iteration; none for another
    /// value.
    ValueId nextIterationValue(ValueId value) const;

    /// Returns the values at a path into an instruction's shape as [first, second). The range is empty when the path is
    /// not in the shape.
    std::pair<ValueId, ValueId> valuesAt(InstructionId instruction, std::span<const std::int64_t> path) const;
    /// Returns the array at a path into an instruction's shape; none when the path leads to a tuple or is not in the
    /// shape.
    ValueId arrayAt(InstructionId instruction, std::span<const std::int64_t> path) const;
    /// Returns the shape of the array alone. Cost: a walk over the shape of its instruction.
    ShapeView shapeOf(ValueId value) const;
    std::string_view opcodeName(ValueId value) const { return m_module->opcodeOf(definedBy(value)); }
    ArrayMeasure measure(ValueId value) const { return measureShape(shapeOf(value)); }
    /// Returns the shape of each value of an instruction. Cost: one walk over the shape.
    std::vector<ShapeView> shapesOf(InstructionId instruction) const;

private:
    friend class GraphBuilder;
    friend class SourceFinder;
    struct TupleElement {
        std::uint32_t firstValue = 0; // relative to the instruction's first value
        TupleId tuple; // when the element is itself a tuple
    };

    struct Place {
        std::uint32_t begin = 0; // relative to the instruction's first value
        std::uint32_t end = 0;
        TupleId tuple; // when there is a tuple at the path
    };
    /// Returns the part at a path into an instruction's shape. It has no values when the path is not in the shape.
    Place placeAt(InstructionId instruction, std::span<const std::int64_t> path) const;
    /// Returns the range of values of an element in a tuple that an instruction gives, relative to its first value.
    std::pair<std::uint32_t, std::uint32_t> element(TupleId tuple, std::uint64_t at) const;
    /// Returns which element of a tuple has a value, which is given relative to the instruction's first value.
    std::size_t elementWith(TupleId tuple, std::uint32_t at) const;

    const HloModule* m_module = nullptr;
    IdVector<InstructionId, GraphNode> m_nodes;
    IdVector<InstructionId, std::uint32_t> m_firstValue; // with one extra entry; not in GraphNode as all sweeps read it
    Lists<InstructionId, InstructionId> m_operands;
    Lists<InstructionId, ComputationId> m_callees;
    IdVector<ValueId, InstructionId> m_instructionOf;
    Lists<TupleId, TupleElement> m_tuples; // each list with one extra entry, where the values of the tuple end
    IdVector<ComputationId, GraphComputation> m_computations;
    std::vector<Run> m_runs;
    Lists<ValueId, Source> m_sources;
    ComputationId m_entry;
};

} // namespace tidemark::xla
