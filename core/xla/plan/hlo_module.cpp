#include "core/xla/plan/hlo_module.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/scoped_memory.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tidemark {

using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;
using proto::OpMetadata;
using proto::StackFrameIndexProto;

class ModuleDecoder
{
public:
    ModuleDecoder(std::string_view bytes, std::uint64_t fileOffset)
        : m_bytes(bytes)
        , m_fileOffset(fileOffset)
    { }

    Result<HloModule> decode()
    {
        if (m_bytes.size() > std::numeric_limits<std::uint32_t>::max())
            return Error{ErrorKind::Unsupported, "The HLO module is larger than 4 GiB.", m_fileOffset};
        m_module.m_bytes = m_bytes;
        std::size_t computations = 0;
        for (WireReader reader(m_bytes); reader.next();)
            computations += reader.field() == HloModuleProto::kComputationsFieldNumber ? 1U : 0U;
        m_computations.reserve(computations);
        WireReader reader(m_bytes);
        while (reader.next())
            readField(reader);
        if (!reader.ok())
            m_damage = m_damage.value_or(reader.offset());
        if (m_damage)
            return Error{ErrorKind::Malformed,
                         "The HLO module is damaged at byte "
                             + groupedNumber(static_cast<std::int64_t>(m_fileOffset + *m_damage))
                             + " of the file. Capture or copy the profile again.",
                         m_fileOffset + *m_damage};
        indexInstructions();
        findEntryParameters();
        return std::move(m_module);
    }

private:
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

    void check(const WireReader& reader, std::string_view message)
    {
        if (!reader.ok() && !m_damage)
            m_damage = static_cast<std::size_t>(message.data() - m_bytes.data()) + reader.offset();
    }

    void readField(const WireReader& reader)
    {
        switch (reader.field()) {
        case HloModuleProto::kNameFieldNumber:
            m_module.m_name = reader.bytes();
            break;
        case HloModuleProto::kEntryComputationNameFieldNumber:
            m_module.m_entryName = reader.bytes();
            break;
        case HloModuleProto::kIdFieldNumber:
            m_module.m_id = reader.int64();
            break;
        case HloModuleProto::kEntryComputationIdFieldNumber:
            m_module.m_entryId = reader.int64();
            break;
        case HloModuleProto::kComputationsFieldNumber:
            readComputation(reader.bytes());
            break;
        case HloModuleProto::kStackFrameIndexFieldNumber:
            readStackFrames(reader.bytes());
            break;
        default:
            break;
        }
    }

    void readComputation(std::string_view body)
    {
        Computation computation;
        computation.begin = static_cast<std::uint32_t>(m_module.m_instructions.size());
        WireReader reader(body);
        while (reader.next()) {
            switch (reader.field()) {
            case HloComputationProto::kNameFieldNumber:
                computation.name = reader.bytes();
                break;
            case HloComputationProto::kIdFieldNumber:
                computation.id = reader.int64();
                break;
            case HloComputationProto::kInstructionsFieldNumber:
                readInstruction(reader.bytes());
                break;
            default:
                break;
            }
        }
        check(reader, body);
        computation.end = static_cast<std::uint32_t>(m_module.m_instructions.size());
        m_computations.push_back(computation);
    }

    void readInstruction(std::string_view body)
    {
        std::int64_t id = 0;
        std::int64_t parameter = 0;
        std::string_view name;
        std::string_view opcode;
        std::string_view shape;
        std::string_view backendConfig;
        WireReader reader(body);
        while (reader.next()) {
            switch (reader.field()) {
            case HloInstructionProto::kNameFieldNumber:
                name = reader.bytes();
                break;
            case HloInstructionProto::kOpcodeFieldNumber:
                opcode = reader.bytes();
                break;
            case HloInstructionProto::kShapeFieldNumber:
                shape = reader.bytes();
                break;
            case HloInstructionProto::kParameterNumberFieldNumber:
                parameter = reader.int64();
                break;
            case HloInstructionProto::kIdFieldNumber:
                id = reader.int64();
                break;
            case HloInstructionProto::kBackendConfigFieldNumber:
                backendConfig = reader.bytes();
                break;
            default:
                break;
            }
        }
        check(reader, body);
        const auto index = static_cast<std::uint32_t>(m_module.m_instructions.size());
        if (opcode == "parameter")
            m_parameters.push_back({parameter, index});
        if (!backendConfig.empty())
            readBackendConfig(name, backendConfig);
        const auto offset
            = [&](std::string_view part) { return static_cast<std::uint32_t>(part.data() - m_bytes.data()); };
        m_module.m_instructions.push_back({body.empty() ? 0 : offset(body), static_cast<std::uint32_t>(body.size()),
                                           shape.empty() ? 0 : offset(shape),
                                           static_cast<std::uint32_t>(shape.size())});
        m_ids.push_back(id);
    }

