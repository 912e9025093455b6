#include "core/xla/meaning/hlo_graph.h"

#include "core/base/by_group.h"
#include "core/base/id_map.h"
#include "core/base/parallel.h"
#include "core/shapes/array_shape.h"
#include "core/shapes/element_type.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

namespace tidemark::xla {
namespace {

using proto::HloInstructionProto;
using proto::ShapeProto;

struct OpcodeNames {
    Opcode opcode;
    std::string_view names; // separated by spaces
};

constexpr OpcodeNames kOpcodeNames[] = {
    {Opcode::Parameter, "parameter"},
    {Opcode::Constant, "constant"},
    {Opcode::Iota, "iota"},
    {Opcode::Source,
     "partition-id replica-id rng rng-bit-generator rng-get-and-update-state after-all infeed create-token recv"},
    {Opcode::Elementwise,
     "abs add and atan2 cbrt ceil clamp compare complex cosine count-leading-zeros divide erf exponential "
     "exponential-minus-one floor imag is-finite log log-plus-one logistic maximum minimum multiply negate not or "
     "popcnt power real remainder round-nearest-afz round-nearest-even rsqrt shift-left shift-right-arithmetic "
     "shift-right-logical sign sine sqrt stochastic-convert subtract tan tanh xor"},
    {Opcode::Select, "select"},
    {Opcode::Move,
     "copy convert transpose reshape bitcast-convert slice reverse pad reduce-precision dynamic-reshape "
     "set-dimension-size"},
    {Opcode::Exchange, "all-gather collective-permute collective-broadcast all-to-all"},
    {Opcode::Sum, "all-reduce all-reduce-start reduce-scatter"},
    {Opcode::DynamicSlice, "dynamic-slice"},
    {Opcode::DynamicUpdateSlice, "dynamic-update-slice"},
    {Opcode::Scatter, "scatter"},
    {Opcode::Gather, "gather"},
    {Opcode::Concatenate, "concatenate"},
    {Opcode::Broadcast, "broadcast"},
    {Opcode::Product, "dot convolution ragged-dot scaled-dot"},
    {Opcode::Reduce, "reduce reduce-window"},
    {Opcode::Alias, "bitcast opt-barrier optimization-barrier add-dependency domain all-reduce-done"},
    {Opcode::Tuple, "tuple"},
    {Opcode::GetTupleElement, "get-tuple-element"},
    {Opcode::While, "while"},
    {Opcode::Conditional, "conditional"},
    {Opcode::Call, "fusion call"},
    {Opcode::AsyncStart, "async-start"},
    {Opcode::AsyncUpdate, "async-update"},
    {Opcode::AsyncDone, "async-done"},
    {Opcode::CopyStart, "copy-start"},
    {Opcode::ExchangeStart, "all-gather-start collective-permute-start"},
    {Opcode::Done, "copy-done all-gather-done collective-permute-done"},
    {Opcode::CustomCall, "custom-call"},
};

std::unordered_map<std::string_view, Opcode> makeOpcodes()
{
    std::unordered_map<std::string_view, Opcode> opcodes;
    for (const auto& [opcode, names] : kOpcodeNames)
        for (std::size_t begin = 0; begin < names.size();) {
            const std::size_t end = std::min(names.find(' ', begin), names.size());
            opcodes.emplace(names.substr(begin, end - begin), opcode);
            begin = end + 1;
        }
    return opcodes;
}

constexpr int kDeepestShape = 64; // the same limit as elsewhere
constexpr std::size_t kAhead = 4; // how many instructions in advance prefetch() is called
constexpr std::size_t kPartSize = 1 << 13; // instructions

/// Compilers write the type first, so usually the rest of an array's shape, which is most of it, need not be read.
bool isTupleShape(ShapeView shape)
{
    constexpr char kTypeTag = static_cast<char>(ShapeProto::kElementTypeFieldNumber << 3);
    const bool isTagged = shape.size() > 1 && shape[0] == kTypeTag && shape[1] > 0;
    return isTagged ? shape[1] == kTuple : elementType(shape) == kTuple;
}

/// Returns whether the text contains `before`, `rare` and `after` in sequence. `rare` seldom occurs in names, so a
/// search for it is faster than a search for the whole text from its first letter.
bool contains(std::string_view text, std::string_view before, char rare, std::string_view after)
{
    for (std::size_t at = text.find(rare); at != std::string_view::npos; at = text.find(rare, at + 1))
        if (at > 0 && text[at - 1] == before.back() && text.substr(0, at).ends_with(before)
            && text.substr(at + 1).starts_with(after))
            return true;
    return false;
}

/// Returns whether instructions of this opcode are named after their operation and not after the value that they hold.
bool isNamedAfterItself(Opcode opcode)
{
    switch (opcode) {
    case Opcode::Parameter:
    case Opcode::Constant:
    case Opcode::Tuple:
    case Opcode::GetTupleElement:
    case Opcode::Call:
    case Opcode::While:
        return false;
    default:
        return true;
    }
}

/// `metadata` is an OpMetadata message. Cost: a pass over its name.
Naming namingOf(std::string_view metadata)
{
    std::string_view name;
    Damage known;
    for (WireReader reader(metadata, known); name.empty() && reader.next();) // the fields after it are not needed
        reader.store(proto::OpMetadata::kOpNameFieldNumber, name);
    if (contains(name, "rematted", '_', "computation"))
        return Naming::Recomputed;
    if (contains(name, "transpose", '(', "jvp"))
        return Naming::Backward;
    return name.starts_with("jit(") || name.starts_with("pjit(") ? Naming::OfJax : Naming::None;
}

constexpr std::size_t kMostMixed = 64; // values of one tuple among the sources of an instruction with unknown dataflow
constexpr int kMostUpdates = 64; // of one asynchronous computation with operands of their own
constexpr std::size_t kMostOfEach = 8; // operands among the sources of each value of a tuple

} // namespace

Opcode opcodeOf(std::string_view name)
{
    static const std::unordered_map<std::string_view, Opcode> kOpcodes = makeOpcodes();
    const auto found = kOpcodes.find(name);
    return found == kOpcodes.end() ? Opcode::Other : found->second;
}

Target targetOf(std::string_view name)
{
    if (name == "AllocateBuffer")
        return Target::Allocate;
    if (name == "ConcatBitcast")
        return Target::Concatenate;
    if (name == "AsyncCollectiveStart")
        return Target::CollectiveStart;
    if (name == "AsyncCollectiveDone")
        return Target::CollectiveDone;
    if (name == "AssumeGatherIndicesInBound" || name == "Sharding" || name == "SPMDFullToShardShape"
        || name == "SPMDShardToFullShape" || name == "MoveToHost" || name == "MoveToDevice"
        || name == "annotate_device_placement")
        return Target::Move;
    if (name.starts_with("__cublas$") || name.starts_with("__cudnn$conv") || name.starts_with("__onednn$")
        || name == "__triton_gemm" || name == "__nvjet_gemm")
        return Target::Product;
    return Target::None;
}

/// An instruction that runs a computation as a part of the dataflow.
struct GraphCaller {
    InstructionId instruction;
    std::uint32_t number; // the position of the computation among those it calls
};

/// Reads instructions. Parts of a module are read in parallel.
class GraphReader
{
public:
    GraphReader(const HloModule& module, const Progress& progress)
        : m_module(module)
        , m_progress(progress)
        , m_split(module.instructionCount(), kPartSize)
        , m_parts(m_split.count())
    {
        m_graph.m_module = &module;
    }

