#include "core/xla/meaning/hlo_graph.h"

#include "core/base/by_group.h"
#include "core/base/id_map.h"
#include "core/base/parallel.h"
#include "core/base/remove_repeated.h"
#include "core/shapes/array_shape.h"
#include "core/shapes/element_type.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace tidemark::xla {
namespace {

using proto::HloInstructionProto;
using proto::ShapeProto;

/// How the values of an instruction are computed from its operands: from the first one, from the second one, and from
/// all others. Operands without a flow are not read in this way.
struct Reading {
    std::optional<Flow> first = {};
    std::optional<Flow> second = {};
    std::optional<Flow> others = {};
};

struct OpcodeFacts {
    std::string_view names; // separated by spaces
    Reading reading = {}; // empty for opcodes with dataflow of their own
};

/// In the order of Opcode.
constexpr auto kOpcodes = std::to_array<OpcodeFacts>({
    {""},
    {"parameter"},
    {"constant"},
    {"iota"},
    {"partition-id replica-id rng rng-bit-generator rng-get-and-update-state after-all infeed create-token recv"},
    {"abs add and atan2 cbrt ceil clamp compare complex cosine count-leading-zeros divide erf exponential "
     "exponential-minus-one floor imag is-finite log log-plus-one logistic maximum minimum multiply negate not or "
     "popcnt power real remainder round-nearest-afz round-nearest-even rsqrt shift-left shift-right-arithmetic "
     "shift-right-logical sign sine sqrt stochastic-convert subtract tan tanh xor",
     {.others = Flow::Elementwise}},
    {"select", {.first = Flow::Place, .others = Flow::Elementwise}},
    {"copy convert transpose reshape bitcast-convert slice reverse pad reduce-precision dynamic-reshape "
     "set-dimension-size",
     {.first = Flow::Moved, .others = Flow::Place}},
    {"all-gather collective-permute collective-broadcast all-to-all"},
    {"all-reduce all-reduce-start reduce-scatter"},
    {"dynamic-slice", {.first = Flow::Moved, .others = Flow::Place}},
    {"dynamic-update-slice", {Flow::Base, Flow::Update, Flow::Place}},
    {"scatter"},
    {"gather", {.first = Flow::Table, .others = Flow::Place}},
    {"concatenate", {.others = Flow::Piece}},
    {"", {.others = Flow::Piece}},
    {"broadcast", {.first = Flow::Repeated}},
    {"dot convolution ragged-dot scaled-dot", {Flow::Product, Flow::Product, Flow::Mixed}},
    {"reduce reduce-window"},
    {"bitcast opt-barrier optimization-barrier add-dependency domain all-reduce-done"},
    {"tuple"},
    {"get-tuple-element"},
    {"while"},
    {"conditional"},
    {"fusion call"},
    {"async-start"},
    {"async-update"},
    {"async-done"},
    {"copy-start"},
    {"all-gather-start collective-permute-start"},
    {"copy-done all-gather-done collective-permute-done"},
    {""},
    {""},
    {"custom-call"},
});
static_assert(kOpcodes.size() == static_cast<std::size_t>(Opcode::CustomCall) + 1);

const Reading& readingOf(Opcode opcode)
{
    return kOpcodes[static_cast<std::size_t>(opcode)].reading;
}

std::unordered_map<std::string_view, Opcode> makeOpcodes()
{
    std::unordered_map<std::string_view, Opcode> opcodes;
    for (std::size_t i = 0; i < kOpcodes.size(); ++i)
        for (std::string_view names = kOpcodes[i].names; !names.empty();) {
            const std::size_t end = std::min(names.find(' '), names.size());
            opcodes.emplace(names.substr(0, end), static_cast<Opcode>(i));
            names.remove_prefix(std::min(end + 1, names.size()));
        }
    return opcodes;
}

constexpr int kDeepestShape = 64; // the same limit as elsewhere
constexpr std::size_t kAhead = 4; // how many instructions in advance prefetch() is called
constexpr std::size_t kPartSize = 1 << 13; // instructions

/// Returns whether the shape is a tuple whose elements count. Compilers write the type first, so usually the rest of an
/// array's shape, which is most of it, need not be read.
bool isTuple(ShapeView shape, int depth)
{
    constexpr char kTypeTag = static_cast<char>(ShapeProto::kElementTypeFieldNumber << 3);
    const bool isTagged = shape.size() > 1 && shape[0] == kTypeTag && shape[1] > 0;
    return depth < kDeepestShape && (isTagged ? shape[1] == kTuple : elementType(shape) == kTuple);
}

/// Returns whether instructions of this opcode are named after the value that they hold and not after their operation.
bool isNamedAfterValue(Opcode opcode)
{
    return opcode == Opcode::Parameter || opcode == Opcode::Constant || opcode == Opcode::Tuple
        || opcode == Opcode::GetTupleElement || opcode == Opcode::Call || opcode == Opcode::While;
}

/// Calls take(shape) for each element of a tuple's shape.
template <class Take>
void forEachElement(ShapeView tuple, Take take)
{
    Damage known; // decoding the module has reported it
    for (WireReader reader(tuple, known); reader.next();)
        if (reader.field() == ShapeProto::kTupleShapesFieldNumber && reader.isBytes())
            take(reader.bytes());
}

/// Adds the shapes of the arrays in a shape.
void addArrays(ShapeView shape, int depth, std::vector<ShapeView>& arrays)
{
    if (isTuple(shape, depth))
        forEachElement(shape, [&](ShapeView element) { addArrays(element, depth + 1, arrays); });
    else
        arrays.push_back(shape);
}

/// `metadata` is an OpMetadata message. Cost: a pass over its name.
Naming namingOf(std::string_view metadata)
{
    std::string_view name;
    Damage known;
    for (WireReader reader(metadata, known); name.empty() && reader.next();) // the fields after it are not needed
        reader.store(proto::OpMetadata::kOpNameFieldNumber, name);
    if (name.find("rematted_computation") != std::string_view::npos)
        return Naming::Recomputed;
    if (name.find("transpose(jvp") != std::string_view::npos)
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

Opcode opcodeOfTarget(std::string_view target)
{
    if (target == "AllocateBuffer")
        return Opcode::Source;
    if (target == "ConcatBitcast")
        return Opcode::Join;
    if (target == "AsyncCollectiveStart")
        return Opcode::CollectiveStart;
    if (target == "AsyncCollectiveDone")
        return Opcode::CollectiveDone;
    if (target.starts_with("__cublas$") || target.starts_with("__cudnn$conv") || target.starts_with("__onednn$")
        || target == "__triton_gemm" || target == "__nvjet_gemm")
        return Opcode::Product;
    return Opcode::CustomCall;
}

/// An instruction that runs a computation as a part of the dataflow.
struct GraphCaller {
    InstructionId instruction;
    std::uint32_t number; // the position of the computation among those it calls
};

/// Lists the sources of values. Cost: linear in the bytes of the instructions and of their operands, and in the
/// callers.
class SourceFinder
{
public:
    SourceFinder(const HloGraph& graph, const ByGroup<GraphCaller>& callers, Lists<ValueId, Source>& sources)
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
                addSourcesOf(i, k);
                m_sources.endList();
            }
        }
    }

