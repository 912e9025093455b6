#pragma once

#include "core/devices/platform.h"
#include "core/wire/damage.h"

#include <string_view>

namespace tidemark::xla {

/// The platform that a serialized HloInstructionProto was compiled for, judged by the instruction alone: tiled layouts
/// mean TPU, configurations of the GPU backend mean GPU. Stops at the first sign. Damage counts only before that sign.
Platform platformOfInstruction(std::string_view bytes, Damage& damage);

} // namespace tidemark::xla
