#pragma once

#include "core/tenstorrent/xla/profile.h"

#include <functional>
#include <iosfwd>
#include <string>

namespace tidemark::ttxla {

// What upstream's profiler writes of a log, equal as JSON (its generation V1; what V2 has beside it where the log has
// several sessions or ranks). The n-th element of both lists is of the same operation: its memory before it. What is
// not known is null.

void writeMemoryList(std::ostream& out, const Profile& profile);
void writeOperationList(std::ostream& out, const Profile& profile);
void writeInputsRegistry(std::ostream& out, const Profile& profile);
void writeModules(std::ostream& out, const Profile& profile);

/// All of them, by what their names end in: "_memory.json".
struct UpstreamFile {
    std::string_view ending;
    void (*write)(std::ostream& out, const Profile& profile);
};
inline constexpr std::array<UpstreamFile, 4> kUpstreamFiles
    = {UpstreamFile{"_memory.json", writeMemoryList}, UpstreamFile{"_operations.json", writeOperationList},
       UpstreamFile{"_inputs_registry.json", writeInputsRegistry}, UpstreamFile{"_ir.json", writeModules}};

} // namespace tidemark::ttxla
