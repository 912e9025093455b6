#include "ui/shell/actions.h"

#include "core/base/text.h"
#include "ui/session/settings.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace tidemark::ui {
namespace {

constexpr int kPageKeys = 4;

QString tr(const char* text)
{
    return QCoreApplication::translate("tidemark::ui::Actions", text);
}

QList<QKeySequence> key(const QKeyCombination& combination)
{
    return {QKeySequence(combination)};
}

QList<QKeySequence> standard(QKeySequence::StandardKey key)
{
    return QKeySequence::keyBindings(key);
}

} // namespace

Actions::Actions(QMainWindow* window)
{
    makeFile(window);
    makeEdit(window);
    makeView(window);
    makeGo(window);
    makeToolsAndHelp(window);
    setWords({}, nullptr);
}

QMenu* Actions::addMenu(QMainWindow* window, const QString& title)
{
    m_menus << window->menuBar()->addMenu(title);
    return m_menus.back();
}

QAction* Actions::add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys, const QString& help)
{
    QAction* action = menu->addAction(text);
    action->setShortcuts(keys);
    action->setWhatsThis(help);
    return action;
}

QAction* Actions::add(QMenu* menu, Command command, const QString& text, const QList<QKeySequence>& keys,
                      const QString& help)
{
    return m_commands[command] = add(menu, text, keys, help);
}

