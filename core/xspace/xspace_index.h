#pragma once

#include "core/base/progress.h"
#include "core/base/warnings.h"
#include "core/devices/platform.h"
#include "core/wire/file_cursor.h"

namespace tidemark {

/// Where one compiled program lies in a container.
struct IndexedModule {
    std::string name; // without the program id
    std::optional<std::uint64_t> programId; // from the brackets, else from the stat program_id
    FileRange hlo; // a serialized HloProto
};

/// What a container says about the device it was captured on.
struct DeviceFacts {
    std::string type; // device_type_string of the first device plane that has one
    std::optional<std::int64_t> memoryBytes; // memory_size of the same plane
};

/// The table of contents of an XSpace.
struct XSpaceIndex {
    std::vector<IndexedModule> modules; // in file order
    std::vector<std::string> hostnames;
    Platform platform = Platform::Unknown;
    DeviceFacts device;
    std::string jaxVersion;
    std::uint64_t planes = 0;
    bool hasMetadataPlane = false;
    std::optional<std::uint64_t> cutAt; // the file ends here, in the middle of a record
    Warnings warnings;
};

/// Finds the HLO modules of an XSpace. Cost: a few reads per plane plus the entries of `/host:metadata`; lines of
/// events and the HLO itself are skipped, not read, so the size of the file does not matter. Concatenated files work.
/// In a file cut off before the names of the stats, HLO is told by its content. Source of the layout: xplane.proto of
/// openxla/xla; the HLO hangs at the event metadata of the plane `/host:metadata`.
Result<XSpaceIndex> indexXSpace(const File& file, const Progress& progress = {});

/// Splits "jit_step(137)". Without digits in brackets at the end the name is whole and the id absent.
struct ModuleKey {
    std::string name;
    std::optional<std::uint64_t> programId;
};
ModuleKey splitModuleName(std::string_view text);

} // namespace tidemark
