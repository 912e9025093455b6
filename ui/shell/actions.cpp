#include "ui/shell/actions.h"

#include "core/base/text.h"
#include "ui/session/settings.h"
#include "ui/shell/key_filters.h"
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

constexpr int kPageKeys = 9; // number of digit keys

struct ActionsText {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

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
    QMenu* menu = addMenu(window, ActionsText::tr("&File"));
    add(menu, Command::OpenFiles, ActionsText::tr("&Open…"), standard(QKeySequence::Open),
        ActionsText::tr("Open files"));
    add(menu, Command::OpenFolder, ActionsText::tr("Open &Log Directory…"), key(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    recent = menu->addMenu(ActionsText::tr("Open &Recent"));
    recent->setToolTipsVisible(true);
    add(menu, Command::OpenExample, ActionsText::tr("Open the E&xample"));
    menu->addSeparator();
    add(menu, Command::Reload, ActionsText::tr("Reloa&d"), standard(QKeySequence::Refresh),
        ActionsText::tr("Read the files again"));
    information = add(menu, ActionsText::tr("Document &Information…"));
    menu->addSeparator();
    exports = menu->addMenu(ActionsText::tr("&Export"));
    exportPng = add(exports, ActionsText::tr("Chart as &PNG…"));
    exportSvg = add(exports, ActionsText::tr("Chart as &SVG…"));
    exportCsv = add(exports, ActionsText::tr("Table as CS&V…"));
    exports->addSeparator();
    copyChart = add(exports, ActionsText::tr("&Copy Chart"));
    exports->addSeparator();
    exportDialog = add(exports, ActionsText::tr("Size and &Title…"), key(Qt::CTRL | Qt::Key_E),
                       ActionsText::tr("Export the chart at a chosen size"));
    menu->addSeparator();
    close = add(menu, ActionsText::tr("&Close"), standard(QKeySequence::Close), ActionsText::tr("Close the window"));
    quit = add(menu, ActionsText::tr("&Quit"), standard(QKeySequence::Quit), ActionsText::tr("Close all windows"));
    quit->setMenuRole(QAction::QuitRole);
}

void Actions::makeEdit(QMainWindow* window)
{
    QMenu* menu = addMenu(window, ActionsText::tr("&Edit"));
    add(menu, Command::Copy, ActionsText::tr("&Copy Rows"), standard(QKeySequence::Copy),
        ActionsText::tr("Copy the selected rows"));
    new CopyKey(window);
    add(menu, Command::CopyPlain, ActionsText::tr("Copy Rows with Plain &Bytes"), key(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        ActionsText::tr("Copy the selected rows with plain bytes"));
    add(menu, Command::Paste, ActionsText::tr("&Paste a Message or Log"), standard(QKeySequence::Paste),
        ActionsText::tr("Open an out-of-memory message, a log or files from the clipboard"));
    menu->addSeparator();
    add(menu, Command::Find, {}, standard(QKeySequence::Find));
    findProgram = add(menu, {}, key(Qt::CTRL | Qt::Key_K));
    menu->addSeparator();
    add(menu, Command::Escape, ActionsText::tr("&Unpin, Clear Selection, Clear Filter, Zoom to Fit"),
        key(Qt::Key_Escape),
        ActionsText::tr("Unpin, then clear the selection, the filter and the marked step, then zoom to fit"));
}

void Actions::makeView(QMainWindow* window)
{
    QMenu* menu = addMenu(window, ActionsText::tr("&View"));
    panels = menu;
    pages = new QActionGroup(window);
    for (int i = 0; i < kPageKeys; ++i) {
        QAction* action = add(menu, {}, key(QKeyCombination(Qt::ALT, static_cast<Qt::Key>(Qt::Key_1 + i))));
        action->setCheckable(true);
        action->setData(i);
        action->setVisible(false);
        pages->addAction(action);
    }
    menu->addSeparator();
    add(menu, Command::ZoomIn, ActionsText::tr("Zoom &In"),
        key(Qt::Key_Plus) + key(Qt::Key_Equal) + QList<QKeySequence>{QKeySequence(QKeySequence::ZoomIn)});
    add(menu, Command::ZoomOut, ActionsText::tr("Zoom &Out"),
        key(Qt::Key_Minus) + QList<QKeySequence>{QKeySequence(QKeySequence::ZoomOut)});
    add(menu, Command::ShowAll, ActionsText::tr("Zoom to Fit"), key(Qt::Key_0) + key(Qt::CTRL | Qt::Key_0));
    add(menu, Command::ZoomToSelection, ActionsText::tr("Zoom to the &Selected Range"));
    menu->addSeparator();
    add(menu, Command::ShowCapacity, ActionsText::tr("Show &Capacity"))->setCheckable(true);
    add(menu, Command::HideAlwaysLive, ActionsText::tr("Hide &Memory That Is Always Live"))->setCheckable(true);
    menu->addSeparator();

    QMenu* unitMenu = menu->addMenu(ActionsText::tr("&Units"));
    units = new QActionGroup(window);
    for (const QString& name : Units::names()) {
        const auto unit = static_cast<int>(units->actions().size());
        QAction* action = add(unitMenu, u'&' + name);
        action->setCheckable(true);
        action->setChecked(unit == static_cast<int>(ByteUnit::Auto));
        action->setData(unit);
        units->addAction(action);
    }
    QMenu* colourMenu = menu->addMenu(ActionsText::tr("&Appearance"));
    appearance = new QActionGroup(window);
    const std::pair<const char*, Appearance> looks[]
        = {{"&System", Appearance::System}, {"&Light", Appearance::Light}, {"&Dark", Appearance::Dark}};
    for (const auto& [name, value] : looks) {
        QAction* action = add(colourMenu, ActionsText::tr(name));
        action->setCheckable(true);
        action->setChecked(settings::appearance() == value);
        action->setData(static_cast<int>(value));
        appearance->addAction(action);
    }
    resetLayout = add(menu, ActionsText::tr("&Reset Layout"));
}

void Actions::makeGo(QMainWindow* window)
{
    QMenu* menu = addMenu(window, ActionsText::tr("&Go"));
    add(menu, Command::Back, ActionsText::tr("&Back"), standard(QKeySequence::Back),
        ActionsText::tr("Undo the last zoom"));
    add(menu, Command::Forward, ActionsText::tr("&Forward"), standard(QKeySequence::Forward),
        ActionsText::tr("Redo a zoom"));
    menu->addSeparator();
    add(menu, Command::Peak, ActionsText::tr("To the &Peak"), key(Qt::Key_P), ActionsText::tr("Cursor to the peak"));
    add(menu, Command::NextPeak, ActionsText::tr("&Next Local Peak"), key(Qt::Key_N));
    add(menu, Command::PreviousPeak, ActionsText::tr("P&revious Local Peak"), key(Qt::SHIFT | Qt::Key_N));
    menu->addSeparator();
    // These keys are no shortcuts. The focused widget gets them first, and the window handles them if it does not.
    add(menu, Command::NextCell, {});
    add(menu, Command::PreviousCell, {});
    add(menu, Command::FirstCell, {});
    add(menu, Command::LastCell, {});
    menu->addSeparator();
    add(menu, Command::GoTo, {}, key(Qt::CTRL | Qt::Key_G));
    add(menu, Command::MarkStep, {}, key(Qt::Key_M));
}

void Actions::makeToolsAndHelp(QMainWindow* window)
{
    QMenu* tools = addMenu(window, ActionsText::tr("&Tools"));
    device = tools->addMenu(ActionsText::tr("&Device"));
    device->setToolTipsVisible(true);
    rules = add(tools, ActionsText::tr("&Rules of Attribution…"));
    tools->addSeparator();
    add(tools, Command::Compare, ActionsText::tr("&Compare With a File…"), key(Qt::CTRL | Qt::Key_D),
        ActionsText::tr("Compare with a program of another file, or the two selected workers"));
    add(tools, Command::CompareFolder, ActionsText::tr("Compare With a &Log Directory…"),
        key(Qt::CTRL | Qt::SHIFT | Qt::Key_D), ActionsText::tr("Compare with a program of a dump or log directory"));
    add(tools, Command::CompareHere, {});
    QMenu* help = addMenu(window, ActionsText::tr("&Help"));
    guide = add(help, ActionsText::tr("&Guide"));
    shortcuts = add(help, ActionsText::tr("&Keyboard Shortcuts"), standard(QKeySequence::HelpContents));
    about = add(help, ActionsText::tr("&About Tidemark"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::setWords(const Words& words, const View* view)
{
    const QString step = capitalised(view ? view->axis.cell : Axis().cell);
    of(Command::NextCell)->setText(ActionsText::tr("Ne&xt %1").arg(step) + QStringLiteral("\t→"));
    of(Command::PreviousCell)->setText(ActionsText::tr("Pre&vious %1").arg(step) + QStringLiteral("\t←"));
    of(Command::FirstCell)->setText(ActionsText::tr("F&irst %1").arg(step) + QStringLiteral("\tHome"));
    of(Command::LastCell)->setText(ActionsText::tr("&Last %1").arg(step) + QStringLiteral("\tEnd"));
    of(Command::GoTo)->setText(ActionsText::tr("&Go to %1 or Name…").arg(withArticle(step)));
    of(Command::MarkStep)->setText(ActionsText::tr("&Mark This %1").arg(step));
    of(Command::MarkStep)
        ->setWhatsThis(ActionsText::tr("Mark the %1 to compare others with it, or unmark it").arg(step.toLower()));
    of(Command::Find)->setText(ActionsText::tr("&Find %1…").arg(capitalised(rowWord(view))));
    of(Command::CompareHere)->setText(ActionsText::tr("Compare With &Another %1…").arg(capitalised(words.program)));
    findProgram->setText(ActionsText::tr("Find &%1…").arg(capitalised(words.program)));
}

} // namespace tidemark::ui
