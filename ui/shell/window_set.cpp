#include "ui/shell/window_set.h"

#include "core/files/whole_run.h"
#include "ui/pages/oom/oom_page.h"
#include "ui/session/paths.h"
#include "ui/shell/file_opener.h"

#include <QFileInfo>

namespace tidemark::ui {
namespace {

/// Returns equal lists for the same files, however they are named.
QStringList canonical(const QStringList& paths)
{
    QStringList result;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        result << (info.exists() ? info.canonicalFilePath() : info.absoluteFilePath());
    }
    result.sort();
    return result;
}

void raise(MainWindow* window)
{
    if (window->isMinimized())
        window->showNormal();
    window->show();
    window->raise();
    window->activateWindow();
}

} // namespace

WindowSet::WindowSet(DocumentKinds kinds, QObject* parent)
    : QObject(parent)
    , m_kinds(std::move(kinds))
{ }

MainWindow* WindowSet::openEmpty()
{
    auto* window = new MainWindow(m_kinds);
    if (!m_windows.empty())
        window->move(m_windows.back()->pos() + QPoint(28, 28));
    m_windows.push_back(window);
    connect(window, &MainWindow::openRequested, this,
            [this, window](const QStringList& paths) { open(paths, window); });
    connect(window, &MainWindow::placeRequested, this,
            [this, window](const QStringList& paths, const ViewPlace& place) { open(paths, window, &place); });
    connect(window, &MainWindow::quitRequested, this, &WindowSet::closeAll);
    connect(window, &MainWindow::rulesSaved, this, [this, window] {
        for (MainWindow* other : windows())
            if (other != window)
                other->readRules();
    });
    connect(&window->session()->host(), &DocumentHost::reading, this, &WindowSet::notifyOthers);
    connect(window, &QObject::destroyed, this, [this, window] {
        std::erase(m_windows, window);
        notifyOthers();
    });
    window->show();
    return window;
}

void WindowSet::closeAll()
{
    for (MainWindow* window : windows())
        if (!window->close())
            return;
}

MainWindow* WindowSet::windowOf(const QStringList& paths) const
{
    const QStringList wanted = canonical(paths);
    for (MainWindow* window : windows())
        if (!window->isUnused() && canonical(window->paths()) == wanted)
            return window;
    return nullptr;
}

MainWindow* WindowSet::unusedWindow(MainWindow* first) const
{
    if (first && first->isUnused())
        return first;
    for (MainWindow* window : windows())
        if (window->isUnused())
            return window;
    return nullptr;
}

void WindowSet::open(const QStringList& paths, MainWindow* from, const ViewPlace* place, const FirstView& first)
{
    for (const std::vector<std::string>& group : groupIntoWindows(nativePaths(paths), endingsOf(m_kinds))) {
        QStringList document;
        for (const std::string& path : group)
            document << fromNative(path);
        MainWindow* window = windowOf(document);
        if (!window) {
            window = unusedWindow(from);
            if (!window)
                window = openEmpty();
            window->session()->startWith(first);
            window->open(document);
            if (from && from != window && from->session()->shown() && !OomPage::isFor(*from->session()))
                window->incoming()->offerTogether(from->paths());
        }
        if (place)
            window->goTo(*place);
        raise(window);
    }
}

void WindowSet::notifyOthers() const
{
    const std::vector<MainWindow*> all = windows();
    for (MainWindow* window : all) {
        QStringList others;
        for (const MainWindow* other : all)
            if (other != window)
                others << other->paths();
        window->setOpenElsewhere(others);
    }
}

} // namespace tidemark::ui
