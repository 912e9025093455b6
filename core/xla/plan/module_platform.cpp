#include "core/xla/plan/module_platform.h"

#include "core/shapes/shape.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

namespace tidemark::xla {

using proto::HloInstructionProto;

Platform platformOfInstruction(std::string_view bytes, Damage& damage)
{
    for (WireReader reader(bytes, damage); reader.next();) {
        if (reader.field() == HloInstructionProto::kShapeFieldNumber) {
            if (hasTiles(reader.bytes()))
                return Platform::Tpu;
            if (measureShape(reader.bytes()).isDamaged)
                damage.note(reader.bytes().data());
        }
        // Every configuration of the GPU backend has this member, also with its default value.
        if (reader.field() == HloInstructionProto::kBackendConfigFieldNumber
            && reader.bytes().find("\"operation_queue_id\"") != std::string_view::npos)
            return Platform::Gpu;
    }
    return Platform::Unknown;
}

} // namespace tidemark::xla
