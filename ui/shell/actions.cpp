#include "ui/shell/actions.h"

#include "ui/session/settings.h"

#include "core/base/text.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace tidemark::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("tidemark::ui::MainWindow", text);
}

QList<QKeySequence> keys(std::initializer_list<QKeySequence> list)
{
    return QList<QKeySequence>(list);
}

} // namespace

Actions::Actions(QMainWindow* window)
{
    makeFile(window);
    makeEdit(window);
    makeView(window);
    makeGo(window);
    makeToolsAndHelp(window);
    needData = {exportPng, exportSvg, exportCsv,    exportDialog, copyChart,    copy,         copyPlain,
                find,      peak,      previousPeak, nextPeak,     previousStep, nextStep,     firstStep,
                lastStep,  goTo,      zoomIn,       zoomOut,      zoomFit,      zoomSelection};
}

void Actions::makeFile(QMainWindow* window)
{
    QMenu* menu = window->menuBar()->addMenu(tr("&File"));
    open = menu->addAction(tr("&Open…"));
    open->setShortcuts(QKeySequence::Open);
    openFolder = menu->addAction(tr("Open &Log Directory…"));
    openFolder->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    recent = menu->addMenu(tr("Open &Recent"));
    openExample = menu->addAction(tr("Open the E&xample"));
    menu->addSeparator();
    reload = menu->addAction(tr("Re&load"));
    reload->setShortcuts(QKeySequence::Refresh);
    information = menu->addAction(tr("Document &Information…"));
    menu->addSeparator();
    exports = menu->addMenu(tr("&Export"));
    exportPng = exports->addAction(tr("Chart as &PNG…"));
    exportSvg = exports->addAction(tr("Chart as &SVG…"));
    exportCsv = exports->addAction(tr("&Buffers as CSV…"));
    exports->addSeparator();
    copyChart = exports->addAction(tr("&Copy Chart"));
    exports->addSeparator();
    exportDialog = exports->addAction(tr("Size and &Title…"));
    exportDialog->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    menu->addSeparator();
    close = menu->addAction(tr("&Close"));
    close->setShortcuts(QKeySequence::Close);
    quit = menu->addAction(tr("&Quit"));
    quit->setShortcuts(QKeySequence::Quit);
    quit->setMenuRole(QAction::QuitRole);
}

void Actions::makeEdit(QMainWindow* window)
{
    QMenu* menu = window->menuBar()->addMenu(tr("&Edit"));
    copy = menu->addAction(tr("&Copy Rows"));
    copy->setShortcuts(QKeySequence::Copy);
    copyPlain = menu->addAction(tr("Copy Rows with Plain &Bytes"));
    copyPlain->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    menu->addSeparator();
    find = menu->addAction(tr("&Find Buffer…"));
    find->setShortcuts(QKeySequence::Find);
    findModule = menu->addAction(tr("Find &Module…"));
    findModule->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_K));
    menu->addSeparator();
    escape = menu->addAction(tr("&Unpin, Clear the Filter, Show Whole Program"));
    escape->setShortcut(QKeySequence(Qt::Key_Escape));
}

void Actions::makeView(QMainWindow* window)
{
    QMenu* menu = window->menuBar()->addMenu(tr("&View"));
    docks = menu;
    zoomIn = menu->addAction(tr("Zoom &In"));
    zoomIn->setShortcuts(
        keys({QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal), QKeySequence(QKeySequence::ZoomIn)}));
    zoomOut = menu->addAction(tr("Zoom &Out"));
    zoomOut->setShortcuts(keys({QKeySequence(Qt::Key_Minus), QKeySequence(QKeySequence::ZoomOut)}));
    zoomFit = menu->addAction(tr("Show &Whole Program"));
    zoomFit->setShortcuts(keys({QKeySequence(Qt::Key_0), QKeySequence(Qt::CTRL | Qt::Key_0)}));
    zoomSelection = menu->addAction(tr("Zoom to the &Selected Range"));
    showCapacity = menu->addAction(tr("Show &Capacity"));
    showCapacity->setCheckable(true);
    menu->addSeparator();

    QMenu* unitMenu = menu->addMenu(tr("&Units"));
    units = new QActionGroup(window);
    const char* names[] = {QT_TR_NOOP("&Auto"), "&B", "&KiB", "&MiB", "&GiB"};
    for (int i = 0; i < 5; ++i) {
        QAction* action = unitMenu->addAction(tr(names[i]));
        action->setCheckable(true);
        action->setChecked(i == static_cast<int>(ByteUnit::Auto));
        action->setData(i);
        units->addAction(action);
    }
    QMenu* colourMenu = menu->addMenu(tr("&Appearance"));
    appearance = new QActionGroup(window);
    const std::pair<const char*, Appearance> looks[]
        = {{"&System", Appearance::System}, {"&Light", Appearance::Light}, {"&Dark", Appearance::Dark}};
    for (const auto& [name, value] : looks) {
        QAction* action = colourMenu->addAction(tr(name));
        action->setCheckable(true);
        action->setChecked(settings::appearance() == value);
        action->setData(static_cast<int>(value));
        appearance->addAction(action);
    }
    resetLayout = menu->addAction(tr("&Reset Layout"));
}

void Actions::makeGo(QMainWindow* window)
{
    QMenu* menu = window->menuBar()->addMenu(tr("&Go"));
    back = menu->addAction(tr("&Back"));
    back->setShortcuts(QKeySequence::Back);
    back->setToolTip(tr("Undo the last zoom"));
    forward = menu->addAction(tr("&Forward"));
    forward->setShortcuts(QKeySequence::Forward);
    menu->addSeparator();
    peak = menu->addAction(tr("To the &Peak"));
    peak->setShortcut(QKeySequence(Qt::Key_P));
    nextPeak = menu->addAction(tr("&Next Local Peak"));
    nextPeak->setShortcut(QKeySequence(Qt::Key_N));
    previousPeak = menu->addAction(tr("P&revious Local Peak"));
    previousPeak->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_N));
    menu->addSeparator();
    // Without shortcuts: the arrow keys belong to the view that has the focus, and to the window when it has no use for
    // them.
    nextStep = menu->addAction(tr("Next &Step\t→"));
    previousStep = menu->addAction(tr("Previous S&tep\t←"));
    firstStep = menu->addAction(tr("F&irst Step\tHome"));
    lastStep = menu->addAction(tr("&Last Step\tEnd"));
    menu->addSeparator();
    goTo = menu->addAction(tr("Step or &Instruction…"));
    goTo->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_G));
}

void Actions::makeToolsAndHelp(QMainWindow* window)
{
    QMenu* tools = window->menuBar()->addMenu(tr("&Tools"));
    device = tools->addMenu(tr("&Device"));
    device->setToolTipsVisible(true);
    devices = new QActionGroup(window);
    QMenu* help = window->menuBar()->addMenu(tr("&Help"));
    shortcuts = help->addAction(tr("&Keyboard Shortcuts"));
    shortcuts->setShortcuts(QKeySequence::HelpContents);
    about = help->addAction(tr("&About Tidemark"));
    about->setMenuRole(QAction::AboutRole);
}

} // namespace tidemark::ui