    Result<HloGraph> read()
    {
        readComputations();
        m_graph.m_nodes.resize(m_module.instructionCount() + 1);
        m_graph.m_firstValue.resize(m_module.instructionCount() + 1);
        for (std::size_t i = 0; i < m_parts.size(); ++i) { // here, so that short-lived threads take little memory
            m_parts[i].instructionOf.reserve(2 * (m_split.end(i) - m_split.begin(i)));
            m_parts[i].operands.reserve(3 * (m_split.end(i) - m_split.begin(i)));
        }
        forEachInParallel(m_parts.size(), {}, "parts of the module", [this](std::size_t i) {
            if (!m_progress.cancelled())
                read(m_parts[i], m_split.begin(i), m_split.end(i));
        });
        if (m_progress.cancelled())
            return Progress::cancelledError();
        putTogether();
        return std::move(m_graph);
    }

private:
    /// The tables of a part of the instructions. Positions in them count from the part's first instruction.
    struct Part {
        std::vector<InstructionId> operands;
        std::vector<ComputationId> callees;
        IdVector<ValueId, InstructionId> instructionOf;
        IdVector<TupleId, HloGraph::TupleShape> tuples;
        std::vector<HloGraph::TupleElement> elements;
        std::uint32_t first = 0; // first value of the current instruction
    };

