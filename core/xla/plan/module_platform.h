#pragma once

#include "core/devices/platform.h"

#include <string_view>

namespace tidemark {

/// The platform a serialized HloModuleProto was compiled for, as its own text tells: tiled layouts mean TPU,
/// configurations of the GPU backend GPU. Stops at the first sign.
Platform platformOfModule(std::string_view bytes);

/// The same of one serialized HloComputationProto, which may be cut.
Platform platformOfComputation(std::string_view bytes);

} // namespace tidemark
