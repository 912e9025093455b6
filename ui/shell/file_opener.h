#pragma once

#include "core/view/document_kind.h"

#include <QObject>
#include <QStringList>

class QMenu;
class QWidget;

namespace tidemark::ui {

/// Asks the user what to open: files, a folder, one of the recent ones, the example. What can be opened comes from the
/// table of kinds.
class FileOpener : public QObject
{
    Q_OBJECT

public:
    /// Fills `recent` whenever it is about to be shown.
    FileOpener(DocumentKinds kinds, QMenu* recent, QWidget* window);

    void askForFiles();
    /// Some to compare with what is open.
    void askForFilesToCompare();
    void askForFolder();
    void askForFolderToCompare();
    void openExample();
    /// Files that were copied, or a text in which there is something to open; else a notice says that there is not.
    void openClipboard();
    /// A text like a file with it. It is kept among the data of the application, so that it can be opened again.
    void openText(const QString& text);
    /// What a file dialog offers: "XLA profile (*.xplane.pb)", all of them first.
    QStringList nameFilters() const;

signals:
    void openRequested(const QStringList& paths);
    void filesPasted(const QStringList& paths);
    void compareRequested(const QStringList& paths);
    void noticed(const QString& text);
    void recentCleared();

private:
    /// Empty: the user wants none.
    QStringList chosenFiles(const QString& title);
    QStringList chosenFolder(const QString& title);
    void fillRecent();

    DocumentKinds m_kinds;
    QMenu* m_recent;
    QWidget* m_window;
};

} // namespace tidemark::ui
