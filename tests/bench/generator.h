#pragma once

#include <cstdint>
#include <string>

namespace tidemark::test {

/// A generated plan and the figures that are known from its construction.
struct GeneratedPlan {
    std::string hlo; // a serialized HloProto
    std::uint32_t steps = 0;
    std::int64_t peakBytes = 0;
};

/// Returns a consistent plan of any size: one allocation with slots of 1 MiB, and an instruction for each of `buffers`
/// buffers, of which about `live` are live at a time. Every tenth buffer takes over the slot of one that is freed as it
/// is allocated.
GeneratedPlan generatePlan(std::uint32_t buffers, std::uint32_t live, std::uint32_t seed = 1);

/// Writes a container with a HloProto and a device plane that is a file hole of `holeBytes` bytes. Returns false if the
/// file system has no space left.
bool writeSparseContainer(const std::string& path, const std::string& name, const std::string& hlo,
                          std::uint64_t holeBytes);

/// Like the function above, but with events instead of the hole, for readers that decode the whole file.
bool writeContainer(const std::string& path, const std::string& name, const std::string& hlo, std::uint64_t eventBytes);

} // namespace tidemark::test
