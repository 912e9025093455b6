#pragma once

#include "core/devices/platform.h"

#include <cstdint>
#include <optional>

namespace tidemark {

/// The capacity of the memory that is shown.
struct Room {
    std::optional<std::int64_t> capacity; // capacity of the memory in bytes; absent if unknown
    std::int64_t otherSpaces = 0; // bytes allocated in other memory spaces of the same memory
    bool isDeviceMemory = true; // true for the main memory of a device, false for memory on the chip or of the host
    Platform platform = Platform::Unknown;
    std::optional<std::int64_t> vmem = std::nullopt; // capacity of the device's VMEM, if another memory is shown
    std::int64_t kernelBytes = 0; // bytes of VMEM for the blocks of the program's largest kernel
};

} // namespace tidemark
