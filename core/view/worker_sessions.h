#pragma once

#include "core/view/document.h"

#include <string>
#include <vector>

namespace tidemark {

/// The workers that one capture recorded, in the files of a session folder, or of the session folders of one run.
struct WorkerSession {
    std::string name; // "run/2026_11_20_09_00_00"; empty: the files that are of no session
    std::vector<std::string> paths; // of the files, sorted
    std::size_t workers = 0; // those that attributeWorkers() finds in these files

    bool contains(const FileEntry& file) const;
};

/// The sessions of all documents of this kind, in natural order of their names. They count the workers with a program
/// of this name, or all workers if the name is empty. Opens no file.
std::vector<WorkerSession> workerSessions(const Documents& documents, const std::string& kind,
                                          const std::string& program = {});

} // namespace tidemark
