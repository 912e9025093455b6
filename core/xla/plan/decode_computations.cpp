#include "core/xla/plan/decode_computations.h"

#include "core/shapes/element_type.h"
#include "core/xla/plan/scoped_memory.h"
#include "proto/hlo.pb.h"

namespace tidemark::xla {
namespace {

using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;
using proto::OpMetadata;

constexpr int kMany = 64; // an instruction with more fields is decoded once and kept

/// Reads computations. Several decoders may read parts of one module in parallel.
class ComputationDecoder
{
public:
    ComputationDecoder(DecodeContext& context, ComputationTables& part)
        : m_context(context)
        , m_part(part)
    { }

    /// `fields`: fields of a HloModuleProto, which are a part of the context's bytes. Fields other than computations
    /// are ignored.
    void read(std::string_view fields)
    {
        for (WireReader reader(fields, m_context.damage()); reader.next() && !m_context.isCancelled();)
            if (isComputation(reader))
                readComputation(reader.bytes());
    }

private:
    /// Warns about damage in facts that are not about bytes. The plan can still be used.
    void warn(std::string_view code, const std::string& what, std::string_view where)
    {
        m_context.warnings().addNamed(code, what, m_context.inFile(m_context.offsetOf(where)));
    }
    void storeText(const WireReader& reader, std::string_view& value)
    {
        reader.store(value);
        m_context.checkText(reader.bytes());
    }

    void readComputation(std::string_view body)
    {
        Computation computation;
        computation.begin = m_part.instructions.nextId();
        for (WireReader reader(body, m_context.damage()); reader.next() && !m_context.isCancelled();) {
            switch (reader.field()) {
            case HloComputationProto::kNameFieldNumber:
                storeText(reader, computation.name);
                break;
            case HloComputationProto::kIdFieldNumber:
                reader.store(computation.id);
                break;
            case HloComputationProto::kRootIdFieldNumber:
                reader.store(computation.rootId);
                break;
            case HloComputationProto::kInstructionsFieldNumber:
                if (reader.isBytes())
                    addInstruction(reader.bytes(), m_context.ref(body, reader));
                break;
            default:
                break;
            }
        }
        computation.end = m_part.instructions.nextId();
        m_part.computations.push_back(computation);
    }

    /// Fields are skipped, which the hardware prefetcher does not foresee. For each byte that is read, one some way
    /// ahead is prefetched.
    static void prefetchBehind(std::string_view body)
    {
        constexpr std::size_t kLine = 64;
        constexpr std::size_t kAhead = 1024; // bytes
        for (std::size_t at = 0; at < body.size() && at < kAhead; at += kLine)
            __builtin_prefetch(body.data() + at + kAhead); // prefetching past the end is harmless
    }

