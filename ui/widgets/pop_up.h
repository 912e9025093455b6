#pragma once

#include <QMenu>

namespace tidemark::ui {

/// Shows a menu without waiting for it. The menu is deleted when it is closed, or with its parent widget. Because
/// nothing waits, the window may be closed while the menu is open.
inline void popUp(QMenu* menu, const QPoint& at)
{
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(at);
}

} // namespace tidemark::ui