private:
    const GraphNode& node(InstructionId instruction) const { return m_graph.node(instruction); }
    void add(ValueId value, Flow flow) { m_sources.add({value, flow}); }
    /// Adds a value of an instruction by its position, if the instruction has that value.
    void add(InstructionId instruction, std::uint32_t at, Flow flow)
    {
        if (const ValueId value = m_graph.findValue(instruction, at))
            add(value, flow);
    }
    void addOperand(InstructionId instruction, std::size_t operand, std::uint32_t at, Flow flow)
    {
        add(m_graph.operand(instruction, operand), at, flow);
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
    void addAsRead(InstructionId instruction, std::uint32_t at, const Reading& reading)
    {
        std::size_t from = 0;
        if (reading.first)
            addOperand(instruction, from++, 0, *reading.first);
        if (reading.second)
            addOperand(instruction, from++, 0, *reading.second);
        if (reading.others)
            addOperands(instruction, from, at, *reading.others);
    }
    void addRoot(InstructionId instruction, std::uint32_t at) { add(m_graph.calleeRoot(instruction), at, Flow::Same); }

    void addSourcesOf(InstructionId i, std::uint32_t at)
    {
        switch (node(i).opcode) {
        case Opcode::Parameter:
        case Opcode::Conditional:
            for (const InstructionId giver : m_givers)
                add(giver, at, Flow::Same);
            return;
        case Opcode::Exchange:
        case Opcode::Sum:
            return addOperand(i, m_graph.operands(i).size() == 1 ? 0 : at, 0,
                              node(i).opcode == Opcode::Sum ? Flow::Summed : Flow::Moved);
        case Opcode::Scatter:
            return addAsRead(i, at, {Flow::Base, Flow::Place, isAssigning(i) ? Flow::Update : Flow::Mixed});
        case Opcode::Alias:
            return addOperand(i, 0, at, Flow::Same);
        case Opcode::Tuple:
            return addElement(i, at);
        case Opcode::GetTupleElement:
            return addTupleElement(i, node(i).number, at);
        case Opcode::While:
            addOperand(i, 0, at, Flow::Same);
            return addRoot(i, at);
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
        case Opcode::CollectiveStart:
            return addCollectiveStart(i, at);
        case Opcode::CollectiveDone:
            return addOperand(i, 1, at, Flow::Same);
        case Opcode::Product:
            if (at == 0)
                addAsRead(i, at, readingOf(Opcode::Product));
            return;
        case Opcode::Reduce:
            return isReshape(i) ? addAsRead(i, at, readingOf(Opcode::Move)) : addMixed(i, at);
        case Opcode::CustomCall:
        case Opcode::Other:
            return addMixed(i, at);
        default:
            return addAsRead(i, at, readingOf(node(i).opcode));
        }
    }

    /// Returns whether a scatter replaces the elements at its indices. Others combine old and new elements, for example
    /// by addition. The combiner of a replacing one returns its parameter, also through bitcasts.
    bool isAssigning(InstructionId scatter) const
    {
        if (!m_graph.firstCallee(scatter))
            return false;
        const GraphComputation& combiner = m_graph.computation(m_graph.firstCallee(scatter));
        InstructionId result = combiner.root;
        for (InstructionId i = combiner.begin; result && i < combiner.end; ++i.value) {
            const bool isRenamed = node(result).opcode == Opcode::Alias || node(result).opcode == Opcode::Move;
            if (!isRenamed || m_graph.operands(result).empty())
                break;
            result = m_graph.operand(result);
        }
        return result && node(result).opcode == Opcode::Parameter;
    }

    /// Finds the instructions of which a parameter or a conditional gives one result. Each is added once, because many
    /// callers may name the same one.
    void findGivers(InstructionId i)
    {
        m_givers.clear();
        if (node(i).opcode == Opcode::Conditional)
            for (const ComputationId callee : m_graph.callees(i))
                addGiver(callee ? m_graph.computation(callee).root : InstructionId());
        else if (node(i).opcode == Opcode::Parameter)
            findGiversOfParameter(i);
        removeRepeated(m_givers);
    }

    /// Adds the operands of the callers. For a loop, also adds the root of its body.
    void findGiversOfParameter(InstructionId i)
    {
        const ComputationId computation = node(i).computation;
        if (!m_graph.computation(computation).caller)
            return; // it never runs
        for (const GraphCaller& caller : m_callers.of(computation.index())) {
            switch (node(caller.instruction).opcode) {
            case Opcode::While:
                addGiver(m_graph.operand(caller.instruction));
                addGiver(m_graph.calleeRoot(caller.instruction));
                break;
            case Opcode::Conditional:
                addGiver(m_graph.operand(caller.instruction, caller.number + std::size_t{1}));
                break;
            case Opcode::AsyncUpdate:
                addGiver(lateOperand(caller.instruction, node(i).number));
                break;
            default:
                addGiver(m_graph.operand(caller.instruction, node(i).number));
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
            update = m_graph.operand(update);
        }
        const bool isUpdate = node(update).opcode == Opcode::AsyncUpdate;
        return m_graph.operand(update, isUpdate ? number - node(update).number + std::size_t{1} : number);
    }

    void addGiver(InstructionId giver)
    {
        if (giver)
            m_givers.push_back(giver);
    }

    /// For a tuple: adds the operand that holds the value.
    void addElement(InstructionId i, std::uint32_t at)
    {
        if (!node(i).tuple)
            return;
        const std::size_t element = m_graph.elementWith(node(i).tuple, at);
        addOperand(i, element, at - m_graph.m_tuples[node(i).tuple][element].firstValue, Flow::Same);
    }

    void addTupleElement(InstructionId i, std::uint64_t index, std::uint32_t at)
    {
        const InstructionId tuple = m_graph.operand(i);
        if (!tuple || !node(tuple).tuple)
            return;
        const auto [begin, end] = m_graph.element(node(tuple).tuple, index);
        if (at < end - begin)
            add(tuple, begin + at, Flow::Same);
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
        const InstructionId before = m_graph.operand(i);
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
        const InstructionId started = m_graph.operand(i);
        if (started && !node(started).tuple)
            return add(started, at, Flow::Same);
        addTupleElement(i, started && node(started).opcode == Opcode::CopyStart ? 0 : 1, at);
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

    /// The operand is a collective. The result holds the operand of that collective and its result.
    void addCollectiveStart(InstructionId i, std::uint32_t at)
    {
        if (at == 1)
            addOperand(i, 0, 0, Flow::Same);
        else if (at == 0 && m_graph.operand(i))
            addOperand(m_graph.operand(i), 0, 0, Flow::Same);
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

    const HloGraph& m_graph;
    const ByGroup<GraphCaller>& m_callers; // by computation, in file order
    Lists<ValueId, Source>& m_sources;
    std::vector<InstructionId> m_givers; // of the current instruction
};

/// Builds a graph: its instructions and values, the calls, the execution order, and the dataflow.
class GraphBuilder
{
public:
    GraphBuilder(const HloModule& module, const Progress& progress)
        : m_module(module)
        , m_progress(progress)
    {
        m_graph.m_module = &module;
    }

    Result<HloGraph> build()
    {
        m_graph.m_nodes.resize(m_module.instructionCount());
        readComputations();
        readInstructions();
        if (m_progress.cancelled())
            return Progress::cancelledError();
        readShapes();
        bindLateOperands();
        nameCalls();
        nameRewritten();
        findOrder();
        findOnTheWay();
        addSources();
        if (m_progress.cancelled())
            return Progress::cancelledError();
        return std::move(m_graph);
    }

private:
    /// The operands and callees of a part of the instructions. Parts are read in parallel.
    struct Part {
        Lists<InstructionId, InstructionId> operands;
        Lists<InstructionId, ComputationId> callees;
    };

    const GraphNode& node(InstructionId instruction) const { return m_graph.m_nodes[instruction]; }

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
            for (InstructionId i = computation.begin; i < computation.end; ++i.value)
                m_graph.m_nodes[i].computation = id;
        }
    }

    void readInstructions()
    {
        const Parts split(m_module.instructionCount(), kPartSize);
        std::vector<Part> parts(split.count());
        for (std::size_t i = 0; i < parts.size(); ++i) { // here, so that short-lived threads take little memory
            const std::size_t size = split.end(i) - split.begin(i);
            parts[i].operands.reserve(size, 3 * size);
            parts[i].callees.reserve(size, 0);
        }
        forEachInParallel(parts.size(), {}, "parts of the module", [&](std::size_t i) {
            if (m_progress.cancelled())
                return;
            for (std::size_t at = split.begin(i); at < split.end(i); ++at) {
                if (at + kAhead < m_module.instructionCount())
                    m_module.prefetch(InstructionId::at(at + kAhead));
                readInstruction(parts[i], InstructionId::at(at));
            }
        });
        m_graph.m_operands.reserve(m_module.instructionCount(), 0);
        m_graph.m_callees.reserve(m_module.instructionCount(), 0);
        for (Part& part : parts) {
            m_graph.m_operands.append(std::exchange(part.operands, {}));
            m_graph.m_callees.append(std::exchange(part.callees, {}));
        }
    }

    void readInstruction(Part& part, InstructionId instruction)
    {
        GraphNode& node = m_graph.m_nodes[instruction];
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
                reader.forEachInt64([&](std::int64_t id) { part.operands.add(m_module.findInstruction(id)); });
            if (reader.field() == HloInstructionProto::kCalledComputationIdsFieldNumber)
                reader.forEachInt64([&](std::int64_t id) { part.callees.add(m_computationIds.find(id)); });
        }
        part.operands.endList();
        part.callees.endList();
        node.tuple = isTuple(shape, 0) ? TupleId(0) : TupleId(); // readShapes() knows the tuple
        node.opcode = opcodeOf(opcode);
        if (node.opcode == Opcode::CustomCall)
            node.opcode = opcodeOfTarget(target);
        if (!isNamedAfterValue(node.opcode))
            node.naming = namingOf(metadata); // here, while its bytes are in the cache
        const std::int64_t number = node.opcode == Opcode::Parameter ? parameter : tupleIndex;
        node.number
            = number < 0 || number >= GraphNode::kNoNumber ? GraphNode::kNoNumber : static_cast<std::uint32_t>(number);
    }

    void readShapes()
    {
        m_graph.m_firstValue.resize(m_module.instructionCount() + 1);
        m_graph.m_instructionOf.reserve(2 * m_module.instructionCount());
        for (const InstructionId i : m_module.instructions()) {
            m_graph.m_firstValue[i] = static_cast<std::uint32_t>(m_graph.m_instructionOf.size());
            if (node(i).tuple)
                m_graph.m_nodes[i].tuple = addShape(m_module.shapeOf(i), i, 0);
            else
                m_graph.m_instructionOf.push_back(i);
        }
        m_graph.m_firstValue.back() = static_cast<std::uint32_t>(m_graph.m_instructionOf.size());
    }

    /// Adds the values of a shape. Returns its tuple; none for an array.
    TupleId addShape(ShapeView shape, InstructionId instruction, int depth)
    {
        if (!isTuple(shape, depth)) {
            m_graph.m_instructionOf.push_back(instruction);
            return {};
        }
        const auto at = [&] {
            return static_cast<std::uint32_t>(m_graph.m_instructionOf.size()) - m_graph.m_firstValue[instruction];
        };
        std::vector<HloGraph::TupleElement> elements;
        forEachElement(shape, [&](ShapeView element) {
            const std::uint32_t first = at();
            elements.push_back({first, addShape(element, instruction, depth + 1)});
        });
        elements.push_back({at(), {}});
        for (const HloGraph::TupleElement& element : elements)
            m_graph.m_tuples.add(element);
        m_graph.m_tuples.endList();
        return TupleId::at(m_graph.m_tuples.listCount() - 1);
    }

    /// Operands of an asynchronous computation may arrive with async-update instructions. The computation then runs at
    /// the last of these, so that its operands come before it in execution order.
    void bindLateOperands()
    {
        std::unordered_map<InstructionId, InstructionId> holders; // by update: the one before that has the computation
        std::unordered_map<InstructionId, ComputationId> moved;
        for (const InstructionId i : m_module.instructions()) {
            if (node(i).opcode != Opcode::AsyncUpdate)
                continue;
            m_graph.m_nodes[i].number = 0;
            const InstructionId before = m_graph.operand(i);
            if (!before || before >= i) // a chain that goes round would never end
                continue;
            const auto known = holders.find(before);
            if (known == holders.end() && node(before).opcode != Opcode::AsyncStart)
                continue;
            const std::size_t bound = m_graph.operands(before).size() - (known == holders.end() ? 0U : 1U);
            m_graph.m_nodes[i].number = node(before).number + static_cast<std::uint32_t>(bound);
            const InstructionId holder = known == holders.end() ? before : known->second;
            const auto taken = moved.find(holder);
            const ComputationId computation = taken == moved.end() ? m_graph.firstCallee(holder) : taken->second;
            holders[i] = holder;
            if (m_graph.operands(i).size() > 1 && computation) {
                holders[i] = i;
                moved[holder] = {};
                moved[i] = computation;
            }
        }
        if (!moved.empty())
            moveCallees(moved);
    }

    /// Gives instructions other computations, or none.
    void moveCallees(const std::unordered_map<InstructionId, ComputationId>& moved)
    {
        Lists<InstructionId, ComputationId> callees;
        for (const InstructionId i : m_module.instructions()) {
            const auto other = moved.find(i);
            if (other == moved.end())
                for (const ComputationId callee : m_graph.callees(i))
                    callees.add(callee);
            else if (other->second)
                callees.add(other->second);
            callees.endList();
        }
        m_graph.m_callees = std::move(callees);
    }

    /// A custom call whose computation gives its result is a call, such as the offloads to SparseCore of libtpu 0.0.52.
    void nameCalls()
    {
        for (const InstructionId i : m_module.instructions()) {
            const bool mayBeCall = node(i).opcode == Opcode::CustomCall && m_graph.callees(i).size() == 1;
            const InstructionId root = mayBeCall ? m_graph.calleeRoot(i) : InstructionId();
            if (root && m_graph.values(root) == m_graph.values(i) && m_graph.values(i) > 0
                && m_graph.measure(m_graph.value(root)).elements == m_graph.measure(m_graph.value(i)).elements)
                m_graph.m_nodes[i].opcode = Opcode::Call;
        }
    }

    /// Names what compilers rewrite element by element after what it computes. With a batch of one, products become
    /// multiplications of broadcasts: a column times a row, as in the gradients of weights, and a vector times a
    /// matrix, whose products are summed over the vector. What is summed may be converted. The maximum of two padded
    /// pieces concatenates them.
    void nameRewritten()
    {
        std::vector<std::pair<InstructionId, Opcode>> rewritten;
        for (const InstructionId i : m_module.instructions()) {
            const InstructionId summed = node(i).opcode == Opcode::Reduce ? m_graph.operand(i) : InstructionId();
            const InstructionId by = summed ? unconverted(summed) : i;
            if (!by || node(by).opcode != Opcode::Elementwise || m_graph.operands(by).size() != 2)
                continue;
            const auto operandAt = [&](std::size_t k) {
                const InstructionId operand = m_graph.operand(by, k);
                return summed ? unconverted(operand) : operand;
            };
            const InstructionId left = operandAt(0);
            const InstructionId right = operandAt(1);
            const auto isOf
                = [&](InstructionId operand, Opcode opcode) { return operand && node(operand).opcode == opcode; };
            if (isOf(left, Opcode::Broadcast) || isOf(right, Opcode::Broadcast)) {
                const std::int64_t ofLeft = within(left, Opcode::Broadcast);
                const std::int64_t ofRight = within(right, Opcode::Broadcast);
                const bool isOfVector = (ofLeft > 1) != (ofRight > 1) && elements(i) > 0
                    && elements(by) / elements(i) == ofLeft + ofRight;
                const bool isProduct
                    = summed ? isOfVector : ofLeft > 1 && ofRight > 1 && ofRight == elements(by) / ofLeft;
                if (isProduct && m_module.opcodeOf(by) == "multiply")
                    rewritten.emplace_back(by, Opcode::Product);
            } else if (!summed && isOf(left, Opcode::Move) && isOf(right, Opcode::Move)
                       && within(left, Opcode::Move) + within(right, Opcode::Move) == elements(by)
                       && m_module.opcodeOf(left) == "pad" && m_module.opcodeOf(by) == "maximum") {
                rewritten.emplace_back(i, Opcode::Concatenate);
            }
        }
        for (const auto& [i, opcode] : rewritten)
            m_graph.m_nodes[i].opcode = opcode;
    }

    /// Returns the value that a conversion converts, and other values as they are.
    InstructionId unconverted(InstructionId instruction) const
    {
        return instruction && m_module.opcodeOf(instruction) == "convert" ? m_graph.operand(instruction) : instruction;
    }

    std::int64_t elements(InstructionId instruction) const
    {
        return measureShape(m_module.shapeOf(instruction)).elements.value_or(0);
    }

    /// Returns how many elements an instruction of this opcode repeats or moves; 0 for another one.
    std::int64_t within(InstructionId instruction, Opcode opcode) const
    {
        const bool is = instruction && node(instruction).opcode == opcode && m_graph.operand(instruction);
        return is ? elements(m_graph.operand(instruction)) : 0;
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
            open.push_back({computation, m_graph.m_computations[computation].begin, 0, 0});
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
        const bool goesOn = loopBegin == HloGraph::Run::kNoLoop && !runs.empty() && !runs.back().isLoop()
            && runs.back().end == begin && node(runs.back().begin).computation == node(begin).computation;
        if (goesOn)
            runs.back().end = end;
        else
            runs.push_back({begin, end, static_cast<std::uint32_t>(m_graph.runningCount()), loopBegin});
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
        const ByGroup<GraphCaller> callers(m_graph.m_computations.size(), [this](const auto& take) {
            for (const InstructionId i : m_module.instructions())
                for (std::uint32_t k = 0; k < m_graph.ownCallees(i); ++k)
                    if (const ComputationId callee = m_graph.callees(i)[k])
                        take(callee.index(), GraphCaller{i, k});
        });
        const Parts split(m_module.instructionCount(), kPartSize);
        std::vector<Lists<ValueId, Source>> parts(split.count());
        for (Lists<ValueId, Source>& part : parts) // here, so that short-lived threads take little memory
            part.reserve(m_graph.valueCount() / split.count(), 3 * m_graph.valueCount() / split.count());
        forEachInParallel(parts.size(), {}, "parts of the graph", [&](std::size_t i) {
            if (!m_progress.cancelled())
                SourceFinder(m_graph, callers, parts[i])
                    .addSources(InstructionId::at(split.begin(i)), InstructionId::at(split.end(i)));
        });
        const auto count = [](std::size_t sum, const auto& part) { return sum + part.valueCount(); };
        m_graph.m_sources.reserve(m_graph.valueCount(),
                                  std::accumulate(parts.begin(), parts.end(), std::size_t{0}, count));
        for (const Lists<ValueId, Source>& part : parts)
            m_graph.m_sources.append(part);
    }

    const HloModule& m_module;
    const Progress& m_progress;
    HloGraph m_graph;
    IdMap<ComputationId> m_computationIds; // by the file's id; the first of equal ids
};

