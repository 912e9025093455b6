#pragma once

#include "ui/shell/guarded_application.h"
#include "ui/shell/window_set.h"

namespace tidemark::gui {

/// The application: its name and style, and the windows that the command line and the desktop request.
class Application : public ui::GuardedApplication
{
    Q_OBJECT

public:
    /// The application opens documents of these kinds.
    Application(int& argc, char** argv, DocumentKinds kinds);

    /// Opens an empty window if there are no paths.
    void open(const std::vector<std::string>& paths, const ui::FirstView& first);

protected:
    bool event(QEvent* event) override;

private:
    ui::WindowSet m_windows;
    QStringList m_early; // requested by the desktop before there is a window
    bool m_isOpen = false;
};

} // namespace tidemark::gui