    void readComputations()
    {
        m_graph.m_entry = m_module.entry();
        m_computationIds = IdMap<ComputationId>(m_module.computations().size());
        m_graph.m_computations.reserve(m_module.computations().size());
        for (const ComputationId id : m_module.computations().ids()) {
            const Computation& computation = m_module.computations()[id];
            InstructionId root = m_module.findInstruction(computation.rootId);
            if (root < computation.begin || root >= computation.end) // or none
                root = {};
            m_graph.m_computations.push_back({computation.begin, computation.end, root, {}});
            m_computationIds.insert(computation.id, id);
        }
    }

    /// Reads the instructions [begin, end).
    void read(Part& part, std::size_t begin, std::size_t end)
    {
        const auto& computations = m_module.computations();
        const auto isBehind
            = [](std::size_t at, const Computation& computation) { return at < computation.end.index(); };
        auto computation = std::upper_bound(computations.begin(), computations.end(), begin, isBehind);
        for (std::size_t i = begin; i < end; ++i) {
            if (i + kAhead < m_module.instructionCount())
                m_module.prefetch(InstructionId::at(i + kAhead));
            while (i >= computation->end.index())
                ++computation;
            readInstruction(part, InstructionId::at(i),
                            ComputationId::at(static_cast<std::size_t>(computation - computations.begin())));
        }
    }

    void readInstruction(Part& part, InstructionId instruction, ComputationId computation)
    {
        GraphNode& node = m_graph.m_nodes[instruction];
        node.firstOperand = static_cast<std::uint32_t>(part.operands.size());
        node.firstCallee = static_cast<std::uint32_t>(part.callees.size());
        part.first = static_cast<std::uint32_t>(part.instructionOf.size());
        m_graph.m_firstValue[instruction] = part.first;
        node.computation = computation;
        Damage known; // decoding the module has reported it
        std::int64_t parameter = 0;
        std::int64_t tupleIndex = 0;
        std::string_view opcode;
        std::string_view target;
        std::string_view metadata;
        ShapeView shape;
        for (WireReader reader(m_module.bytesOf(instruction), known); reader.next();) {
            reader.store(HloInstructionProto::kOpcodeFieldNumber, opcode);
            reader.store(HloInstructionProto::kMetadataFieldNumber, metadata);
            reader.store(HloInstructionProto::kShapeFieldNumber, shape);
            reader.store(HloInstructionProto::kParameterNumberFieldNumber, parameter);
            reader.store(HloInstructionProto::kTupleIndexFieldNumber, tupleIndex);
            reader.store(HloInstructionProto::kCustomCallTargetFieldNumber, target);
            if (reader.field() == HloInstructionProto::kOperandIdsFieldNumber)
                reader.forEachInt64([&](std::int64_t id) { part.operands.push_back(m_module.findInstruction(id)); });
            if (reader.field() == HloInstructionProto::kCalledComputationIdsFieldNumber)
                reader.forEachInt64([&](std::int64_t id) { part.callees.push_back(m_computationIds.find(id)); });
        }
        node.opcode = opcodeOf(opcode);
        if (node.opcode == Opcode::CustomCall)
            node.target = targetOf(target);
        if (isNamedAfterItself(node.opcode))
            node.naming = namingOf(metadata); // here, while its bytes are in the cache
        const std::int64_t number = node.opcode == Opcode::Parameter ? parameter : tupleIndex;
        node.number
            = number < 0 || number >= GraphNode::kNoNumber ? GraphNode::kNoNumber : static_cast<std::uint32_t>(number);
        node.tuple = addShape(part, shape, instruction, 0);
    }

