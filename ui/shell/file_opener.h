#pragma once

#include "core/view/document_kind.h"

#include <QObject>
#include <QStringList>

#include <functional>

class QDropEvent;
class QMenu;
class QWidget;

namespace tidemark::ui {

class DropOverlay;
class NoticeBar;
class Page;
class Session;

/// Asks the user what to open: files, a folder, a recent file or the example. The table of document kinds defines what
/// can be opened.
class FileOpener : public QObject
{
    Q_OBJECT

public:
    /// Fills `recent` when it is about to be shown.
    FileOpener(DocumentKinds kinds, QMenu* recent, QWidget* window);

    void askForFiles();
    void askForFilesToCompare();
    void askForFolder();
    void askForFolderToCompare();
    void openExample();
    /// Opens copied files, or a copied text with content that can be opened; otherwise shows a notice.
    void openClipboard();
    /// Opens a text as a file with this content. The text is kept in the data folder of the application, so that it can
    /// be opened again.
    void openText(const QString& text);
    /// The filters of a file dialog, the one for all kinds first: "XLA profile (*.xplane.pb)".
    QStringList nameFilters() const;

signals:
    void openRequested(const QStringList& paths);
    void filesPasted(const QStringList& paths);
    void compareRequested(const QStringList& paths);
    void noticed(const QString& text);
    void recentCleared();

private:
    /// Empty if the user cancels.
    QStringList chosenFiles(const QString& title);
    QStringList chosenFolder(const QString& title);
    void fillRecent();

    DocumentKinds m_kinds;
    QMenu* m_recent;
    QWidget* m_window;
};

/// Handles files and texts that reach a window without an open dialog: dropped anywhere on it, pasted, or chosen to
/// compare with, as by a drop with Alt. Drops are always accepted as copies, because a source that gets the answer
/// "moved" might delete its files. Shows a notice if something cannot be opened, and one that offers the rest of a run
/// if only a part of it was opened.
class IncomingFiles : public QObject
{
    Q_OBJECT

public:
    /// `page` returns the visible page.
    IncomingFiles(QWidget* window, Session* session, FileOpener* opener, NoticeBar* notices,
                  std::function<Page*()> page);
    /// Offers to open these files, which another window has, together with a message that is opened now.
    void offerTogether(const QStringList& others) { m_others = others; }

signals:
    void openRequested(const QStringList& paths);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void drop(const QDropEvent& event);
    void open(const QStringList& paths);
    /// Compares them with the current view; opens them if there is none.
    void compare(const QStringList& paths);
    void offerWholeRun();
    void openWholeRun();
    void showOfferTogether();

    Session* m_session;
    FileOpener* m_opener;
    NoticeBar* m_notices;
    DropOverlay* m_overlay;
    std::function<Page*()> m_page;
    QStringList m_others; // see offerTogether()
};

} // namespace tidemark::ui
