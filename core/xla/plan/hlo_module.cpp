#include "core/xla/plan/hlo_module.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/scoped_memory.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace tidemark {

using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;
using proto::OpMetadata;
using proto::ProgramShapeProto;
using proto::StackFrameIndexProto;

namespace {

constexpr std::uint32_t kPollEvery = 1 << 12; // instructions between two looks at whether the work is cancelled
constexpr int kMany = 64; // fields that are walked over each time an instruction is asked for
constexpr std::size_t kLongestQuote = 60; // bytes of a name in a message

std::string quoted(std::string_view name)
{
    return "“" + printable(name.substr(0, kLongestQuote)) + "”";
}

} // namespace

class ModuleDecoder
{
public:
    ModuleDecoder(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
        : m_bytes(bytes)
        , m_damage(bytes, fileOffset)
        , m_fileOffset(fileOffset)
        , m_progress(progress)
    { }

    Result<HloModule> decode()
    {
        if (m_bytes.size() >= FieldRef::kNone)
            return Error{ErrorKind::TooLarge, "The HLO module is larger than 4 GiB.", m_fileOffset};
        m_module.m_bytes = m_bytes;
        m_module.m_instructions.reserve(m_bytes.size() / kLikelySize);
        m_ids.reserve(m_bytes.size() / kLikelySize);
        for (WireReader reader(m_bytes, m_damage); reader.next() && !m_isCancelled;)
            readField(reader);
        if (m_isCancelled)
            return Progress::cancelledError();
        if (m_damage)
            return Error{ErrorKind::Malformed,
                         "The HLO module is damaged at byte " + groupedNumber(static_cast<std::int64_t>(*m_damage.at()))
                             + " of the file. Capture or copy the profile again.",
                         m_damage.at()};
        indexInstructions();
        findEntryParameters();
        return std::move(m_module);
    }

private:
    static constexpr std::size_t kLikelySize = 256; // of an instruction

    struct Computation {
        std::string_view name;
        std::int64_t id = 0;
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    struct Parameter {
        std::int64_t number;
        std::uint32_t instruction;
    };

    std::uint32_t offsetOf(const char* data) const { return static_cast<std::uint32_t>(data - m_bytes.data()); }
    FieldRef ref(std::string_view message, const WireReader& reader) const
    {
        return FieldRef{offsetOf(message.data()) + static_cast<std::uint32_t>(reader.offset())};
    }
    /// What answers hold besides bytes; the plan stands without it.
    void warn(std::string_view code, const std::string& what, std::string_view where)
    {
        m_module.m_warnings.addNamed(code, what, m_fileOffset + offsetOf(where.data()));
    }
    /// Names may hold anything, but protobuf refuses those that are no UTF-8.
    std::string_view text(std::string_view text)
    {
        if (!isAscii(text) && !isValidUtf8(text))
            warn("damaged-text", "The text " + quoted(text) + " in the HLO module is not valid.", text);
        return text;
    }

    void storeText(const WireReader& reader, std::string_view& value)
    {
        reader.store(value);
        text(reader.bytes());
    }

    void readField(const WireReader& reader)
    {
        switch (reader.field()) {
        case HloModuleProto::kNameFieldNumber:
            storeText(reader, m_module.m_name);
            break;
        case HloModuleProto::kEntryComputationNameFieldNumber:
            storeText(reader, m_module.m_entryName);
            break;
        case HloModuleProto::kIdFieldNumber:
            reader.store(m_module.m_id);
            break;
        case HloModuleProto::kEntryComputationIdFieldNumber:
            reader.store(m_module.m_entryId);
            break;
        case HloModuleProto::kComputationsFieldNumber:
            if (reader.isBytes())
                readComputation(reader.bytes());
            break;
        case HloModuleProto::kHostProgramShapeFieldNumber:
            checkProgramShape(reader.bytes());
            break;
        case HloModuleProto::kStackFrameIndexFieldNumber:
            readStackFrames(reader.bytes());
            break;
        default:
            break;
        }
    }

    /// In no answer, but damage in it may be a length that has taken in the fields behind it.
    void checkProgramShape(std::string_view body)
    {
        Damage damage(m_bytes);
        bool isDamaged = false;
        for (WireReader reader(body, damage); reader.next();) {
            if (reader.field() == ProgramShapeProto::kParameterNamesFieldNumber)
                text(reader.bytes());
            else if (reader.field() == ProgramShapeProto::kParametersFieldNumber
                     || reader.field() == ProgramShapeProto::kResultFieldNumber)
                isDamaged = isDamaged || measureShape(reader.bytes()).isDamaged;
        }
        if (damage || isDamaged)
            warn("damaged-program-shape", "The shape of the program is damaged, so other facts may be missing.", body);
    }

    void readComputation(std::string_view body)
    {
        Computation computation;
        computation.begin = static_cast<std::uint32_t>(m_module.m_instructions.size());
        for (WireReader reader(body, m_damage); reader.next() && !m_isCancelled;) {
            switch (reader.field()) {
            case HloComputationProto::kNameFieldNumber:
                storeText(reader, computation.name);
                break;
            case HloComputationProto::kIdFieldNumber:
                reader.store(computation.id);
                break;
            case HloComputationProto::kInstructionsFieldNumber:
                if (reader.isBytes())
                    readInstruction(reader.bytes(), ref(body, reader));
                break;
            default:
                break;
            }
        }
        computation.end = static_cast<std::uint32_t>(m_module.m_instructions.size());
        m_computations.push_back(computation);
    }

    void readInstruction(std::string_view body, FieldRef place)
    {
        std::int64_t id = 0;
        std::int64_t parameter = 0;
        std::string_view name;
        std::string_view opcode;
        std::string_view backendConfig;
        FieldRef shape;
        int fields = 0;
        for (WireReader reader(body, m_damage); reader.next(); ++fields) {
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
                    checkShapes(name, shape.in(m_bytes), reader.bytes());
                shape = ref(body, reader);
                break;
            case HloInstructionProto::kMetadataFieldNumber:
                fields += checkMetadata(reader.bytes(), name);
                break;
            case HloInstructionProto::kParameterNumberFieldNumber:
                reader.store(parameter);
                break;
            case HloInstructionProto::kCustomCallTargetFieldNumber:
                text(reader.bytes());
                break;
            case HloInstructionProto::kIdFieldNumber:
                reader.store(id);
                break;
            case HloInstructionProto::kBackendConfigFieldNumber:
                reader.store(backendConfig);
                break;
            default:
                break;
            }
        }
        const auto index = static_cast<std::uint32_t>(m_module.m_instructions.size());
        if (opcode == "parameter")
            m_parameters.push_back({parameter, index});
        if (!backendConfig.empty())
            readBackendConfig(name, backendConfig);
        m_module.m_instructions.push_back({place, shape});
        if (fields > kMany)
            m_module.m_wide.emplace(index, m_module.read(index));
        m_ids.push_back(id);
        if (index % kPollEvery == 0)
            m_isCancelled = m_progress.cancelled();
    }

    /// Of an instruction that has two of them, of which the last counts: it is looked at with the memory plan.
    void checkShapes(std::string_view name, std::string_view first, std::string_view second)
    {
        if (measureShape(first).isDamaged || measureShape(second).isDamaged)
            warn("damaged-instruction", "The shape of the instruction " + quoted(name) + " is damaged.", first);
    }

    /// Gives the number of its fields.
    int checkMetadata(std::string_view body, std::string_view name)
    {
        int fields = 0;
        Damage damage(m_bytes);
        for (WireReader reader(body, damage); reader.next(); ++fields)
            if (reader.field() == OpMetadata::kOpTypeFieldNumber || reader.field() == OpMetadata::kOpNameFieldNumber
                || reader.field() == OpMetadata::kSourceFileFieldNumber)
                text(reader.bytes());
        if (damage)
            warn("damaged-metadata",
                 "The framework's name and place of the instruction " + quoted(name) + " are damaged.", body);
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
        if (bytes && (!m_module.m_scoped || *bytes > m_module.m_scoped->bytes))
            m_module.m_scoped = ScopedMemory{*bytes, name};
    }

    void readStackFrames(std::string_view body)
    {
        Damage damage(m_bytes);
        for (WireReader reader(body, damage); reader.next();) {
            switch (reader.field()) {
            case StackFrameIndexProto::kFileNamesFieldNumber:
                if (reader.isBytes())
                    m_module.m_fileNames.push_back(text(reader.bytes()));
                break;
            case StackFrameIndexProto::kFunctionNamesFieldNumber:
                text(reader.bytes());
                break;
            case StackFrameIndexProto::kFileLocationsFieldNumber:
                if (reader.isBytes())
                    readFileLocation(reader.bytes(), damage);
                break;
            case StackFrameIndexProto::kStackFramesFieldNumber:
                if (reader.isBytes())
                    readStackFrame(reader.bytes(), damage);
                break;
            default:
                break;
            }
        }
        if (damage)
            warn("damaged-stack-frames", "The table of source lines is damaged: they may be wrong or missing.", body);
    }

    void readFileLocation(std::string_view body, Damage& damage)
    {
        auto& location = m_module.m_locations.emplace_back();
        for (WireReader reader(body, damage); reader.next();) {
            if (reader.field() == StackFrameIndexProto::FileLocation::kFileNameIdFieldNumber)
                reader.storeInt32(location.file);
            else if (reader.field() == StackFrameIndexProto::FileLocation::kLineFieldNumber)
                reader.storeInt32(location.line);
            else if (reader.field() == StackFrameIndexProto::FileLocation::kColumnFieldNumber)
                reader.storeInt32(location.column);
        }
    }

    void readStackFrame(std::string_view body, Damage& damage)
    {
        auto& frame = m_module.m_frames.emplace_back();
        for (WireReader reader(body, damage); reader.next();) {
            if (reader.field() == StackFrameIndexProto::StackFrame::kFileLocationIdFieldNumber)
                reader.storeInt32(frame.location);
            else if (reader.field() == StackFrameIndexProto::StackFrame::kParentFrameIdFieldNumber)
                reader.storeInt32(frame.parent);
        }
    }

    void indexInstructions()
    {
        m_module.m_byId = IdMap(m_ids.size());
        for (std::uint32_t i = 0; i < m_ids.size(); ++i)
            if (m_ids[i] != 0)
                m_module.m_byId.insert(m_ids[i], i);
    }

    void findEntryParameters()
    {
        const auto isEntry = [&](const Computation& computation) {
            return m_module.m_entryId != 0 ? computation.id == m_module.m_entryId
                                           : computation.name == m_module.m_entryName;
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
            m_module.m_parameterNumbers.push_back(parameter.number);
            m_module.m_parameters.push_back(parameter.instruction);
        }
    }

    HloModule m_module;
    std::string_view m_bytes;
    Damage m_damage;
    std::uint64_t m_fileOffset;
    const Progress& m_progress;
    std::vector<std::int64_t> m_ids;
    std::vector<Computation> m_computations;
    std::vector<Parameter> m_parameters; // of all computations
    std::unordered_map<std::string_view, std::optional<std::int64_t>> m_scoped; // by configuration: layers repeat them
    bool m_isCancelled = false;
};

Result<HloModule> HloModule::decode(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
{
    return ModuleDecoder(bytes, fileOffset, progress).decode();
}

void HloModule::indexNames()
{
    for (std::uint32_t i = 0; i < m_instructions.size(); ++i)
        m_byName.emplace(nameOf(i), i);
}

std::uint32_t HloModule::findInstruction(std::string_view name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? kNoIndex : found->second;
}

Instruction HloModule::instruction(std::uint32_t index) const
{
    const auto wide = m_wide.find(index);
    return wide == m_wide.end() ? read(index) : wide->second;
}

std::string_view HloModule::nameOf(std::uint32_t index) const
{
    return textOf(index, HloInstructionProto::kNameFieldNumber);
}

std::string_view HloModule::opcodeOf(std::uint32_t index) const
{
    return textOf(index, HloInstructionProto::kOpcodeFieldNumber);
}

std::string_view HloModule::textOf(std::uint32_t index, std::uint32_t field) const
{
    if (const auto wide = m_wide.find(index); wide != m_wide.end())
        return field == HloInstructionProto::kNameFieldNumber ? wide->second.name : wide->second.opcode;
    std::string_view result;
    Damage known; // of instructions, none: decode() has read them
    for (WireReader reader(m_instructions[index].instruction.in(m_bytes), known); reader.next();)
        if (reader.field() == field)
            reader.store(result);
    return result;
}

Instruction HloModule::read(std::uint32_t index) const
{
    Instruction result;
    Damage known; // decode() has told
    for (WireReader reader(m_instructions[index].instruction.in(m_bytes), known); reader.next();) {
        switch (reader.field()) {
        case HloInstructionProto::kNameFieldNumber:
            reader.store(result.name);
            break;
        case HloInstructionProto::kOpcodeFieldNumber:
            reader.store(result.opcode);
            break;
        case HloInstructionProto::kShapeFieldNumber:
            reader.store(result.shape);
            break;
        case HloInstructionProto::kParameterNumberFieldNumber:
            reader.store(result.parameterNumber);
            break;
        case HloInstructionProto::kCustomCallTargetFieldNumber:
            reader.store(result.customCallTarget);
            break;
        case HloInstructionProto::kBackendConfigFieldNumber:
            reader.store(result.backendConfig);
            break;
        case HloInstructionProto::kMetadataFieldNumber:
            for (WireReader metadata(reader.bytes(), known); metadata.next();) {
                switch (metadata.field()) {
                case OpMetadata::kOpNameFieldNumber:
                    metadata.store(result.opName);
                    break;
                case OpMetadata::kSourceFileFieldNumber:
                    metadata.store(result.sourceFile);
                    break;
                case OpMetadata::kSourceLineFieldNumber:
                    metadata.storeInt32(result.sourceLine);
                    break;
                case OpMetadata::kStackFrameIdFieldNumber:
                    metadata.storeInt32(result.stackFrame);
                    break;
                default:
                    break;
                }
            }
            break;
        default:
            break;
        }
    }
    if (result.opcode == "parameter" && result.parameterNumber < 0)
        result.parameterNumber = 0; // proto3 leaves a zero out
    return result;
}

std::uint32_t HloModule::entryParameter(std::int64_t number) const
{
    const auto found = std::ranges::lower_bound(m_parameterNumbers, number);
    if (found == m_parameterNumbers.end() || *found != number)
        return kNoIndex;
    return m_parameters[static_cast<std::size_t>(found - m_parameterNumbers.begin())];
}

std::optional<SourceLocation> HloModule::locationOf(const Frame& frame) const
{
    if (frame.location <= 0 || frame.location > static_cast<std::int64_t>(m_locations.size()))
        return std::nullopt;
    const Location& location = m_locations[static_cast<std::size_t>(frame.location - 1)];
    if (location.file <= 0 || location.file > static_cast<std::int64_t>(m_fileNames.size()))
        return std::nullopt;
    return SourceLocation{m_fileNames[static_cast<std::size_t>(location.file - 1)], location.line, location.column};
}

std::vector<SourceLocation> HloModule::stack(std::int64_t frame) const
{
    constexpr std::size_t kDeepest = 1000;
    std::vector<SourceLocation> result;
    std::set<std::int64_t> seen;
    while (frame > 0 && frame <= static_cast<std::int64_t>(m_frames.size()) && result.size() < kDeepest) {
        if (!seen.insert(frame).second)
            break;
        const Frame& at = m_frames[static_cast<std::size_t>(frame - 1)];
        if (const auto location = locationOf(at))
            result.push_back(*location);
        else if (result.empty())
            break; // the caller's place is not that of the instruction
        frame = at.parent;
    }
    return result;
}

Platform platformOfComputation(std::string_view bytes)
{
    Damage ignored; // the sign was there or not; decoding tells of damage
    for (WireReader computation(bytes, ignored); computation.next();) {
        if (computation.field() != HloComputationProto::kInstructionsFieldNumber)
            continue;
        for (WireReader reader(computation.bytes(), ignored); reader.next();) {
            if (reader.field() == HloInstructionProto::kShapeFieldNumber && hasTiles(reader.bytes()))
                return Platform::Tpu;
            // Every configuration of the GPU backend tells its queue; the member has its default, so it is printed.
            if (reader.field() == HloInstructionProto::kBackendConfigFieldNumber
                && reader.bytes().find("\"operation_queue_id\"") != std::string_view::npos)
                return Platform::Gpu;
        }
    }
    return Platform::Unknown;
}

Platform platformOfModule(std::string_view bytes)
{
    Platform platform = Platform::Unknown;
    Damage ignored; // as above
    for (WireReader module(bytes, ignored); platform == Platform::Unknown && module.next();)
        if (module.field() == HloModuleProto::kComputationsFieldNumber)
            platform = platformOfComputation(module.bytes());
    return platform;
}

} // namespace tidemark
