#include "ui/shell/drop_target.h"

#include "ui/session/paths.h"
#include "ui/widgets/drop_overlay.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

namespace tidemark::ui {
namespace {

QStringList localPaths(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace

DropTarget::DropTarget(QWidget* window)
    : QObject(window)
    , m_overlay(new DropOverlay(window))
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool DropTarget::takes(QDropEvent* event) const
{
    if (!(event->possibleActions() & Qt::CopyAction) || localPaths(event->mimeData()).isEmpty())
        return false;
    event->setDropAction(Qt::CopyAction);
    event->accept();
    return true;
}

bool DropTarget::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
        auto* drag = static_cast<QDropEvent*>(event);
        if (!takes(drag))
            event->ignore();
        else if (event->type() == QEvent::DragEnter)
            m_overlay->showText(tr("Open %1").arg(shortName(localPaths(drag->mimeData()))));
        return true;
    }
    case QEvent::DragLeave:
        m_overlay->hide();
        return true;
    case QEvent::Drop: {
        m_overlay->hide();
        auto* drop = static_cast<QDropEvent*>(event);
        if (takes(drop))
            emit dropped(localPaths(drop->mimeData()));
        else
            event->ignore();
        return true;
    }
    case QEvent::Resize:
        m_overlay->setGeometry(static_cast<QWidget*>(watched)->rect());
        return false;
    default:
        return false;
    }
}

} // namespace tidemark::ui
