#include "core/files/whole_run.h"

#include "core/base/characters.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

using Endings = std::vector<FileEnding>;

constexpr std::int64_t kNear = 2; // seconds

struct SessionFolder {
    fs::path path;
    std::int64_t time = 0; // seconds
    std::set<std::string> hosts;
};

/// Returns the seconds of "2026_11_20_09_00_01", or nullopt if the name is not such a time.
std::optional<std::int64_t> timeOf(const std::string& name)
{
    constexpr std::string_view kForm = "dddd_dd_dd_dd_dd_dd";
    if (name.size() != kForm.size())
        return std::nullopt;
    std::vector<int> parts = {0};
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        if (isDigit(name[i]) != (kForm[i] == 'd') || (!isDigit(name[i]) && name[i] != '_' && name[i] != '-'))
            return std::nullopt;
        if (isDigit(name[i]))
            parts.back() = parts.back() * 10 + (name[i] - '0');
        else
            parts.push_back(0);
    }
    using namespace std::chrono;
    const auto day
        = year{parts[0]} / month{static_cast<unsigned>(parts[1])} / std::chrono::day{static_cast<unsigned>(parts[2])};
    constexpr int kMostSeconds = 60; // allows a leap second
    if (!day.ok() || parts[3] > 23 || parts[4] > 59 || parts[5] > kMostSeconds)
        return std::nullopt;
    const std::int64_t days = sys_days(day).time_since_epoch().count();
    return ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5];
}

/// The names of the host files directly in a folder.
std::set<std::string> hostsIn(const fs::path& folder, const Endings& endings)
{
    std::set<std::string> hosts;
    std::error_code error;
    fs::directory_iterator next(folder, error);
    for (; !error && next != fs::directory_iterator(); next.increment(error)) {
        std::error_code ignored;
        std::string name = next->path().filename().string();
        if (isOfHost(endings, name) && !next->is_directory(ignored))
            hosts.insert(std::move(name));
    }
    return hosts;
}

/// Returns "p/s" for "p/s/". A path with a usable name is returned as it is written.
fs::path folderPath(const std::string& path)
{
    const fs::path folder(path);
    const fs::path plain = folder.has_filename() ? folder : folder.parent_path();
    if (timeOf(plain.filename().string()))
        return plain;
    std::error_code error;
    const fs::path whole = fs::absolute(folder, error).lexically_normal(); // "."
    return whole.has_filename() ? whole : whole.parent_path();
}

bool isBefore(const SessionFolder& a, const SessionFolder& b)
{
    return std::tie(a.time, a.path) < std::tie(b.time, b.path);
}

/// Divides folders with the same parent into runs. No other code decides which folders are one run.
std::vector<std::vector<SessionFolder>> runsOf(std::vector<SessionFolder> folders)
{
    std::sort(folders.begin(), folders.end(), isBefore);
    std::vector<std::vector<SessionFolder>> runs;
    std::set<std::string> seen;
    for (SessionFolder& folder : folders) {
        const bool goesOn = !runs.empty() && folder.time - runs.back().back().time <= kNear
            && std::ranges::none_of(folder.hosts, [&](const std::string& host) { return seen.contains(host); });
        if (!goesOn) {
            runs.emplace_back();
            seen.clear();
        }
        seen.insert(folder.hosts.begin(), folder.hosts.end());
        runs.back().push_back(std::move(folder));
    }
    return runs;
}

/// Returns the session folders that are given whole, by path. Empty if anything else is given, too.
std::map<fs::path, SessionFolder> wholeFolders(const std::vector<std::string>& paths, const Endings& endings)
{
    std::map<fs::path, SessionFolder> folders;
    std::map<fs::path, std::set<std::string>> files; // given files of folders that are not given themselves
    for (const std::string& path : paths) {
        std::error_code error;
        const bool isFolder = fs::is_directory(path, error);
        if (!isFolder && !isOfHost(endings, path))
            return {};
        const fs::path parent = fs::path(path).parent_path();
        const fs::path folder = folderPath(isFolder ? path : parent.empty() ? "." : parent.string());
        const auto time = timeOf(folder.filename().string());
        if (!time)
            return {};
        if (!folders.contains(folder))
            folders[folder] = {folder, *time, hostsIn(folder, endings)};
        if (!isFolder)
            files[folder].insert(fs::path(path).filename().string());
    }
    for (const auto& [path, folder] : folders)
        if (folder.hosts.empty() || (files.contains(path) && files[path] != folder.hosts))
            return {};
    return folders;
}