void Actions::makeFile(QMainWindow* window)
{
    QMenu* menu = addMenu(window, tr("&File"));
    add(menu, Command::OpenFiles, tr("&Open…"), standard(QKeySequence::Open), tr("Open files"));
    add(menu, Command::OpenFolder, tr("Open &Log Directory…"), key(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    recent = menu->addMenu(tr("Open &Recent"));
    recent->setToolTipsVisible(true);
    add(menu, Command::OpenExample, tr("Open the E&xample"));
    menu->addSeparator();
    add(menu, Command::Reload, tr("Reloa&d"), standard(QKeySequence::Refresh), tr("Read the files again"));
    information = add(menu, tr("Document &Information…"));
    menu->addSeparator();
    exports = menu->addMenu(tr("&Export"));
    exportPng = add(exports, tr("Chart as &PNG…"));
    exportSvg = add(exports, tr("Chart as &SVG…"));
    exportCsv = add(exports, tr("Table as CS&V…"));
    exports->addSeparator();
    copyChart = add(exports, tr("&Copy Chart"));
    exports->addSeparator();
    exportDialog
        = add(exports, tr("Size and &Title…"), key(Qt::CTRL | Qt::Key_E), tr("Export the chart in a size of its own"));
    menu->addSeparator();
    close = add(menu, tr("&Close"), standard(QKeySequence::Close), tr("Close the window"));
    quit = add(menu, tr("&Quit"), standard(QKeySequence::Quit), tr("Close all windows"));
    quit->setMenuRole(QAction::QuitRole);
}

void Actions::makeEdit(QMainWindow* window)
{
    QMenu* menu = addMenu(window, tr("&Edit"));
    add(menu, Command::Copy, tr("&Copy Rows"), standard(QKeySequence::Copy), tr("Copy the selected rows"));
    add(menu, Command::CopyPlain, tr("Copy Rows with Plain &Bytes"), key(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        tr("Copy the selected rows with plain bytes"));
    menu->addSeparator();
    add(menu, Command::Find, {}, standard(QKeySequence::Find));
    findProgram = add(menu, {}, key(Qt::CTRL | Qt::Key_K));
    menu->addSeparator();
    add(menu, Command::Escape, tr("&Unpin, Clear the Filter, Show Whole Program"), key(Qt::Key_Escape),
        tr("Unpin, then clear the filter, then show the whole program"));
}

void Actions::makeView(QMainWindow* window)
{
    QMenu* menu = addMenu(window, tr("&View"));
    docks = menu;
    pages = new QActionGroup(window);
    for (int i = 0; i < kPageKeys; ++i) {
        QAction* action = add(menu, {}, key(QKeyCombination(Qt::ALT, static_cast<Qt::Key>(Qt::Key_1 + i))));
        action->setCheckable(true);
        action->setData(i);
        action->setVisible(false);
        pages->addAction(action);
    }
    menu->addSeparator();
    add(menu, Command::ZoomIn, tr("Zoom &In"),
        key(Qt::Key_Plus) + key(Qt::Key_Equal) + QList<QKeySequence>{QKeySequence(QKeySequence::ZoomIn)});
    add(menu, Command::ZoomOut, tr("Zoom &Out"),
        key(Qt::Key_Minus) + QList<QKeySequence>{QKeySequence(QKeySequence::ZoomOut)});
    add(menu, Command::ShowAll, tr("Show &Whole Program"), key(Qt::Key_0) + key(Qt::CTRL | Qt::Key_0));
    add(menu, Command::ZoomToSelection, tr("Zoom to the &Selected Range"));
    menu->addSeparator();
    add(menu, Command::ShowCapacity, tr("Show &Capacity"))->setCheckable(true);
    add(menu, Command::TemporariesOnly, tr("Te&mporaries Only"))->setCheckable(true);
    menu->addSeparator();

    QMenu* unitMenu = menu->addMenu(tr("&Units"));
    units = new QActionGroup(window);
    for (const QString& name : Units::names()) {
        const auto unit = static_cast<int>(units->actions().size());
        QAction* action = add(unitMenu, u'&' + name);
        action->setCheckable(true);
        action->setChecked(unit == static_cast<int>(ByteUnit::Auto));
        action->setData(unit);
        units->addAction(action);
    }
    QMenu* colorByMenu = menu->addMenu(tr("Co&lour by"));
    colorBy = new QActionGroup(window);
    for (const QString& name : ColorBy::names()) {
        const auto way = static_cast<int>(colorBy->actions().size());
        QAction* action = add(colorByMenu, u'&' + name);
        action->setCheckable(true);
        action->setChecked(static_cast<int>(settings::colorBy()) == way);
        action->setData(way);
        colorBy->addAction(action);
    }
    QMenu* stackByMenu = menu->addMenu(tr("Stack b&y"));
    stackBy = new QActionGroup(window);
    const std::pair<const char*, StackBy::Way> stacks[]
        = {{"&None", StackBy::Way::None}, {"&Type", StackBy::Way::Type}, {"&Category", StackBy::Way::Category}};
    for (const auto& [name, value] : stacks) {
        QAction* action = add(stackByMenu, tr(name));
        action->setCheckable(true);
        action->setChecked(settings::stackBy() == value);
        action->setData(static_cast<int>(value));
        stackBy->addAction(action);
    }
    QMenu* colourMenu = menu->addMenu(tr("&Appearance"));
    appearance = new QActionGroup(window);
    const std::pair<const char*, Appearance> looks[]
        = {{"&System", Appearance::System}, {"&Light", Appearance::Light}, {"&Dark", Appearance::Dark}};
    for (const auto& [name, value] : looks) {
        QAction* action = add(colourMenu, tr(name));
        action->setCheckable(true);
        action->setChecked(settings::appearance() == value);
        action->setData(static_cast<int>(value));
        appearance->addAction(action);
    }
    resetLayout = add(menu, tr("&Reset Layout"));
}

void Actions::makeGo(QMainWindow* window)
{
    QMenu* menu = addMenu(window, tr("&Go"));
    add(menu, Command::Back, tr("&Back"), standard(QKeySequence::Back), tr("Undo the last zoom"));
    add(menu, Command::Forward, tr("&Forward"), standard(QKeySequence::Forward), tr("Redo a zoom"));
    menu->addSeparator();
    add(menu, Command::Peak, tr("To the &Peak"), key(Qt::Key_P), tr("Cursor to the peak"));
    add(menu, Command::NextPeak, tr("&Next Local Peak"), key(Qt::Key_N));
    add(menu, Command::PreviousPeak, tr("P&revious Local Peak"), key(Qt::SHIFT | Qt::Key_N));
    menu->addSeparator();
    // Their keys are no shortcuts: they belong to what has the focus, and to the window when that has no use for them.
    add(menu, Command::NextCell, {});
    add(menu, Command::PreviousCell, {});
    add(menu, Command::FirstCell, {});
    add(menu, Command::LastCell, {});
    menu->addSeparator();
    add(menu, Command::GoTo, {}, key(Qt::CTRL | Qt::Key_G));
}

void Actions::makeToolsAndHelp(QMainWindow* window)
{
    QMenu* tools = addMenu(window, tr("&Tools"));
    device = tools->addMenu(tr("&Device"));
    device->setToolTipsVisible(true);
    rules = add(tools, tr("&Rules of Attribution…"));
    QMenu* help = addMenu(window, tr("&Help"));
    shortcuts = add(help, tr("&Keyboard Shortcuts"), standard(QKeySequence::HelpContents));
    about = add(help, tr("&About Tidemark"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::setWords(const Words& words, const View* view)
{
    const QString step = capitalised(view ? view->axis.cell : Axis().cell);
    of(Command::NextCell)->setText(tr("Ne&xt %1").arg(step) + QStringLiteral("\t→"));
    of(Command::PreviousCell)->setText(tr("Pre&vious %1").arg(step) + QStringLiteral("\t←"));
    of(Command::FirstCell)->setText(tr("F&irst %1").arg(step) + QStringLiteral("\tHome"));
    of(Command::LastCell)->setText(tr("&Last %1").arg(step) + QStringLiteral("\tEnd"));
    of(Command::GoTo)->setText(tr("&Go to a %1 or Name…").arg(step));
    of(Command::Find)->setText(tr("&Find %1…").arg(capitalised(rowWord(view))));
    findProgram->setText(tr("Find &%1…").arg(capitalised(words.program)));
}

} // namespace tidemark::ui
