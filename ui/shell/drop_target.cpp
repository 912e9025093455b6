#include "ui/shell/drop_target.h"

#include "ui/session/paths.h"
#include "ui/widgets/drop_frame.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

namespace tidemark::ui {
namespace {

/// Returns whether the data is text and not an address.
bool isText(const QMimeData* data)
{
    return !data->hasUrls() && data->hasText();
}

bool isToCompare(const QDropEvent& event)
{
    return event.modifiers() & Qt::AltModifier;
}

} // namespace

QStringList localPaths(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

DropTarget::DropTarget(QWidget* window)
    : QObject(window)
    , m_overlay(new DropOverlay(window))
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool DropTarget::takes(QDropEvent* event) const
{
    const bool isSomething = !localPaths(*event->mimeData()).isEmpty() || isText(event->mimeData());
    if (!(event->possibleActions() & Qt::CopyAction) || !isSomething)
        return false;
    event->setDropAction(Qt::CopyAction);
    event->accept();
    return true;
}

QString DropTarget::whatFor(const QDropEvent& event) const
{
    if (isText(event.mimeData()))
        return tr("Read this text");
    const QString name = shortName(localPaths(*event.mimeData()));
    return isToCompare(event) ? tr("Compare with %1").arg(name) : tr("Open %1").arg(name);
}

bool DropTarget::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
        auto* drag = static_cast<QDropEvent*>(event);
        if (!takes(drag))
            event->ignore();
        else
            m_overlay->showText(whatFor(*drag)); // the modifier keys may change during the drag
        return true;
    }
    case QEvent::DragLeave:
        m_overlay->hide();
        return true;
    case QEvent::Drop: {
        m_overlay->hide();
        auto* drop = static_cast<QDropEvent*>(event);
        if (!takes(drop))
            event->ignore();
        else if (isText(drop->mimeData()))
            emit textDropped(drop->mimeData()->text());
        else if (isToCompare(*drop))
            emit droppedToCompare(localPaths(*drop->mimeData()));
        else
            emit dropped(localPaths(*drop->mimeData()));
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
