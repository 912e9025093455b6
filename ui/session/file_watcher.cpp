#include "ui/session/file_watcher.h"

#include <QSet>

namespace tidemark::ui {
namespace {

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
