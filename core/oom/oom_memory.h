#pragma once

#include "core/devices/platform.h"
#include "core/oom/report.h"

namespace tidemark::oom {

/// The platform of the device that a message is about.
Platform platformOf(const Report& report);
/// Whether a program of this platform can have the message. An unknown platform, of either, matches.
bool isOfPlatform(const Report& report, Platform platform);

/// The memory that a message is about, as choices and tables show it.
struct MemoryName {
    std::int64_t number = 0; // TPU: memory space; Tenstorrent: DRAM 0, L1 1, L1_SMALL 2, TRACE 3
    std::string name; // "HBM", "device memory"
    std::string text; // "HBM (0)", "device memory"
};
MemoryName memoryOf(const Report& report);

} // namespace tidemark::oom
