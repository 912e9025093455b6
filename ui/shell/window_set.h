#pragma once

#include "ui/shell/main_window.h"

#include <vector>

namespace tidemark::ui {

/// The windows of the application, one a document. An open document is raised rather than opened again, an unused
/// window is used first.
class WindowSet : public QObject
{
    Q_OBJECT

public:
    /// Windows open documents of these kinds.
    explicit WindowSet(DocumentKinds kinds, QObject* parent = nullptr);

    /// Every document among the paths into a window of its own. `from`: the window that asked, or none. `place`: where
    /// they are to be shown; null: where windows begin.
    void open(const QStringList& paths, MainWindow* from = nullptr, const ViewPlace* place = nullptr);
    MainWindow* openEmpty();
    /// One after the other, until one refuses.
    void closeAll();
    std::vector<MainWindow*> windows() const { return m_windows; }

private:
    MainWindow* windowOf(const QStringList& paths) const;
    MainWindow* unusedWindow(MainWindow* first) const;
    /// Tells the pages of every window what the others have open.
    void tellOthers() const;

    DocumentKinds m_kinds;
    std::vector<MainWindow*> m_windows;
};

} // namespace tidemark::ui
