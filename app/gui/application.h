#pragma once

#include "ui/shell/guarded_application.h"
#include "ui/shell/window_set.h"

namespace tidemark::gui {

/// The application: its name and look, and the windows that command line and desktop ask for.
class Application : public ui::GuardedApplication
{
    Q_OBJECT

public:
    /// Opens documents of these kinds.
    Application(int& argc, char** argv, DocumentKinds kinds);

    /// Without paths: an empty window.
    void open(const std::vector<std::string>& paths);

protected:
    bool event(QEvent* event) override;

private:
    ui::WindowSet m_windows;
    QStringList m_early; // asked for by the desktop before there is a window
    bool m_isOpen = false;
};

} // namespace tidemark::gui
