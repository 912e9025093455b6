#include "core/xla/plan/decode_module.h"

#include "core/xla/plan/decode_context.h"
#include "core/xla/plan/scoped_memory.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark {
namespace {

using proto::HloComputationProto;
using proto::HloInputOutputAliasProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;
using proto::OpMetadata;
using proto::ProgramShapeProto;

constexpr int kMany = 64; // fields that are walked over each time an instruction is asked for

class ModuleDecoder
{
public:
    ModuleDecoder(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
        : m_context("HLO module", bytes, fileOffset, progress, m_module.warnings)
    {
        m_module.bytes = bytes;
    }

    Result<ModuleTables> decode()
    {
        if (auto error = m_context.tooLarge())
            return std::move(*error);
        const std::string_view bytes = m_context.bytes();
        m_module.instructions.reserve(bytes.size() / kLikelySize);
        m_numbers.reserve(bytes.size() / kLikelySize);
        for (WireReader reader(bytes, m_context.damage()); reader.next() && !m_context.isCancelled();)
            readField(reader);
        if (auto error = m_context.failure())
            return std::move(*error);
        indexInstructions();
        findEntryParameters();
        return std::move(m_module);
    }

private:
    static constexpr std::size_t kLikelySize = 256; // of an instruction

    struct Computation {
        std::string_view name;
        std::int64_t id = 0;
        InstructionId begin; // the first
        InstructionId end; // behind the last
    };
    struct Parameter {
        std::int64_t number;
        InstructionId instruction;
    };

    /// What answers hold besides bytes; the plan stands without it.
    void warn(std::string_view code, const std::string& what, std::string_view where)
    {
        m_module.warnings.addNamed(code, what, m_context.inFile(m_context.offsetOf(where)));
    }
    void storeText(const WireReader& reader, std::string_view& value)
    {
        reader.store(value);
        m_context.checkText(reader.bytes());
    }

    void readField(const WireReader& reader)
    {
        switch (reader.field()) {
        case HloModuleProto::kNameFieldNumber:
            storeText(reader, m_module.name);
            break;
        case HloModuleProto::kEntryComputationNameFieldNumber:
            storeText(reader, m_module.entryName);
            break;
        case HloModuleProto::kIdFieldNumber:
            reader.store(m_module.id);
            break;
        case HloModuleProto::kEntryComputationIdFieldNumber:
            reader.store(m_entryId);
            break;
        case HloModuleProto::kComputationsFieldNumber:
            if (reader.isBytes())
                readComputation(reader.bytes());
            break;
        case HloModuleProto::kHostProgramShapeFieldNumber:
            checkProgramShape(reader.bytes());
            break;
        case HloModuleProto::kInputOutputAliasFieldNumber:
            checkAliases(reader.bytes());
            break;
        case HloModuleProto::kStackFrameIndexFieldNumber:
            if (reader.isBytes())
                m_module.frames.add(reader.bytes(), m_context);
            break;
        default:
            break;
        }
    }

    /// In no answer, but damage in it may be a length that has taken in the fields behind it.
    void checkProgramShape(std::string_view body)
    {
        Damage damage(m_context.bytes());
        bool isDamaged = false;
        for (WireReader reader(body, damage); reader.next();) {
            if (reader.field() == ProgramShapeProto::kParameterNamesFieldNumber)
                m_context.checkText(reader.bytes());
            else if (reader.field() == ProgramShapeProto::kParametersFieldNumber
                     || reader.field() == ProgramShapeProto::kResultFieldNumber)
                isDamaged = isDamaged || measureShape(reader.bytes()).isDamaged;
        }
        if (damage || isDamaged)
            warn("damaged-program-shape", "The shape of the program is damaged, so other facts may be missing.", body);
    }

    void checkAliases(std::string_view body)
    {
        using Entry = HloInputOutputAliasProto::Entry;
        Damage damage(m_context.bytes());
        for (WireReader aliases(body, damage); aliases.next();)
            if (aliases.field() == HloInputOutputAliasProto::kEntriesFieldNumber)
                for (WireReader entry(aliases.bytes(), damage); entry.next();)
                    if (entry.field() == Entry::kOutputShapeIndexFieldNumber
                        || entry.field() == Entry::kParameterShapeIndexFieldNumber)
                        entry.forEachInt64([](std::int64_t) {});
        if (damage)
            warn("damaged-aliases",
                 "Which results take over which arguments is damaged, so the meaning of buffers may be wrong.", body);
    }

    void readComputation(std::string_view body)
    {
        Computation computation;
        computation.begin = m_module.instructions.nextId();
        for (WireReader reader(body, m_context.damage()); reader.next() && !m_context.isCancelled();) {
            switch (reader.field()) {
            case HloComputationProto::kNameFieldNumber:
                storeText(reader, computation.name);
                break;
            case HloComputationProto::kIdFieldNumber:
                reader.store(computation.id);
                break;
            case HloComputationProto::kInstructionsFieldNumber:
                if (reader.isBytes())
                    addInstruction(reader.bytes(), m_context.ref(body, reader));
                break;
            default:
                break;
            }
        }
        computation.end = m_module.instructions.nextId();
        m_computations.push_back(computation);
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
                if (shape) // protobuf merges the two
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
                         "What the instruction " + quotedName(name)
                             + " reads is damaged, so the meaning of buffers may "
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
        const InstructionId instruction = m_module.instructions.nextId();
        if (opcode == "parameter")
            m_parameters.push_back({parameter, instruction});
        if (!backendConfig.empty())
            readBackendConfig(name, backendConfig);
        m_module.instructions.push_back({place, shape});
        if (fields > kMany)
            m_module.wide.emplace(instruction, readInstruction(body));
        m_numbers.push_back(id);
    }

    /// Of an instruction that has two of them, of which the last counts: it is looked at with the memory plan.
    void checkShapes(std::string_view name, std::string_view first, std::string_view second)
    {
        if (measureShape(first).isDamaged || measureShape(second).isDamaged)
            warn("damaged-instruction", "The shape of the instruction " + quotedName(name) + " is damaged.", first);
    }

    /// Gives the number of its fields.
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
        if (bytes && (!m_module.scoped || *bytes > m_module.scoped->bytes))
            m_module.scoped = ScopedMemory{*bytes, name};
    }

