#pragma once

#include "core/tenstorrent/tt_xla/profile.h"

#include <iosfwd>

namespace tidemark::ttxla {

// Write the files that upstream's profiler makes from a log, equal as JSON. The format is generation V1, plus the
// rank if the log names it. The n-th elements of the memory list and the
// operation list belong to the same operation; the memory is that before the operation. An unknown value is null.

void writeMemoryList(std::ostream& out, const Profile& profile);
void writeOperationList(std::ostream& out, const Profile& profile);
void writeInputsRegistry(std::ostream& out, const Profile& profile);
void writeModules(std::ostream& out, const Profile& profile);

/// All of these files, by the ending of their names: "_memory.json".
struct UpstreamFile {
    std::string_view ending;
    void (*write)(std::ostream& out, const Profile& profile);
};
inline constexpr std::array<UpstreamFile, 4> kUpstreamFiles
    = {UpstreamFile{"_memory.json", writeMemoryList}, UpstreamFile{"_operations.json", writeOperationList},
       UpstreamFile{"_inputs_registry.json", writeInputsRegistry}, UpstreamFile{"_ir.json", writeModules}};

/// Writes a single-file page that shows a profile in a browser, without network or server: curves of all memories,
/// fragmentation, peaks, the largest increases, tile padding, weights and activations, operations, modules. The page
/// contains the lists above and the operations that they leave out.
void writeReportPage(std::ostream& out, const Profile& profile);

} // namespace tidemark::ttxla
