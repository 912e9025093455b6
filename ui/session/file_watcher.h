#pragma once

#include "core/files/find_inputs.h"
#include "ui/session/task_runner.h"

#include <QFileSystemWatcher>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <map>

namespace tidemark::ui {

/// The sizes and modification times of the files at some paths.
struct DiskState {
    struct File {
        std::int64_t size = 0; // bytes
        std::int64_t modified = 0; // ticks of the file system's clock
        friend bool operator==(const File&, const File&) = default;
    };
    std::map<QString, File> files; // the files that exist and are not empty
    QStringList places; // files (also empty ones) and folders to watch for changes

    friend bool operator==(const DiskState&, const DiskState&) = default;
};

/// Looks at the files that opening these paths would read. No file is opened. May be called from any thread. Cost: one
/// look at every folder and file.
DiskState lookAt(const QStringList& paths, const std::vector<FileEnding>& endings);

/// Reports changes of files and folders after they have not changed for a moment. The delay avoids reading a capture
/// that is still being written, and avoids the instant when a replaced file does not exist.
class FileWatcher : public QObject
{
    Q_OBJECT

public:
    explicit FileWatcher(QObject* parent = nullptr);

    /// `known` is the disk state before the files were read, so that changes during the reading are also reported.
    void watch(const QStringList& paths, const std::vector<FileEnding>& endings, const DiskState& known);
    void stop();
    const DiskState& known() const { return m_known; }

signals:
    /// The files differ from the last report. `now` equals known() if the files are again as they were read.
    void settled(const DiskState& now);

private:
    void look();
    void onLooked(const DiskState& now);
    /// Returns true if at least one path is watched that was not watched before.
    bool follow(const DiskState& state);

    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    TaskRunner m_looks;
    QStringList m_paths;
    std::vector<FileEnding> m_endings;
    DiskState m_known;
    DiskState m_reported;
    DiskState m_last; // the result of the last look
};

} // namespace tidemark::ui