    void indexInstructions()
    {
        m_module.byNumber = IdMap<InstructionId>(m_numbers.size());
        for (const InstructionId instruction : m_numbers.ids())
            if (m_numbers[instruction] != 0)
                m_module.byNumber.insert(m_numbers[instruction], instruction);
    }

    void findEntryParameters()
    {
        const auto isEntry = [&](const Computation& computation) {
            return m_entryId != 0 ? computation.id == m_entryId : computation.name == m_module.entryName;
        };
        const auto entry = std::ranges::find_if(m_computations, isEntry);
        if (entry == m_computations.end())
            return;
        std::vector<Parameter> parameters;
        for (const Parameter& parameter : m_parameters)
            if (parameter.instruction >= entry->begin && parameter.instruction < entry->end)
                parameters.push_back(parameter);
        std::ranges::stable_sort(parameters, {}, &Parameter::number);
        for (const Parameter& parameter : parameters) {
            m_module.parameterNumbers.push_back(parameter.number);
            m_module.parameters.push_back(parameter.instruction);
        }
    }

    ModuleTables m_module;
    DecodeContext m_context;
    std::int64_t m_entryId = 0;
    IdVector<InstructionId, std::int64_t> m_numbers; // the file's; 0 for none
    std::vector<Computation> m_computations;
    std::vector<Parameter> m_parameters; // of all computations
    std::unordered_map<std::string_view, std::optional<std::int64_t>> m_scoped; // by configuration: layers repeat them
};

} // namespace

Result<ModuleTables> decodeModule(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
{
    return ModuleDecoder(bytes, fileOffset, progress).decode();
}

} // namespace tidemark
