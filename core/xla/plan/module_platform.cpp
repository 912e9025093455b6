#include "core/xla/plan/module_platform.h"

#include "core/wire/wire_reader.h"
#include "core/xla/plan/shape.h"
#include "proto/hlo.pb.h"

namespace tidemark {

using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;

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
