#pragma once

#include "core/files/find_inputs.h"

#include <optional>

namespace tidemark {

/// The folders of a run whose hosts wrote into different folders. A profiler names the folder of a session by the clock
/// of its host, in seconds, so that the folders of one capture may be a second apart.
struct WholeRun {
    std::vector<std::string> folders; // sorted by time, at least two; paths written like the given ones
    std::size_t hosts = 0; // number of host files in all folders
    std::vector<std::string> others; // folders that were not given; not empty
    std::size_t otherHosts = 0;
};

/// Returns the run of which `paths` are only a part. Returns nullopt if they are the whole run, or are not whole
/// session folders of one run: each given as the folder or as all of its host files. Session folders belong to one run
/// if they have the same parent, are named by times ("2026_11_20_09_00_01"), each at most two seconds after the one
/// before, and have no host in common: a host that occurs again was captured again. Cost: lists the parent folder and
/// the folders near in time; opens no file.
std::optional<WholeRun> findWholeRun(const std::vector<std::string>& paths, const std::vector<FileEnding>& endings,
                                     const Progress& progress = {});

/// Divides paths into groups, one for each window: host files of one session folder together, every other path alone.
/// Logs are in the group of the only other path or session, because they may be about it. The windows of session
/// folders of one run offer each other.
std::vector<std::vector<std::string>> groupIntoWindows(const std::vector<std::string>& paths,
                                                       const std::vector<FileEnding>& endings);

/// Groups host files by run. The files of one session folder are one run. Session folders of the same run, as
/// findWholeRun() defines it, are one run too. Keeps the order of the paths. Opens no file and lists no folder.
std::vector<std::vector<std::string>> groupIntoRuns(const std::vector<std::string>& hostFiles);

} // namespace tidemark
