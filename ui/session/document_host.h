#pragma once

#include "core/files/find_inputs.h"
#include "core/files/whole_run.h"
#include "core/view/document_kind.h"
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

/// The files of a window. It opens them, watches them on disk, reads them again and adds them to the recent files. If a
/// reload fails or is cancelled, the previous documents stay.
class DocumentHost : public QObject
{
    Q_OBJECT

public:
    explicit DocumentHost(DocumentKinds kinds, QObject* parent = nullptr);

    /// Ends with opened(), failed() or TaskRunner::cancelled().
    void open(const QStringList& paths);
    /// Reads the same files again. Ends with opened(), failed(), keptOld() or TaskRunner::cancelled().
    void reload();
    /// Closes everything and stops reading and watching. Emits nothing.
    void close();

    const DocumentKinds& kinds() const { return m_kinds; }
    /// As the user gave them; empty if nothing is open.
    const QStringList& paths() const { return m_paths; }
    bool isEmpty() const { return m_paths.isEmpty(); }
    bool isReading() const { return m_isReading; }
    /// As last read. The outlines of all their programs are already computed, so asking for them costs nothing.
    const Documents& documents() const { return m_documents; }
    /// The run that the opened files are only a part of; absent if they are the whole run.
    const std::optional<WholeRun>& wholeRun() const { return m_wholeRun; }
    QStringList files() const;
    /// Runs the reading here and the decoding in the session. It runs one task at a time.
    TaskRunner& tasks() { return m_tasks; }
    const TaskRunner& tasks() const { return m_tasks; }

    /// The message for a user who drops these paths; empty if at least one of them is worth opening, which is a folder
    /// or a file whose name or content is known. Cost: reads a few hundred bytes of each file.
    QString refusal(const QStringList& paths) const;

    /// Shows the user a notice about the documents. An empty text ends the last notice.
    void notice(const QString& text) { emit noticed(text); }

signals:
    void reading(bool again);
    void opened(bool again); // documents() are new
    void failed(const Error& error); // there are no documents
    void keptOld(); // documents() did not change; a notice has the reason
    void noticed(const QString& text);

private:
    /// The result of a reading. After an error, only the disk state is set with it.
    struct Reading {
        DiskState before;
        Documents documents;
        std::optional<WholeRun> wholeRun;
        std::optional<Error> error;
    };
    Result<Reading> read(const QStringList& paths, const Progress& progress) const;
    void forgetRead();
    void startReading();
    void onRead(const Reading& reading);
    void onSettled(const DiskState& now);
    void remember() const;

    const DocumentKinds m_kinds;
    TaskRunner m_tasks;
    FileWatcher m_watcher;
    QStringList m_paths;
    Documents m_documents;
    std::optional<WholeRun> m_wholeRun;
    bool m_isReading = false;
};

} // namespace tidemark::ui
