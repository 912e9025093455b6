#pragma once

#include "ui/shell/main_window.h"

#include <vector>

namespace tidemark::ui {

/// The windows of the application, one for each document. A document that is already open is raised instead of opened
/// again. An unused window is used before a new one is made.
class WindowSet : public QObject
{
    Q_OBJECT

public:
    /// The windows open documents of these kinds.
    explicit WindowSet(DocumentKinds kinds, QObject* parent = nullptr);

    /// Opens every document among the paths in a separate window. `from`: the window that asked, or none. `place`:
    /// where to show it; null: the default place. `first`: what new windows show first.
    void open(const QStringList& paths, MainWindow* from = nullptr, const ViewPlace* place = nullptr,
              const FirstView& first = {});
    MainWindow* openEmpty();
    /// Closes one window after another, until one refuses.
    void closeAll();
    std::vector<MainWindow*> windows() const { return m_windows; }

private:
    MainWindow* windowOf(const QStringList& paths) const;
    MainWindow* unusedWindow(MainWindow* first) const;
    /// Passes to every window the files that the others have open.
    void notifyOthers() const;

    DocumentKinds m_kinds;
    std::vector<MainWindow*> m_windows;
};

} // namespace tidemark::ui
