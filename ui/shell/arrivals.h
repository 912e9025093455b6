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

/// What becomes of files and texts that come to a window without a dialog to open them: dropped, pasted, or chosen to
/// compare with. What cannot be opened is told in a notice.
class Arrivals : public QObject
{
    Q_OBJECT

public:
    /// `page`: the one that is seen.
    Arrivals(QWidget* window, Session* session, FileOpener* opener, NoticeBar* notices, std::function<Page*()> page);

signals:
    void openRequested(const QStringList& paths);

private:
    void open(const QStringList& paths);
    /// With what is shown; where nothing is, they are opened.
    void compare(const QStringList& paths);
    void tell(const QString& refusal); // empty: nothing is refused

    Session* m_session;
    NoticeBar* m_notices;
    std::function<Page*()> m_page;
};

} // namespace tidemark::ui
