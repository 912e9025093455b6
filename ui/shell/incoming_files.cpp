#include "ui/shell/incoming_files.h"

#include "ui/pages/page.h"
#include "ui/session/session.h"
#include "ui/shell/drop_target.h"
#include "ui/shell/file_opener.h"
#include "ui/widgets/notice_bar.h"

namespace tidemark::ui {
namespace {

const auto kArrival = QStringLiteral("drop"); // subject of the notices

} // namespace

IncomingFiles::IncomingFiles(QWidget* window, Session* session, FileOpener* opener, NoticeBar* notices,
                             std::function<Page*()> page)
    : QObject(window)
    , m_session(session)
    , m_notices(notices)
    , m_page(std::move(page))
{
    auto* drops = new DropTarget(window);
    connect(drops, &DropTarget::dropped, this, &IncomingFiles::open);
    connect(drops, &DropTarget::droppedToCompare, this, &IncomingFiles::compare);
    connect(drops, &DropTarget::textDropped, opener, &FileOpener::openText);
    connect(opener, &FileOpener::filesPasted, this, &IncomingFiles::open);
    connect(opener, &FileOpener::compareRequested, this, &IncomingFiles::compare);
    connect(session, &Session::documentsChanged, this, [this] { m_notices->withdraw(kArrival); });
}

void IncomingFiles::showRefusal(const QString& refusal)
{
    if (refusal.isEmpty())
        m_notices->withdraw(kArrival);
    else
        m_notices->showNotice(kArrival, refusal);
}

void IncomingFiles::open(const QStringList& paths)
{
    QStringList wanted;
    QStringList refused;
    for (const QString& path : paths)
        (m_session->host().refusal({path}).isEmpty() ? wanted : refused) << path;
    showRefusal(refused.isEmpty() ? QString() : m_session->host().refusal(refused));
    if (!wanted.isEmpty() && !m_page()->takeDropped(wanted))
        emit openRequested(wanted);
}

void IncomingFiles::compare(const QStringList& paths)
{
    const QString refusal = m_session->host().refusal(paths);
    showRefusal(refusal);
    if (!refusal.isEmpty())
        return;
    if (m_session->shown())
        m_session->comparison().open(paths);
    else
        emit openRequested(paths);
}

} // namespace tidemark::ui
