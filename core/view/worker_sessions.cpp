#include "core/view/worker_sessions.h"

#include "core/base/text.h"
#include "core/files/whole_run.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tidemark {

bool WorkerSession::contains(const FileEntry& file) const
{
    return std::ranges::binary_search(paths, file.path);
}

std::vector<WorkerSession> workerSessions(const Documents& documents, const std::string& kind,
                                          const std::string& program)
{
    std::vector<std::string> ofHosts;
    std::map<std::string_view, std::string_view> names; // session of each of them
    WorkerSession others;
    for (const auto& document : documents) {
        if (document->catalogue().kind != kind)
            continue;
        for (const FileEntry& file : document->catalogue().files) {
            (file.session.empty() ? others.paths : ofHosts).push_back(file.path);
            names.emplace(file.path, file.session);
        }
    }
    std::vector<WorkerSession> sessions;
    if (!others.paths.empty())
        sessions.push_back(std::move(others));
    for (std::vector<std::string>& paths : groupIntoRuns(ofHosts))
        sessions.push_back({std::string(names.at(paths.front())), std::move(paths)});
    std::ranges::stable_sort(sessions, {}, [](const WorkerSession& session) { return naturalKey(session.name); });

    std::map<std::string_view, WorkerSession*> sessionOf; // by path
    for (WorkerSession& session : sessions) {
        std::ranges::sort(session.paths);
        for (const std::string& path : session.paths)
            sessionOf.emplace(path, &session);
    }
    for (const auto& document : documents) {
        if (document->catalogue().kind != kind)
            continue;
        std::set<std::pair<FileId, SourceId>> counted;
        for (const ProgramEntry& entry : document->catalogue().programs) {
            if (!program.empty() && entry.name != program)
                continue;
            // Without a name, all files of a source are one worker.
            const bool isOfSource = program.empty() && entry.source;
            if (counted.emplace(isOfSource ? FileId() : entry.file, entry.source).second)
                ++sessionOf.at(document->catalogue().files[entry.file.index()].path)->workers;
        }
    }
    return sessions;
}

} // namespace tidemark
