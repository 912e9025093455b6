#include "ui/session/file_watcher.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kSettleMs = 700;

}

FileWatcher::FileWatcher(QObject* parent)
    : QObject(parent)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle, qOverload<>(&QTimer::start));
    connect(&m_settle, &QTimer::timeout, this, &FileWatcher::look);
}

void FileWatcher::watch(const QStringList& files)
{
    m_settle.stop();
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    if (!watched.isEmpty())
        m_watcher.removePaths(watched);
    m_files = files;
    m_known = m_last = current();
    // Folders as well: a file that is written anew and renamed into place is another file to the system.
    QStringList paths = files;
    for (const QString& file : files)
        paths << QFileInfo(file).absolutePath();
    paths.removeDuplicates();
    if (!paths.isEmpty())
        m_watcher.addPaths(paths);
}

std::vector<FileWatcher::State> FileWatcher::current() const
{
    std::vector<State> states;
    for (const QString& file : m_files) {
        const QFileInfo info(file);
        states.push_back(info.exists() ? State{info.size(), info.lastModified().toMSecsSinceEpoch()} : State{});
    }
    return states;
}

void FileWatcher::look()
{
    const std::vector<State> now = current();
    const bool settled = now == m_last;
    m_last = now;
    const bool complete = std::ranges::none_of(now, [](const State& state) { return state.size <= 0; });
    if (now == m_known)
        return;
    if (!settled) {
        m_settle.start();
        return;
    }
    for (const QString& file : m_files)
        if (QFileInfo::exists(file))
            m_watcher.addPath(file);
    if (!complete)
        return;
    m_known = now;
    emit changed();
}

} // namespace tidemark::ui
