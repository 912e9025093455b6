#include "ui/session/file_watcher.h"

#include "ui/session/paths.h"

#include <QFile>
#include <QSet>

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

constexpr int kSettleMs = 700;
/// The watcher searches all watched paths for each path that is added. Above this number only folders are watched, and
/// changes inside files are found by looking at intervals.
constexpr qsizetype kMostFollowed = 1000;
constexpr int kLookMs = 20000;

bool isMuch(const DiskState& state)
{
    return state.places.size() > kMostFollowed;
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

FileWatcher::FileWatcher(QObject* parent)
    : QObject(parent)
{
    m_settle.setSingleShot(true);
    const auto settle = [this] { m_settle.start(kSettleMs); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, settle);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle, settle);
    connect(&m_settle, &QTimer::timeout, this, &FileWatcher::look);
}

void FileWatcher::watch(const QStringList& paths, const std::vector<FileEnding>& endings, const DiskState& known)
{
    stop();
    m_paths = paths;
    m_endings = endings;
    m_known = m_reported = m_last = known;
    follow(known);
    look(); // nothing was watched during the reading
}

void FileWatcher::stop()
{
    m_settle.stop();
    m_looks.abandon();
    m_paths.clear();
    follow({});
}

bool FileWatcher::follow(const DiskState& state)
{
    const QStringList followed = m_watcher.files() + m_watcher.directories();
    const QSet<QString> before(followed.begin(), followed.end());
    QSet<QString> wanted(state.places.begin(), state.places.end());
    if (isMuch(state))
        for (const auto& [path, file] : state.files)
            wanted.remove(path);
    if (const QSet<QString> gone = before - wanted; !gone.isEmpty())
        m_watcher.removePaths(gone.values());
    const QStringList added = (wanted - before).values();
    return !added.isEmpty() && m_watcher.addPaths(added).size() < added.size();
}

void FileWatcher::look()
{
    if (m_paths.isEmpty())
        return;
    // On another thread, because the disk may be slow or remote.
    m_looks.run<DiskState>(
        {}, [paths = m_paths, endings = m_endings](const Progress&) { return lookAt(paths, endings); },
        [this](const Result<DiskState>& now) {
            if (now)
                onLooked(*now);
        });
}

void FileWatcher::onLooked(const DiskState& now)
{
    const bool isSettled = now.files == m_last.files;
    m_last = now;
    // A renamed file that replaces another is a new file to the system, and new folders are not watched yet. Another
    // look finds changes that happened to them before they were watched.
    const bool isNew = follow(now);
    if (!isSettled || isNew)
        m_settle.start(kSettleMs);
    else if (now.files != m_reported.files) {
        m_reported = now;
        emit settled(now);
    }
    if (isMuch(now) && !m_settle.isActive() && !m_paths.isEmpty())
        m_settle.start(kLookMs);
}

} // namespace tidemark::ui
