#include "core/xla/meaning/graph_reader.h"

#include "core/wire/wire_reader.h"
#include "core/xla/plan/element_type.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark {

using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;
using proto::ShapeProto;

namespace {

constexpr int kDeepestShape = 64; // as shapes are looked into elsewhere

} // namespace

class GraphReader
{
public:
    GraphReader(const HloModule& module, const Progress& progress)
        : m_progress(progress)
    {
        m_graph.m_module = &module;
    }

    Result<HloGraph> read()
    {
        if (!readModule())
            return Progress::cancelledError();
        findOperands();
        return std::move(m_graph);
    }

private:
    // Reading. What is damaged was told when the module was decoded.

    bool readModule()
    {
        const HloModule& module = *m_graph.m_module;
        m_graph.m_nodes.reserve(module.instructionCount() + 1);
        m_operandIds.reserve(module.instructionCount() * 2);
        std::int64_t entryId = 0;
        std::string_view entryName;
        for (WireReader reader(module.bytes(), m_known); reader.next();) {
            if (reader.field() == HloModuleProto::kEntryComputationIdFieldNumber)
                reader.store(entryId);
            else if (reader.field() == HloModuleProto::kEntryComputationNameFieldNumber)
                reader.store(entryName);
            else if (reader.field() == HloModuleProto::kComputationsFieldNumber && reader.isBytes()
                     && !readComputation(reader.bytes()))
                return false;
        }
        m_graph.m_nodes.emplace_back(endNode());
        for (std::uint32_t i = 0; i < m_names.size(); ++i)
            if (!m_graph.m_entry && (entryId != 0 ? m_ids[i] == entryId : m_names[i] == entryName))
                m_graph.m_entry = ComputationId(i);
        return true;
    }

    GraphNode endNode() const
    {
        GraphNode node;
        node.firstOperand = static_cast<std::uint32_t>(m_operandIds.size());
        node.firstCallee = static_cast<std::uint32_t>(m_calleeIds.size());
        node.firstValue = static_cast<std::uint32_t>(m_graph.m_instructionOf.size());
        return node;
    }

    bool readComputation(std::string_view body)
    {
        GraphComputation computation;
        computation.begin = m_graph.m_nodes.nextId();
        std::int64_t id = 0;
        std::int64_t rootId = 0;
        std::string_view name;
        for (WireReader reader(body, m_known); reader.next();) {
            if (reader.field() == HloComputationProto::kIdFieldNumber)
                reader.store(id);
            else if (reader.field() == HloComputationProto::kRootIdFieldNumber)
                reader.store(rootId);
            else if (reader.field() == HloComputationProto::kNameFieldNumber)
                reader.store(name);
            else if (reader.field() == HloComputationProto::kInstructionsFieldNumber && reader.isBytes())
                readInstruction(reader.bytes());
        }
        computation.end = m_graph.m_nodes.nextId();
        computation.root = m_graph.m_module->findInstruction(rootId);
        if (computation.root < computation.begin || computation.root >= computation.end) // or none
            computation.root = {};
        m_graph.m_computations.push_back(computation);
        m_ids.push_back(id);
        m_names.push_back(name);
        return !m_progress.cancelled();
    }

    void readInstruction(std::string_view body)
    {
        GraphNode node = endNode();
        node.computation = m_graph.m_computations.nextId();
        std::int64_t parameter = 0;
        std::int64_t tupleIndex = 0;
        std::string_view opcode;
        std::string_view target;
        ShapeView shape;
        for (WireReader reader(body, m_known); reader.next();) {
            switch (reader.field()) {
            case HloInstructionProto::kOpcodeFieldNumber:
                reader.store(opcode);
                break;
            case HloInstructionProto::kShapeFieldNumber:
                reader.store(shape);
                break;
            case HloInstructionProto::kMetadataFieldNumber:
                if (reader.isBytes())
                    node.metadata = FieldRef{static_cast<std::uint32_t>(
                        body.data() - m_graph.m_module->bytes().data() + static_cast<std::ptrdiff_t>(reader.offset()))};
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
                reader.forEachInt64([&](std::int64_t id) { m_operandIds.push_back(id); });
                break;
            case HloInstructionProto::kCalledComputationIdsFieldNumber:
                reader.forEachInt64([&](std::int64_t id) { m_calleeIds.push_back(id); });
                break;
            default:
                break;
            }
        }
        node.opcode = opcodeOf(opcode);
        if (node.opcode == Opcode::CustomCall)
            node.target = targetOf(target);
        const std::int64_t number = node.opcode == Opcode::Parameter ? parameter : tupleIndex;
        node.number
            = number < 0 || number >= GraphNode::kNoNumber ? GraphNode::kNoNumber : static_cast<std::uint32_t>(number);
        m_graph.m_nodes.push_back(node);
        m_first = static_cast<std::uint32_t>(m_graph.m_instructionOf.size());
        m_graph.m_nodes.back().tuple = addShape(shape, InstructionId::at(m_graph.m_nodes.size() - 1), 0);
    }

    // Values and tuples.

    /// Gives its tuple; none for an array.
    TupleId addShape(ShapeView shape, InstructionId instruction, int depth)
    {
        const auto at = [&] { return static_cast<std::uint32_t>(m_graph.m_instructionOf.size()) - m_first; };
        if (elementType(shape) != kTuple || depth == kDeepestShape) {
            m_graph.m_instructionOf.push_back(instruction);
            return {};
        }
        const TupleId tuple = m_graph.m_tuples.nextId();
        HloGraph::TupleShape result;
        result.firstValue = at();
        m_graph.m_tuples.push_back(result);
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
        result.firstElement = static_cast<std::uint32_t>(m_graph.m_elements.size());
        result.elements = static_cast<std::uint32_t>(elements.size());
        m_graph.m_elements.insert(m_graph.m_elements.end(), elements.begin(), elements.end());
        m_graph.m_tuples[tuple] = result;
        return tuple;
    }

    // Who reads and calls whom.

    void findOperands()
    {
        m_graph.m_operands.reserve(m_operandIds.size());
        for (const std::int64_t id : m_operandIds)
            m_graph.m_operands.push_back(m_graph.m_module->findInstruction(id));
        std::unordered_map<std::int64_t, ComputationId> positions;
        for (std::uint32_t i = 0; i < m_ids.size(); ++i)
            positions.emplace(m_ids[i], ComputationId(i));
        m_graph.m_callees.reserve(m_calleeIds.size());
        for (const std::int64_t id : m_calleeIds) {
            const auto found = positions.find(id);
            m_graph.m_callees.push_back(found == positions.end() ? ComputationId() : found->second);
        }
    }

    HloGraph m_graph;
    const Progress& m_progress;
    Damage m_known;
    std::uint32_t m_first = 0; // value of the instruction that is being read
    std::vector<std::int64_t> m_operandIds;
    std::vector<std::int64_t> m_calleeIds;
    std::vector<std::int64_t> m_ids; // of computations
    std::vector<std::string_view> m_names;
};

Result<HloGraph> readGraph(const HloModule& module, const Progress& progress)
{
    return GraphReader(module, progress).read();
}

} // namespace tidemark
