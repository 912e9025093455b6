#pragma once

#include "core/devices/platform.h"
#include "core/wire/damage.h"

#include <string_view>

namespace tidemark {

/// The platform that a serialized HloInstructionProto was compiled for, as it tells by itself: tiled layouts mean TPU,
/// configurations of the GPU backend GPU. Stops at the first sign; damage is what came before it, or in its place.
Platform platformOfInstruction(std::string_view bytes, Damage& damage);

} // namespace tidemark