    /// Adds the values of a shape. Returns its tuple; none for an array.
    TupleId addShape(Part& part, ShapeView shape, InstructionId instruction, int depth)
    {
        const auto at = [&] { return static_cast<std::uint32_t>(part.instructionOf.size()) - part.first; };
        if (!isTupleShape(shape) || depth == kDeepestShape) {
            part.instructionOf.push_back(instruction);
            return {};
        }
        const TupleId tuple = part.tuples.nextId();
        Damage known;
        HloGraph::TupleShape result;
        part.tuples.push_back(result);
        std::vector<HloGraph::TupleElement> elements;
        for (WireReader reader(shape, known); reader.next();) {
            if (reader.field() != ShapeProto::kTupleShapesFieldNumber || !reader.isBytes())
                continue;
            HloGraph::TupleElement element;
            element.firstValue = at();
            element.tuple = addShape(part, reader.bytes(), instruction, depth + 1);
            elements.push_back(element);
        }
        result.endValue = at();
        result.firstElement = static_cast<std::uint32_t>(part.elements.size());
        result.elements = static_cast<std::uint32_t>(elements.size());
        part.elements.insert(part.elements.end(), elements.begin(), elements.end());
        part.tuples[tuple] = result;
        return tuple;
    }

    template <class T>
    static std::uint32_t append(std::vector<T>& all, const std::vector<T>& part)
    {
        const auto begin = static_cast<std::uint32_t>(all.size());
        all.insert(all.end(), part.begin(), part.end());
        return begin;
    }

    /// Concatenates the tables of the parts, and adjusts the positions that point into them.
    void putTogether()
    {
        const auto reserve = [this](auto& all, auto tableOf) {
            std::size_t size = 0;
            for (const Part& part : m_parts)
                size += tableOf(part).size();
            all.reserve(size);
        };
        reserve(
            m_graph.m_operands, [](const Part& part) -> const auto& { return part.operands; });
        reserve(
            m_graph.m_instructionOf, [](const Part& part) -> const auto& { return part.instructionOf; });
        const auto moved = [](TupleId tuple, std::uint32_t by) { return tuple ? TupleId(tuple.value + by) : tuple; };
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const Part part = std::move(m_parts[i]);
            const std::uint32_t operands = append(m_graph.m_operands, part.operands);
            const std::uint32_t callees = append(m_graph.m_callees, part.callees);
            const std::uint32_t values = append(m_graph.m_instructionOf, part.instructionOf);
            const std::uint32_t tuples = append(m_graph.m_tuples, part.tuples);
            const std::uint32_t elements = append(m_graph.m_elements, part.elements);
            for (std::size_t k = tuples; k < m_graph.m_tuples.size(); ++k)
                m_graph.m_tuples[TupleId::at(k)].firstElement += elements;
            for (std::size_t k = elements; k < m_graph.m_elements.size(); ++k)
                m_graph.m_elements[k].tuple = moved(m_graph.m_elements[k].tuple, tuples);
            for (std::size_t k = m_split.begin(i); k < m_split.end(i); ++k) {
                GraphNode& node = m_graph.m_nodes[InstructionId::at(k)];
                node.firstOperand += operands;
                node.firstCallee += callees;
                m_graph.m_firstValue[InstructionId::at(k)] += values;
                node.tuple = moved(node.tuple, tuples);
            }
        }
        GraphNode& end = m_graph.m_nodes.back();
        end.firstOperand = static_cast<std::uint32_t>(m_graph.m_operands.size());
        end.firstCallee = static_cast<std::uint32_t>(m_graph.m_callees.size());
        m_graph.m_firstValue.back() = static_cast<std::uint32_t>(m_graph.m_instructionOf.size());
    }

    const HloModule& m_module;
    const Progress& m_progress;
    HloGraph m_graph;
    IdMap<ComputationId> m_computationIds; // by the file's id; the first of equal ids
    Parts m_split; // of the instructions
    std::vector<Part> m_parts;
};