Result<HloGraph> HloGraph::build(const HloModule& module, const Progress& progress)
{
    return GraphBuilder(module, progress).build();
}

InstructionId HloGraph::loopParameter(InstructionId loop) const
{
    if (!firstCallee(loop))
        return {};
    const GraphComputation& body = m_computations[firstCallee(loop)];
    for (InstructionId i = body.begin; i < body.end; ++i.value)
        if (m_nodes[i].opcode == Opcode::Parameter)
            return i;
    return {};
}

ValueId HloGraph::nextIterationValue(ValueId value) const
{
    const InstructionId parameter = definedBy(value);
    const InstructionId root = isLoopParameter(parameter) ? calleeRoot(caller(parameter)) : InstructionId();
    return findValue(root, value.value - this->value(parameter).value);
}

std::pair<std::uint32_t, std::uint32_t> HloGraph::element(TupleId tuple, std::uint64_t at) const
{
    const auto elements = m_tuples[tuple];
    if (at + 1 >= elements.size())
        return {0, 0};
    return {elements[at].firstValue, elements[at + 1].firstValue};
}

std::size_t HloGraph::elementWith(TupleId tuple, std::uint32_t at) const
{
    const auto elements = m_tuples[tuple];
    const auto after = std::ranges::upper_bound(elements, at, {}, &TupleElement::firstValue);
    return static_cast<std::size_t>(after - elements.begin() - 1);
}

HloGraph::Place HloGraph::placeAt(InstructionId instruction, std::span<const std::int64_t> path) const
{
    Place place{0, values(instruction), m_nodes[instruction].tuple};
    for (const std::int64_t index : path) {
        const auto at = static_cast<std::uint64_t>(index);
        if (!place.tuple || index < 0 || at + 1 >= m_tuples[place.tuple].size())
            return {};
        std::tie(place.begin, place.end) = element(place.tuple, at);
        place.tuple = m_tuples[place.tuple][at].tuple;
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
    const std::uint32_t at = value.value - m_firstValue[instruction];
    ShapeView shape = m_module->shapeOf(instruction);
    for (TupleId tuple = m_nodes[instruction].tuple; tuple;) {
        const std::size_t element = elementWith(tuple, at);
        const auto index = static_cast<std::int64_t>(element);
        shape = subshape(shape, std::span(&index, 1)).value_or(ShapeView());
        tuple = m_tuples[tuple][element].tuple;
    }
    return shape;
}

std::vector<ShapeView> HloGraph::shapesOf(InstructionId instruction) const
{
    std::vector<ShapeView> shapes;
    addArrays(m_module->shapeOf(instruction), 0, shapes);
    return shapes;
}

} // namespace tidemark::xla