    void addInstruction(std::string_view body, FieldRef place)
    {
        std::int64_t id = 0;
        std::int64_t parameter = 0;
        std::string_view name;
        std::string_view opcode;
        std::string_view backendConfig;
        FieldRef shape;
        int fields = 0;
        prefetchBehind(body);
        for (WireReader reader(body, m_context.damage()); reader.next(); ++fields) {
            switch (reader.field()) {
            case HloInstructionProto::kNameFieldNumber:
                storeText(reader, name);
                break;
            case HloInstructionProto::kOpcodeFieldNumber:
                storeText(reader, opcode);
                break;
            case HloInstructionProto::kShapeFieldNumber:
                if (!reader.isBytes())
                    break;
                if (shape) // protobuf merges the two shapes
                    checkShapes(name, shape.in(m_context.bytes()), reader.bytes());
                shape = m_context.ref(body, reader);
                break;
            case HloInstructionProto::kMetadataFieldNumber:
                fields += checkMetadata(reader.bytes(), name);
                break;
            case HloInstructionProto::kParameterNumberFieldNumber:
                reader.store(parameter);
                break;
            case HloInstructionProto::kCustomCallTargetFieldNumber:
                m_context.checkText(reader.bytes());
                break;
            case HloInstructionProto::kIdFieldNumber:
                reader.store(id);
                break;
            case HloInstructionProto::kOperandIdsFieldNumber:
            case HloInstructionProto::kCalledComputationIdsFieldNumber:
                if (!arePackedVarints(reader.bytes()))
                    warn("damaged-operands",
                         "The operands of the instruction " + quotedName(name)
                             + " are damaged, so categories of buffers may "
                               "be wrong.",
                         reader.bytes());
                break;
            case HloInstructionProto::kBackendConfigFieldNumber:
                reader.store(backendConfig);
                break;
            default:
                break;
            }
        }
        if (const auto whole = shape.in(m_context.bytes()); startsAsTuple(whole) && measureShape(whole).isDamaged)
            warn("damaged-instruction",
                 "The shape of the instruction " + quotedName(name)
                     + " are damaged, so categories of buffers may be wrong.",
                 whole);
        const InstructionId instruction = m_part.instructions.nextId();
        if (opcode == "parameter")
            m_part.parameters.push_back({parameter, instruction});
        if (opcode == "custom-call")
            m_part.customCalls.push_back(instruction);
        if (!backendConfig.empty())
            readBackendConfig(name, backendConfig);
        m_part.instructions.push_back({place, shape});
        if (fields > kMany)
            m_part.wide.emplace(instruction, readInstruction(body));
        m_part.numbers.push_back(id);
    }

    /// Shapes of tuples are checked even if no buffer has them, because they define which values exist. Compilers write
    /// the type first.
    static bool startsAsTuple(std::string_view shape)
    {
        constexpr char kTypeTag = static_cast<char>(proto::ShapeProto::kElementTypeFieldNumber << 3);
        return shape.size() > 1 && shape[0] == kTypeTag && shape[1] == kTuple;
    }

    /// Checks both shapes of an instruction that has two. The last one counts, and is checked again with the memory
    /// plan.
    void checkShapes(std::string_view name, std::string_view first, std::string_view second)
    {
        if (measureShape(first).isDamaged || measureShape(second).isDamaged)
            warn("damaged-instruction", "The shape of the instruction " + quotedName(name) + " is damaged.", first);
    }

    /// Returns the number of fields.
    int checkMetadata(std::string_view body, std::string_view name)
    {
        int fields = 0;
        Damage damage(m_context.bytes());
        for (WireReader reader(body, damage); reader.next(); ++fields)
            if (reader.field() == OpMetadata::kOpTypeFieldNumber || reader.field() == OpMetadata::kOpNameFieldNumber
                || reader.field() == OpMetadata::kSourceFileFieldNumber)
                m_context.checkText(reader.bytes());
        if (damage)
            warn("damaged-metadata",
                 "The framework's name and place of the instruction " + quotedName(name) + " are damaged.", body);
        return fields;
    }

    void readBackendConfig(std::string_view name, std::string_view config)
    {
        const std::string_view array = scopedMemoryConfigs(config);
        if (array.empty())
            return;
        const auto [known, isNew] = m_scoped.try_emplace(array);
        if (isNew)
            known->second = usedScopedMemory(array);
        const std::optional<std::int64_t> bytes = known->second;
        if (bytes && (!m_part.scoped || *bytes > m_part.scoped->bytes))
            m_part.scoped = ScopedMemory{*bytes, name};
    }

    DecodeContext& m_context;
    ComputationTables& m_part;
    std::unordered_map<std::string_view, std::optional<std::int64_t>> m_scoped; // by configuration; layers repeat them
};

} // namespace

bool isComputation(const WireReader& field)
{
    return field.field() == HloModuleProto::kComputationsFieldNumber && field.isBytes();
}

void decodeComputations(DecodeContext& context, std::string_view fields, ComputationTables& tables)
{
    ComputationDecoder(context, tables).read(fields);
}

} // namespace tidemark::xla
