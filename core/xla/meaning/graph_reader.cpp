#include "core/xla/meaning/graph_reader.h"

#include "core/base/id_map.h"
#include "core/base/parallel.h"
#include "core/shapes/element_type.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark::xla {

using proto::HloInstructionProto;
using proto::ShapeProto;

namespace {

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

} // namespace

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
                PartReader(*this, m_parts[i]).read(m_split.begin(i), m_split.end(i));
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

    class PartReader
    {
    public:
        PartReader(GraphReader& whole, Part& part)
            : m_module(whole.m_module)
            , m_computationIds(whole.m_computationIds)
            , m_graph(whole.m_graph)
            , m_part(part)
        { }

        /// Reads the instructions [begin, end).
        void read(std::size_t begin, std::size_t end)
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
                readInstruction(InstructionId::at(i),
                                ComputationId::at(static_cast<std::size_t>(computation - computations.begin())));
            }
        }

    private:
        /// Damage is ignored here, because decoding the module has reported it.
        void readInstruction(InstructionId instruction, ComputationId computation)
        {
            GraphNode& node = m_graph.m_nodes[instruction];
            node.firstOperand = static_cast<std::uint32_t>(m_part.operands.size());
            node.firstCallee = static_cast<std::uint32_t>(m_part.callees.size());
            m_first = static_cast<std::uint32_t>(m_part.instructionOf.size());
            m_graph.m_firstValue[instruction] = m_first;
            node.computation = computation;
            std::int64_t parameter = 0;
            std::int64_t tupleIndex = 0;
            std::string_view opcode;
            std::string_view target;
            std::string_view metadata;
            ShapeView shape;
            for (WireReader reader(m_module.bytesOf(instruction), m_known); reader.next();) {
                switch (reader.field()) {
                case HloInstructionProto::kOpcodeFieldNumber:
                    reader.store(opcode);
                    break;
                case HloInstructionProto::kMetadataFieldNumber:
                    reader.store(metadata);
                    break;
                case HloInstructionProto::kShapeFieldNumber:
                    reader.store(shape);
                    break;
                case HloInstructionProto::kParameterNumberFieldNumber:
                    reader.store(parameter);
                    break;
                case HloInstructionProto::kTupleIndexFieldNumber:
                    reader.store(tupleIndex);
                    break;
                case HloInstructionProto::kCustomCallTargetFieldNumber:
                    reader.store(target);
                    break;
                case HloInstructionProto::kOperandIdsFieldNumber:
                    reader.forEachInt64(
                        [&](std::int64_t id) { m_part.operands.push_back(m_module.findInstruction(id)); });
                    break;
                case HloInstructionProto::kCalledComputationIdsFieldNumber:
                    reader.forEachInt64([&](std::int64_t id) { m_part.callees.push_back(m_computationIds.find(id)); });
                    break;
                default:
                    break;
                }
            }
            node.opcode = opcodeOf(opcode);
            if (node.opcode == Opcode::CustomCall)
                node.target = targetOf(target);
            if (isNamedAfterItself(node.opcode))
                node.naming = namingOf(metadata); // here, while its bytes are in the cache
            const std::int64_t number = node.opcode == Opcode::Parameter ? parameter : tupleIndex;
            node.number = number < 0 || number >= GraphNode::kNoNumber ? GraphNode::kNoNumber
                                                                       : static_cast<std::uint32_t>(number);
            node.tuple = addShape(shape, instruction, 0);
        }

        /// Adds the values of a shape. Returns its tuple; none for an array.
        TupleId addShape(ShapeView shape, InstructionId instruction, int depth)
        {
            const auto at = [&] { return static_cast<std::uint32_t>(m_part.instructionOf.size()) - m_first; };
            if (!isTupleShape(shape) || depth == kDeepestShape) {
                m_part.instructionOf.push_back(instruction);
                return {};
            }
            const TupleId tuple = m_part.tuples.nextId();
            HloGraph::TupleShape result;
            m_part.tuples.push_back(result);
            std::vector<HloGraph::TupleElement> elements;
            for (WireReader reader(shape, m_known); reader.next();) {
                if (reader.field() != ShapeProto::kTupleShapesFieldNumber || !reader.isBytes())
                    continue;
                HloGraph::TupleElement element;
                element.firstValue = at();
                element.tuple = addShape(reader.bytes(), instruction, depth + 1);
                elements.push_back(element);
            }
            result.endValue = at();
            result.firstElement = static_cast<std::uint32_t>(m_part.elements.size());
            result.elements = static_cast<std::uint32_t>(elements.size());
            m_part.elements.insert(m_part.elements.end(), elements.begin(), elements.end());
            m_part.tuples[tuple] = result;
            return tuple;
        }

        const HloModule& m_module;
        const IdMap<ComputationId>& m_computationIds;
        HloGraph& m_graph;
        Part& m_part;
        Damage m_known;
        std::uint32_t m_first = 0; // first value of the current instruction
    };

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

Result<HloGraph> readGraph(const HloModule& module, const Progress& progress)
{
    return GraphReader(module, progress).read();
}

} // namespace tidemark::xla
