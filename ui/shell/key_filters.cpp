#include "ui/shell/key_filters.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
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

FindKeys::FindKeys(QLineEdit* edit, QList<QKeySequence> passed, QObject* parent)
    : QObject(parent)
    , m_passed(std::move(passed))
{
    edit->installEventFilter(this);
}

bool FindKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            emit findRequested(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
    }
    // Line edits would use these keys themselves, for example to delete up to the end.
    if (event->type() == QEvent::ShortcutOverride
        && m_passed.contains(QKeySequence(static_cast<QKeyEvent*>(event)->keyCombination()))) {
        event->ignore();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tidemark::ui
