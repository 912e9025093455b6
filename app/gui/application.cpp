#include "app/gui/application.h"

#include "app/version.h"
#include "ui/session/paths.h"
#include "ui/session/settings.h"
#include "ui/theme/appearance.h"
#include "ui/widgets/icons.h"

#include <QFileOpenEvent>

namespace tidemark::gui {

Application::Application(int& argc, char** argv, DocumentKinds kinds)
    : GuardedApplication(argc, argv)
    , m_windows(std::move(kinds))
{
    // Desktops identify the program of a window by this name (X11: StartupWMClass) or by the name of the desktop file
    // (Wayland).
    setApplicationName(QStringLiteral("Tidemark"));
    setApplicationVersion(QLatin1String(kVersion));
    setDesktopFileName(QStringLiteral("org.tidemark.Tidemark"));
    setWindowIcon(ui::applicationIcon());
    ui::applyAppearance(ui::settings::appearance());
}

void Application::open(const std::vector<std::string>& paths, const ui::FirstView& first)
{
    m_isOpen = true;
    QStringList all = m_early;
    for (const std::string& path : paths)
        all << ui::fromNative(path);
    if (all.isEmpty())
        m_windows.openEmpty();
    else
        m_windows.open(all, nullptr, nullptr, first);
}

bool Application::event(QEvent* event)
{
    if (event->type() != QEvent::FileOpen)
        return GuardedApplication::event(event);
    const QString path = static_cast<QFileOpenEvent*>(event)->file();
    if (m_isOpen)
        m_windows.open({path});
    else
        m_early << path;
    return true;
}

} // namespace tidemark::gui
