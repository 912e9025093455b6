#pragma once

#include <QMenu>

namespace tidemark::ui {

/// Shows a menu that belongs to a widget: it goes once it is closed, or with the widget. Nothing waits for it, so that the
/// window below may close meanwhile.
inline void popUp(QMenu* menu, const QPoint& at)
{
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(at);
}

} // namespace tidemark::ui
