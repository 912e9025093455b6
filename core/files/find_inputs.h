#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/warnings.h"

#include <string>
#include <vector>

namespace tidemark {

/// One file to open, and what its place tells.
struct InputFile {
    std::string path;
    std::string host; // file name before ".xplane.pb"; empty for others
    std::string session; // folder of the file, behind the run's path when a log directory was opened
};

struct FoundInputs {
    std::vector<InputFile> files; // by path, each once
    Warnings warnings; // folders that cannot be read
};

/// The profiles below the paths. A file counts whatever its name. A folder is searched at any depth for `*.xplane.pb`,
/// `*.hlo.pb` and `*.hlo_proto.pb`, without following links to folders; XProf's cached `*.hlo_proto.pb` beside a
/// `*.xplane.pb` are left out, as the container holds them. Error when nothing is found: the message lists what is
/// there. Layout: <logdir>/<run>/plugins/profile/<session>/<host>.xplane.pb.
Result<FoundInputs> findInputs(const std::vector<std::string>& paths, const Progress& progress = {});

/// Splits paths into documents: containers of one session folder belong together, every other path is its own.
std::vector<std::vector<std::string>> groupIntoDocuments(const std::vector<std::string>& paths);

} // namespace tidemark
