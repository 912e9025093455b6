#pragma once

#include "ui/pages/page.h"

#include <QDialog>
#include <QStringList>

class QListWidget;
class QTextBrowser;
class QUrl;

namespace tidemark::ui {

class Actions;
class Session;
class ViewState;

/// The user guide: a list of pages, and the chosen page. A link between pages opens the other page at
/// the heading that the link names.
class GuideDialog : public QDialog
{
    Q_OBJECT

public:
    explicit GuideDialog(QWidget* parent);

    /// The file names of all pages in the resource, in the order of the list: the page about the window first, then the
    /// others by name.
    static QStringList pages();

    /// Shows a page by its file name: "numbers.md".
    void showPage(const QString& page);

private:
    void follow(const QUrl& link);
    void showHeading(const QString& anchor);

    QListWidget* m_list;
    QTextBrowser* m_text;
};

/// Shows information about a document: its files, their origin, and the figures of the current view.
class InformationDialog : public QDialog
{
    Q_OBJECT

public:
    InformationDialog(const ViewState& state, const Session& session, QWidget* parent);
};

void showAbout(QWidget* parent);

/// Shows all keys as a table: those of the actions, then the other inputs of a page.
void showShortcuts(const Actions& actions, const std::vector<InputHint>& hints, QWidget* parent);

} // namespace tidemark::ui
