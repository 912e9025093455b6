#pragma once

#include "core/devices/platform.h"

#include <cstdint>
#include <optional>

namespace tidemark {

/// The capacity of the memory that is shown.
struct Room {
    std::optional<std::int64_t> capacity; // bytes; absent: not known
    std::int64_t besides = 0; // allocated in other memory spaces that lie in the same memory
    bool isDeviceMemory = true; // the main memory of a device, not one on the chip or of the host
    Platform platform = Platform::Unknown;
    std::optional<std::int64_t> vmem = std::nullopt; // of the device, where another memory is shown
    std::int64_t kernelBytes = 0; // of it, that the program's largest kernel takes for its blocks
};

} // namespace tidemark
