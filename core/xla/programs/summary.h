#pragma once

#include "core/devices/device_table.h"
#include "core/xla/programs/profile.h"

namespace tidemark {

/// The figures of one module and space, in bytes, each as the command line's summary defines it.
struct Summary {
    std::string module;
    std::string fullName; // with its program id, for people
    std::optional<std::uint64_t> programId;
    std::string host; // empty: the file does not tell
    std::int64_t space = 0;
    std::optional<std::string> spaceName;
    std::uint32_t steps = 1;
    std::int64_t peakBytes = 0; // XProf's replay
    std::uint32_t peakStep = 0;
    std::int64_t occupiedPeakBytes = 0;
    std::uint32_t occupiedPeakStep = 0;
    SpaceTotals totals;
    std::int64_t temporariesAtPeakBytes = 0; // occupied peak − base
    std::int64_t unpaddedPeakBytes = 0; // at the occupied peak
    std::int64_t paddingBytes = 0; // at the occupied peak
    std::int64_t fragmentationBytes = 0; // total − occupied peak
    std::optional<std::int64_t> maxScopedBytes; // of the module, in any space
    std::string maxScopedInstruction;
    Capacity capacity;
    std::optional<std::int64_t> headroomBytes; // capacity − total; negative: it cannot fit
    std::vector<Warning> warnings; // of the file, the plan and the space
};

Summary summarize(const SpaceTimeline& timeline, const ModuleEntry& module, const SourceFile& source,
                  const Device* chosen);

} // namespace tidemark
