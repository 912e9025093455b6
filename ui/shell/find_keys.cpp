#include "ui/shell/find_keys.h"

#include <QKeyEvent>
#include <QLineEdit>

namespace tidemark::ui {

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
