#pragma once

#include "core/base/progress.h"
#include "core/base/warnings.h"
#include "core/devices/device_table.h"
#include "core/xspace/xplane_reader.h"

namespace tidemark {

/// The position of one compiled program in a container.
struct IndexedModule {
    std::string name; // without the program id
    std::optional<std::uint64_t> programId; // from the brackets, else from the stat program_id
    FileRange hlo; // a serialized HloProto
};

/// The table of contents of an XSpace.
struct XSpaceIndex {
    std::vector<IndexedPlane> planes; // in file order
    std::vector<IndexedModule> modules; // in file order
    std::vector<std::string> hostnames;
    Platform platform = Platform::Unknown; // from the names of the planes
    DeviceFacts device;
    std::uint32_t chips = 0; // number of distinct planes of whole devices
    std::string jaxVersion;
    bool lacksPlanes = false; // the file is cut or damaged where planes begin, so planes may be missing
    std::optional<std::uint64_t> cutAt; // the file ends here, in the middle of a record
    Warnings warnings;
};

/// Finds the planes and the HLO modules of an XSpace. Cost: a few reads per plane, and the entries of `/host:metadata`
/// and of the first device plane. Lines of events and the HLO itself are skipped without being read, so the size of the
/// file does not matter. Concatenated files work. If a file is cut before the names of the stats, HLO is recognised by
/// its content. Data that protobuf would reject give a warning that names the plane or the program. Source of the
/// layout: xplane.proto of openxla/xla; the HLO is attached to the event metadata of the plane `/host:metadata`.
Result<XSpaceIndex> indexXSpace(const File& file, const Progress& progress = {});

/// Returns only the table of planes, the host names, and the warnings about them. Reads no plane further than to its
/// name.
Result<XSpaceIndex> indexPlanes(const File& file, const Progress& progress = {});

/// Splits "jit_step(137)" into name and id. Without digits in brackets at the end, the whole text is the name and there
/// is no id.
struct ModuleKey {
    std::string name;
    std::optional<std::uint64_t> programId;
};
ModuleKey splitModuleName(std::string_view text);

} // namespace tidemark