    void readBackendConfig(std::string_view name, std::string_view config)
    {
        const auto bytes = usedScopedMemory(config);
        if (bytes && (!m_module.m_scoped || *bytes > m_module.m_scoped->bytes))
            m_module.m_scoped = ScopedMemory{*bytes, name};
    }

    void readStackFrames(std::string_view body)
    {
        WireReader reader(body);
        while (reader.next()) {
            switch (reader.field()) {
            case StackFrameIndexProto::kFileNamesFieldNumber:
                m_module.m_fileNames.push_back(reader.bytes());
                break;
            case StackFrameIndexProto::kFileLocationsFieldNumber: {
                auto& location = m_module.m_locations.emplace_back();
                for (WireReader inner(reader.bytes()); inner.next();) {
                    if (inner.field() == StackFrameIndexProto::FileLocation::kFileNameIdFieldNumber)
                        location.file = inner.int32();
                    else if (inner.field() == StackFrameIndexProto::FileLocation::kLineFieldNumber)
                        location.line = inner.int32();
                    else if (inner.field() == StackFrameIndexProto::FileLocation::kColumnFieldNumber)
                        location.column = inner.int32();
                }
                break;
            }
            case StackFrameIndexProto::kStackFramesFieldNumber: {
                auto& frame = m_module.m_frames.emplace_back();
                for (WireReader inner(reader.bytes()); inner.next();) {
                    if (inner.field() == StackFrameIndexProto::StackFrame::kFileLocationIdFieldNumber)
                        frame.location = inner.int32();
                    else if (inner.field() == StackFrameIndexProto::StackFrame::kParentFrameIdFieldNumber)
                        frame.parent = inner.int32();
                }
                break;
            }
            default:
                break;
            }
        }
        check(reader, body);
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
    std::uint64_t m_fileOffset;
    std::vector<std::int64_t> m_ids;
    std::vector<Computation> m_computations;
    std::vector<Parameter> m_parameters; // of all computations
    std::optional<std::size_t> m_damage;
};

Result<HloModule> HloModule::decode(std::string_view bytes, std::uint64_t fileOffset)
{
    return ModuleDecoder(bytes, fileOffset).decode();
}

void HloModule::indexNames()
{
    for (std::uint32_t i = 0; i < m_instructions.size(); ++i)
        m_byName.emplace(instruction(i).name, i);
}

std::uint32_t HloModule::findInstruction(std::string_view name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? kNoIndex : found->second;
}

Instruction HloModule::instruction(std::uint32_t index) const
{
    Instruction result;
    const Place& place = m_instructions[index];
    for (WireReader reader(m_bytes.substr(place.begin, place.size)); reader.next();) {
        switch (reader.field()) {
        case HloInstructionProto::kNameFieldNumber:
            result.name = reader.bytes();
            break;
        case HloInstructionProto::kOpcodeFieldNumber:
            result.opcode = reader.bytes();
            break;
        case HloInstructionProto::kShapeFieldNumber:
            result.shape = reader.bytes();
            break;
        case HloInstructionProto::kParameterNumberFieldNumber:
            result.parameterNumber = reader.int64();
            break;
        case HloInstructionProto::kCustomCallTargetFieldNumber:
            result.customCallTarget = reader.bytes();
            break;
        case HloInstructionProto::kBackendConfigFieldNumber:
            result.backendConfig = reader.bytes();
            break;
        case HloInstructionProto::kMetadataFieldNumber:
            for (WireReader metadata(reader.bytes()); metadata.next();) {
                switch (metadata.field()) {
                case OpMetadata::kOpNameFieldNumber:
                    result.opName = metadata.bytes();
                    break;
                case OpMetadata::kSourceFileFieldNumber:
                    result.sourceFile = metadata.bytes();
                    break;
                case OpMetadata::kSourceLineFieldNumber:
                    result.sourceLine = metadata.int32();
                    break;
                case OpMetadata::kStackFrameIdFieldNumber:
                    result.stackFrame = metadata.int32();
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
    for (WireReader computation(bytes); computation.next();) {
        if (computation.field() != HloComputationProto::kInstructionsFieldNumber)
            continue;
        for (WireReader reader(computation.bytes()); reader.next();) {
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
    for (WireReader module(bytes); platform == Platform::Unknown && module.next();)
        if (module.field() == HloModuleProto::kComputationsFieldNumber)
            platform = platformOfComputation(module.bytes());
    return platform;
}

} // namespace tidemark
