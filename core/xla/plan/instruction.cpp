#include "core/xla/plan/instruction.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

namespace tidemark::xla {

using proto::HloInstructionProto;
using proto::OpMetadata;

namespace {

void readMetadata(std::string_view body, Damage& known, Instruction& result)
{
    for (WireReader metadata(body, known); metadata.next();) {
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
}

} // namespace

Instruction readInstruction(std::string_view bytes)
{
    Instruction result;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(bytes, known); reader.next();) {
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
            readMetadata(reader.bytes(), known, result);
            break;
        default:
            break;
        }
    }
    if (result.opcode == "parameter" && result.parameterNumber < 0)
        result.parameterNumber = 0; // proto3 leaves out 0
    return result;
}

std::string_view readInstructionText(std::string_view bytes, std::uint32_t field)
{
    std::string_view result;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(bytes, known); reader.next();)
        if (reader.field() == field)
            reader.store(result);
    return result;
}

} // namespace tidemark::xla
