#pragma once

#include <cstdint>
#include <string>

namespace tidemark::test {

/// What a generated plan holds, true by construction.
struct GeneratedPlan {
    std::string hlo; // a serialized HloProto
    std::uint32_t steps = 0;
    std::int64_t peakBytes = 0;
};

/// A consistent plan of any size: one allocation of slots of 1 MiB, an instruction and a buffer for each of `buffers`,
/// of which about `live` live at a time; every tenth takes over the slot of one that dies as it is born.
GeneratedPlan generatePlan(std::uint32_t buffers, std::uint32_t live, std::uint32_t seed = 1);

/// Writes a container around a HloProto whose device plane is a hole of `holeBytes`. False when the file system has no
/// room.
bool writeSparseContainer(const std::string& path, const std::string& name, const std::string& hlo,
                          std::uint64_t holeBytes);

/// The same with events instead of the hole, for readers that decode all of it.
bool writeContainer(const std::string& path, const std::string& name, const std::string& hlo, std::uint64_t eventBytes);

} // namespace tidemark::test
