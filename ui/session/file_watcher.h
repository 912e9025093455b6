#pragma once

#include "ui/session/disk_state.h"
#include "ui/session/task_runner.h"

#include <QFileSystemWatcher>
#include <QTimer>

namespace tidemark::ui {

/// Tells what has become of files and folders, after they have kept still for a moment: a capture that is still being
/// written is not worth reading, and a file that is replaced is gone for an instant.
class FileWatcher : public QObject
{
    Q_OBJECT

public:
    explicit FileWatcher(QObject* parent = nullptr);

    /// `known` is how they looked before they were read, so that what changes during the reading is told too.
    void watch(const QStringList& paths, const std::vector<FileEnding>& endings, const DiskState& known);
    void stop();
    const DiskState& known() const { return m_known; }

signals:
    /// The files are others than when this was told last; known() itself when all is as it was read.
    void settled(const DiskState& now);

private:
    void look();
    void onLooked(const DiskState& now);
    /// True when there is something to follow that was not followed before.
    bool follow(const DiskState& state);

    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    TaskRunner m_looks;
    QStringList m_paths;
    std::vector<FileEnding> m_endings;
    DiskState m_known;
    DiskState m_told;
    DiskState m_last; // the result of the last look
};

} // namespace tidemark::ui
