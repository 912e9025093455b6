#pragma once

class QByteArray;
class QMainWindow;

namespace tidemark::ui {

/// QMainWindow::restoreState() of a window that may be visible: with Qt 6.4 it may end the program. It shows its tab
/// bars while it walks the set of them; the first one that is shown lays the window out, which replaces the set, and
/// the walk goes on in memory that is free (seen with valgrind). Here the window is laid out when the walk is over.
bool restoreDocks(QMainWindow& window, const QByteArray& state, int version);

} // namespace tidemark::ui