/// Appends the sources of values to a vector, and sets in the graph where the sources of each value begin in it. Cost:
/// linear in the bytes of the instructions and of their operands, and in the callers.
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
    /// by addition. The combiner of a replacing one returns its parameter, also through bitcasts.
    bool isAssigning(InstructionId scatter) const
    {
        const auto callees = m_graph.callees(scatter);
        if (callees.empty() || !callees[0])
            return false;
        const GraphComputation& combiner = m_graph.m_computations[callees[0]];
        InstructionId result = combiner.root;
        for (InstructionId i = combiner.begin; result && i < combiner.end; ++i.value) {
            const bool isRenamed = node(result).opcode == Opcode::Alias || node(result).opcode == Opcode::Move;
            if (!isRenamed || m_graph.operands(result).empty())
                break;
            result = m_graph.operands(result)[0];
        }
        return result && node(result).opcode == Opcode::Parameter;
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

/// Finds callers, the order and the dataflow of a graph whose instructions are known.
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
        nameRewritten();
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

    /// Names what compilers rewrite element by element after what it computes. With a batch of one, products become
    /// multiplications of broadcasts: a column times a row, as in the gradients of weights, and a vector times a
    /// matrix, whose products are summed over the vector. The maximum of two padded pieces concatenates them.
    void nameRewritten()
    {
        std::vector<std::pair<InstructionId, Opcode>> rewritten;
        for (const InstructionId i : m_graph.m_module->instructions()) {
            const InstructionId summed = node(i).opcode == Opcode::Reduce ? operand(i, 0) : InstructionId();
            const InstructionId by = summed ? summed : i;
            if (node(by).opcode != Opcode::Elementwise || m_graph.operands(by).size() != 2)
                continue;
            const auto isOf = [&](std::size_t at, Opcode opcode) {
                return operand(by, at) && node(operand(by, at)).opcode == opcode;
            };
            const bool areMoved = !summed && isOf(0, Opcode::Move) && isOf(1, Opcode::Move);
            if (!isOf(0, Opcode::Broadcast) && !isOf(1, Opcode::Broadcast) && !areMoved)
                continue;
            const std::int64_t all = elements(by);
            const std::int64_t left = within(operand(by, 0), Opcode::Broadcast);
            const std::int64_t right = within(operand(by, 1), Opcode::Broadcast);
            const bool isOfVector
                = (left > 1) != (right > 1) && elements(i) > 0 && all / elements(i) == left + right && isVector(i);
            const bool isProduct = summed ? isOfVector : left > 1 && right > 1 && right == all / left;
            const auto isNamed = [&](std::string_view name) { return m_graph.module().opcodeOf(by) == name; };
            if (isProduct && isNamed("multiply"))
                rewritten.emplace_back(by, Opcode::Product);
            else if (areMoved && within(operand(i, 0), Opcode::Move) + within(operand(i, 1), Opcode::Move) == all
                     && m_graph.module().opcodeOf(operand(i, 0)) == "pad" && isNamed("maximum"))
                rewritten.emplace_back(i, Opcode::Concatenate);
        }
        for (const auto& [i, opcode] : rewritten)
            m_graph.m_nodes[i].opcode = opcode;
    }

    InstructionId operand(InstructionId instruction, std::size_t at) const
    {
        const auto operands = m_graph.operands(instruction);
        return at < operands.size() ? operands[at] : InstructionId();
    }

    std::int64_t elements(InstructionId instruction) const
    {
        return measureShape(m_graph.m_module->shapeOf(instruction)).elements.value_or(0);
    }

    bool isVector(InstructionId instruction) const
    {
        const ArrayShape shape = readArrayShape(m_graph.m_module->shapeOf(instruction));
        return std::ranges::count(shape.dimensions, 1) + 1 >= std::ssize(shape.dimensions);
    }

    /// Returns how many elements an instruction of this opcode repeats or moves; 0 for another one.
    std::int64_t within(InstructionId instruction, Opcode opcode) const
    {
        const bool is = instruction && node(instruction).opcode == opcode && operand(instruction, 0);
        return is ? elements(operand(instruction, 0)) : 0;
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
        const Parts split(m_graph.m_module->instructionCount(), kPartSize);
        m_graph.m_firstSource.resize(m_graph.valueCount() + 1);
        std::vector<std::vector<Source>> parts(split.count());
        for (std::vector<Source>& part : parts) // here, so that short-lived threads take little memory
            part.reserve(3 * m_graph.valueCount() / split.count());
        forEachInParallel(parts.size(), {}, "parts of the graph", [&](std::size_t i) {
            if (!m_progress.cancelled())
                SourceFinder(m_graph, m_callers, parts[i])
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
    ByGroup<GraphCaller> m_callers; // by computation, in file order
};

Result<HloGraph> HloGraph::build(const HloModule& module, const Progress& progress)
{
    Result<HloGraph> graph = GraphReader(module, progress).read();
    if (graph && !GraphLinker(*graph, progress).link())
        return Progress::cancelledError();
    return graph;
}

InstructionId HloGraph::loopParameter(InstructionId loop) const
{
    const auto called = callees(loop);
    if (called.empty() || !called[0])
        return {};
    const GraphComputation& body = m_computations[called[0]];
    for (InstructionId i = body.begin; i < body.end; ++i.value)
        if (m_nodes[i].opcode == Opcode::Parameter)
            return i;
    return {};
}

InstructionId HloGraph::loopRoot(InstructionId loop) const
{
    const auto called = callees(loop);
    return called.empty() || !called[0] ? InstructionId() : m_computations[called[0]].root;
}

ValueId HloGraph::nextIterationValue(ValueId value) const
{
    const InstructionId parameter = definedBy(value);
    const InstructionId root = isLoopParameter(parameter) ? loopRoot(caller(parameter)) : InstructionId();
    const std::uint32_t at = value.value - this->value(parameter).value;
    return root && at < values(root) ? this->value(root, at) : ValueId();
}

std::pair<std::uint32_t, std::uint32_t> HloGraph::element(TupleId tuple, std::uint64_t at) const
{
    const TupleShape& shape = m_tuples[tuple];
    if (at >= shape.elements)
        return {0, 0};
    const std::size_t index = shape.firstElement + at;
    const bool isLast = at + 1 == shape.elements;
    return {m_elements[index].firstValue, isLast ? shape.endValue : m_elements[index + 1].firstValue};
}

HloGraph::Place HloGraph::placeAt(InstructionId instruction, std::span<const std::int64_t> path) const
{
    Place place{0, values(instruction), m_nodes[instruction].tuple};
    for (const std::int64_t at : path) {
        if (!place.tuple || at < 0 || static_cast<std::uint64_t>(at) >= m_tuples[place.tuple].elements)
            return {};
        std::tie(place.begin, place.end) = element(place.tuple, static_cast<std::uint64_t>(at));
        place.tuple = m_elements[m_tuples[place.tuple].firstElement + static_cast<std::size_t>(at)].tuple;
    }
    return place;
}

std::pair<ValueId, ValueId> HloGraph::valuesAt(InstructionId instruction, std::span<const std::int64_t> path) const
{
    const Place place = placeAt(instruction, path);
    return {value(instruction, place.begin), value(instruction, place.end)};
}

ValueId HloGraph::arrayAt(InstructionId instruction, std::span<const std::int64_t> path) const
{
    const Place place = placeAt(instruction, path);
    return place.tuple || place.begin == place.end ? ValueId() : value(instruction, place.begin);
}

ShapeView HloGraph::shapeOf(ValueId value) const
{
    const InstructionId instruction = definedBy(value);
    ShapeView shape = m_module->shapeOf(instruction);
    TupleId tuple = m_nodes[instruction].tuple;
    const std::uint32_t at = value.value - m_firstValue[instruction];
    Damage known;
    while (tuple) {
        const auto elements = std::span(m_elements).subspan(m_tuples[tuple].firstElement, m_tuples[tuple].elements);
        const auto found = std::ranges::upper_bound(elements, at, {}, &TupleElement::firstValue) - 1;
        std::int64_t left = found - elements.begin();
        for (WireReader reader(shape, known); reader.next();)
            if (reader.field() == ShapeProto::kTupleShapesFieldNumber && reader.isBytes() && left-- == 0) {
                shape = reader.bytes();
                break;
            }
        tuple = found->tuple;
    }
    return shape;
}

std::vector<ShapeView> HloGraph::shapesOf(InstructionId instruction) const
{
    struct Open {
        WireReader elements;
        TupleId tuple;
        std::uint32_t next = 0; // index of the next element
    };
    const ShapeView whole = m_module->shapeOf(instruction);
    if (!m_nodes[instruction].tuple)
        return {whole};
    Damage known;
    std::vector<ShapeView> shapes;
    std::vector<Open> open;
    open.push_back({WireReader(whole, known), m_nodes[instruction].tuple});
    while (!open.empty()) {
        Open& top = open.back();
        if (!top.elements.next()) {
            open.pop_back();
            continue;
        }
        if (top.elements.field() != ShapeProto::kTupleShapesFieldNumber || !top.elements.isBytes())
            continue;
        const ShapeView shape = top.elements.bytes();
        const TupleId tuple = m_elements[m_tuples[top.tuple].firstElement + top.next++].tuple;
        if (tuple)
            open.push_back({WireReader(shape, known), tuple});
        else
            shapes.push_back(shape);
    }
    return shapes;
}

} // namespace tidemark::xla
