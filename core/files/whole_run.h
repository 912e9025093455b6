#pragma once

#include "core/files/find_inputs.h"

#include <optional>

namespace tidemark {

/// The folders of a run whose hosts did not all write into one. A profiler names the folder of a session by the second
/// on the clock of its host, so those of one capture may be a second apart.
struct WholeRun {
    std::vector<std::string> folders; // by time, at least two; beside those that were given, and written like them
    std::size_t hosts = 0; // files of hosts in all of them
    std::vector<std::string> others; // those of the folders that were not given; not empty
    std::size_t otherHosts = 0;
};

/// What `paths` are only a part of; absent where they are all there is, or not whole session folders of one run: the
/// folder, or all files of hosts in it. Session folders are of one run when they lie side by side, are named by times
/// ("2026_11_20_09_00_01") each at most two seconds behind the one before, and have no host in common: a host that is
/// there again was captured again. Cost: lists the folder above, and the folders near in time; no file is opened.
std::optional<WholeRun> findWholeRun(const std::vector<std::string>& paths, const std::vector<FileEnding>& endings,
                                     const Progress& progress = {});

/// Splits paths into those of one window each: files of hosts in one session folder together, every other path alone.
/// Session folders of one run are windows that offer each other.
std::vector<std::vector<std::string>> groupIntoWindows(const std::vector<std::string>& paths,
                                                       const std::vector<FileEnding>& endings);

} // namespace tidemark
