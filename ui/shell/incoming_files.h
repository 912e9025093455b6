#pragma once

#include <QObject>
#include <QStringList>

#include <functional>

class QWidget;

namespace tidemark::ui {

class FileOpener;
class NoticeBar;
class Page;
class Session;

/// Handles files and texts that reach a window without an open dialog: dropped, pasted, or chosen to compare with.
/// Shows a notice if something cannot be opened.
class IncomingFiles : public QObject
{
    Q_OBJECT

public:
    /// `page` returns the visible page.
    IncomingFiles(QWidget* window, Session* session, FileOpener* opener, NoticeBar* notices,
                  std::function<Page*()> page);

signals:
    void openRequested(const QStringList& paths);

private:
    void open(const QStringList& paths);
    /// Compares them with the current view; opens them if there is none.
    void compare(const QStringList& paths);
    void showRefusal(const QString& refusal); // empty: nothing is refused

    Session* m_session;
    NoticeBar* m_notices;
    std::function<Page*()> m_page;
};

} // namespace tidemark::ui