/// Adds the session folders that a chain of times connects to this one, including this one. Returns false if cancelled.
bool listNear(const SessionFolder& of, const Endings& endings, const Progress& progress,
              std::vector<SessionFolder>& near)
{
    const fs::path parent = of.path.parent_path();
    std::vector<SessionFolder> named;
    std::error_code error;
    fs::directory_iterator next(parent.empty() ? fs::path(".") : parent, error);
    for (; !error && next != fs::directory_iterator(); next.increment(error)) {
        if (progress.cancelled())
            return false;
        std::error_code ignored;
        const fs::path name = next->path().filename();
        const auto time = timeOf(name.string());
        if (time && next->is_directory(ignored) && !next->is_symlink(ignored))
            named.push_back({parent / name, *time, {}});
    }
    std::sort(named.begin(), named.end(), isBefore);
    const auto self = std::ranges::find(named, of.path, &SessionFolder::path);
    if (self == named.end())
        return true; // the folder was given by a link
    auto first = self;
    while (first != named.begin() && first->time - std::prev(first)->time <= kNear)
        --first;
    for (auto each = first; each != named.end(); ++each) {
        if (progress.cancelled())
            return false;
        if (each != first && each->time - std::prev(each)->time > kNear)
            break;
        each->hosts = hostsIn(each->path, endings);
        if (!each->hosts.empty())
            near.push_back(*each);
    }
    return true;
}

} // namespace

std::optional<WholeRun> findWholeRun(const std::vector<std::string>& paths, const Endings& endings,
                                     const Progress& progress)
{
    const auto given = wholeFolders(paths, endings);
    std::vector<SessionFolder> near;
    if (given.empty() || !listNear(given.begin()->second, endings, progress, near))
        return std::nullopt;
    const auto isGiven = [&](const SessionFolder& folder) { return given.contains(folder.path); };
    for (const std::vector<SessionFolder>& run : runsOf(std::move(near))) {
        const auto count = static_cast<std::size_t>(std::ranges::count_if(run, isGiven));
        if (count == 0)
            continue;
        if (count != given.size() || count == run.size())
            return std::nullopt;
        WholeRun whole;
        for (const SessionFolder& folder : run) {
            whole.folders.push_back(folder.path.string());
            whole.hosts += folder.hosts.size();
            if (isGiven(folder))
                continue;
            whole.others.push_back(folder.path.string());
            whole.otherHosts += folder.hosts.size();
        }
        return whole;
    }
    return std::nullopt;
}

std::vector<std::vector<std::string>> groupIntoWindows(const std::vector<std::string>& paths, const Endings& endings)
{
    std::vector<std::vector<std::string>> documents;
    std::map<std::string, std::size_t> sessions; // document of the host files of each folder
    std::vector<std::string> logs;
    for (const std::string& path : paths) {
        std::error_code error;
        const fs::path whole = fs::absolute(path, error);
        const FileEnding* const ending = endingOf(endings, whole.filename().string());
        if (ending && ending->isLog && fs::is_regular_file(path, error))
            logs.push_back(path);
        if (fs::is_directory(path, error) || !isOfHost(endings, path)) {
            documents.push_back({path});
            continue;
        }
        const auto [known, isNew] = sessions.emplace(whole.parent_path().string(), documents.size());
        if (isNew)
            documents.emplace_back();
        documents[known->second].push_back(path);
    }
    if (logs.empty() || documents.size() != logs.size() + 1)
        return documents;
    const auto isOther = [&](const auto& document) { return std::ranges::find(logs, document.front()) == logs.end(); };
    const auto other = std::ranges::find_if(documents, isOther);
    logs.insert(logs.begin(), other->begin(), other->end());
    return {logs};
}

std::vector<std::vector<std::string>> groupIntoRuns(const std::vector<std::string>& hostFiles)
{
    const auto folderOf = [](std::string_view path) { return path.substr(0, path.rfind('/') + 1); };
    struct Folder {
        std::set<std::string> hosts;
        std::size_t run = 0;
    };
    std::map<std::string_view, Folder> folders;
    for (const std::string& path : hostFiles)
        folders[folderOf(path)].hosts.insert(path.substr(folderOf(path).size()));
    std::map<fs::path, std::vector<SessionFolder>> timed; // by their parent
    std::map<fs::path, std::size_t*> runs; // run of each of them
    std::size_t count = 0;
    for (auto& [name, folder] : folders) {
        const fs::path path = fs::path(name).parent_path();
        if (const auto time = timeOf(path.filename().string())) {
            timed[path.parent_path()].push_back({path, *time, std::move(folder.hosts)});
            runs[path] = &folder.run;
        } else {
            folder.run = count++;
        }
    }
    for (auto& [parent, siblings] : timed)
        for (const std::vector<SessionFolder>& run : runsOf(std::move(siblings))) {
            for (const SessionFolder& folder : run)
                *runs.at(folder.path) = count;
            ++count;
        }
    std::vector<std::vector<std::string>> grouped;
    std::map<std::size_t, std::size_t> places; // of the runs in `grouped`
    for (const std::string& path : hostFiles) {
        const std::size_t run = folders.at(folderOf(path)).run;
        const auto [place, isNew] = places.emplace(run, grouped.size());
        if (isNew)
            grouped.emplace_back();
        grouped[place->second].push_back(path);
    }
    return grouped;
}

} // namespace tidemark
