#pragma once

#include "core/devices/platform.h"
#include "core/oom/report.h"

namespace tidemark::oom {

/// What kind of device a message is of.
Platform platformOf(const Report& report);

/// The memory that a message is about, as choices and tables call it.
struct MemoryName {
    std::int64_t number = 0; // as elsewhere: memory spaces of TPUs; DRAM 0, L1 1, L1_SMALL 2, TRACE 3 of Tenstorrent
    std::string name; // "HBM", "device memory"
    std::string text; // "HBM (0)", "device memory"
};
MemoryName memoryOf(const Report& report);

} // namespace tidemark::oom
