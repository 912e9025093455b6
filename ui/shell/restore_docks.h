#pragma once

class QByteArray;
class QMainWindow;

namespace tidemark::ui {

/// Calls QMainWindow::restoreState() safely for a window that may be visible. With Qt 6.4 the plain call may crash. Qt
/// shows its tab bars while it iterates over the set of them; showing the first one lays out the window, which replaces
/// the set, and the iteration goes on in freed memory (seen with valgrind). Here the window is laid out after the
/// iteration.
bool restoreDocks(QMainWindow& window, const QByteArray& state, int version);

} // namespace tidemark::ui
