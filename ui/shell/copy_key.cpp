#include "ui/shell/copy_key.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTextEdit>

namespace tidemark::ui {
namespace {

bool isText(const QObject* widget)
{
    return qobject_cast<const QLabel*>(widget) || qobject_cast<const QTextEdit*>(widget)
        || qobject_cast<const QPlainTextEdit*>(widget);
}

bool hasSelectedText(const QObject* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->hasSelectedText();
    if (const auto* edit = qobject_cast<const QTextEdit*>(widget))
        return edit->textCursor().hasSelection();
    const auto* plain = qobject_cast<const QPlainTextEdit*>(widget);
    return plain && plain->textCursor().hasSelection();
}

} // namespace

CopyKey::CopyKey(QObject* parent)
    : QObject(parent)
{
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, QWidget* now) {
        if (isText(now))
            now->installEventFilter(this);
    });
}

bool CopyKey::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)
        && hasSelectedText(watched)) {
        event->accept();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tidemark::ui
