#include "ui/session/disk_state.h"

#include "ui/session/paths.h"

#include <QFile>

#include <filesystem>
#include <set>

namespace tidemark::ui {
namespace {

namespace fs = std::filesystem;

/// Limit for watched folders. A log directory has a few folders for each run. A home directory that was opened by
/// mistake must not use up the watches of the system.
constexpr std::size_t kMostFolders = 2000;

void addFolders(const fs::path& root, std::set<fs::path>& folders)
{
    std::error_code error;
    folders.insert(root);
    fs::recursive_directory_iterator next(root, fs::directory_options::skip_permission_denied, error);
    for (; !error && next != fs::recursive_directory_iterator(); next.increment(error)) {
        std::error_code ignored;
        if (next->is_directory(ignored) && !next->is_symlink(ignored))
            folders.insert(next->path());
        if (folders.size() >= kMostFolders)
            return;
    }
}

fs::path nearestFolder(const fs::path& path)
{
    std::error_code error;
    fs::path folder = fs::absolute(path, error).parent_path();
    while (!fs::is_directory(folder, error) && folder.has_relative_path())
        folder = folder.parent_path();
    return folder;
}

} // namespace

DiskState lookAt(const QStringList& paths, const std::vector<FileEnding>& endings)
{
    DiskState state;
    const std::vector<std::string> native = nativePaths(paths);
    if (const auto found = findInputs(native, endings))
        for (const InputFile& input : found->files) {
            if (input.isByChance)
                continue; // such a log, next to the opened files, grows all the time
            std::error_code error;
            const auto size = fs::file_size(input.path, error);
            if (error)
                continue;
            const QString path = fromNative(input.path);
            state.places << path;
            const auto modified = fs::last_write_time(input.path, error);
            if (!error && size > 0)
                state.files[path] = {static_cast<std::int64_t>(size), modified.time_since_epoch().count()};
        }
    std::set<fs::path> folders;
    for (const std::string& path : native) {
        std::error_code error;
        if (fs::is_directory(path, error))
            addFolders(path, folders);
        // Also for a folder, because it may be deleted and created again.
        folders.insert(nearestFolder(path));
    }
    for (const fs::path& folder : folders)
        state.places << fromNative(folder.string());
    return state;
}

} // namespace tidemark::ui
