#pragma once

#include "core/files/whole_run.h"
#include "core/view/document_kind.h"
#include "ui/session/file_watcher.h"
#include "ui/session/source_choice.h"

namespace tidemark::ui {

/// The files of a window: opens them, follows them on disk, reads them again, remembers them among the recent ones. A
/// reading again that fails, or is cancelled, leaves the documents of the one before.
class DocumentHost : public QObject
{
    Q_OBJECT

public:
    explicit DocumentHost(DocumentKinds kinds, QObject* parent = nullptr);

    /// Ends with opened(), failed() or TaskRunner::cancelled().
    void open(const QStringList& paths);
    /// The same files again. Ends with opened(), failed(), keptOld() or TaskRunner::cancelled().
    void reload();
    /// Nothing is open any more, nor read or followed. Tells nobody.
    void close();

    const DocumentKinds& kinds() const { return m_kinds; }
    /// As the user gave them; empty: nothing is open.
    const QStringList& paths() const { return m_paths; }
    bool isEmpty() const { return m_paths.isEmpty(); }
    bool isReading() const { return m_isReading; }
    /// As they were read last. All outlines of their programs are known: asking for them costs nothing.
    const Documents& documents() const { return m_documents; }
    /// That what is open is only a part of; absent where it is all there is.
    const std::optional<WholeRun>& wholeRun() const { return m_wholeRun; }
    /// All files of all documents.
    QStringList files() const;
    /// The one slot for work: reading here, decoding in the session.
    TaskRunner& tasks() { return m_tasks; }
    const TaskRunner& tasks() const { return m_tasks; }

    /// What to tell a user who drops these; empty when at least one of them is worth opening: a folder, a file with a
    /// name or content that is known. Cost: reads a few hundred bytes of each.
    QString refusal(const QStringList& paths) const;

    /// Tells the user something about the documents; empty: the last notice is over.
    void notice(const QString& text);

signals:
    void reading(bool again);
    void opened(bool again); // documents() are new
    void failed(const Error& error); // there are no documents
    void keptOld(); // documents() did not change; a notice says why
    void noticed(const QString& text);

private:
    /// What a reading found; with an error there is nothing else but how the files looked.
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
