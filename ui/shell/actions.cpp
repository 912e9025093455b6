#include "ui/shell/actions.h"

#include "core/base/text.h"
#include "ui/session/session.h"
#include "ui/session/settings.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/state/view_state.h"
#include "ui/theme/appearance.h"
#include "ui/theme/text.h"
#include "ui/widgets/layouts.h"

#include <QAction>
#include <QActionGroup>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

namespace tidemark::ui {
namespace {

constexpr int kPageKeys = 9; // number of digit keys

QList<QKeySequence> key(const QKeyCombination& combination)
{
    return {QKeySequence(combination)};
}

QList<QKeySequence> standard(QKeySequence::StandardKey key)
{
    return QKeySequence::keyBindings(key);
}

/// Asks for the memory of a device that is not in the list.
void askForSize(QWidget* parent, Session& session)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(UiText::tr("Memory of the Device"));
    auto* const label = new QLabel(UiText::tr("&Size with its unit, for example 24 GiB:"), &dialog);
    auto* const size = new QLineEdit(&dialog);
    label->setBuddy(size);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
    auto* const ok = buttons->button(QDialogButtonBox::Ok);
    ok->setEnabled(false);
    const auto device = [size] { return givenDevice(size->text().trimmed().toStdString()); };
    QObject::connect(size, &QLineEdit::textChanged, ok, [ok, device] { ok->setEnabled(device() != nullptr); });
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    inColumn(&dialog, {label, size, buttons}, kStyleMargins, kStyleSpacing);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (auto chosen = device())
        session.chooseGivenDevice(std::move(chosen));
}

/// The device of the file, and the devices that the user can choose for it.
void fillDevices(QMenu* menu, QActionGroup* group, Session& session)
{
    menu->clear();
    if (!session.shown()) {
        menu->addAction(UiText::tr("Nothing is shown"))->setEnabled(false);
        return;
    }
    const Device* const inForce = session.device().inForce();
    const auto add = [&](const QString& name, const Device* device) {
        QAction* action = menu->addAction(name, &session, [&session, device] { session.chooseDevice(device); });
        action->setCheckable(true);
        action->setActionGroup(group);
        action->setChecked(inForce == device);
        return action;
    };
    const QString named = session.device().ofFile();
    add(named.isEmpty() ? UiText::tr("From the File (no device named)") : UiText::tr("From the File: %1").arg(named),
        nullptr);
    menu->addSeparator();
    for (const Device* device : session.device().all()) {
        QAction* action
            = add(QStringLiteral("%1 — %2").arg(text(device->name), text(bytesText(device->hbmBytes))), device);
        action->setToolTip(plainToolTip(text(device->source)));
    }
    menu->addSeparator();
    QAction* const other
        = menu->addAction(UiText::tr("Other Size…"), &session, [menu, &session] { askForSize(menu, session); });
    other->setCheckable(true);
    other->setActionGroup(group);
    other->setChecked(inForce && inForce->id.empty());
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
    QMenu* menu = addMenu(window, UiText::tr("&File"));
    add(menu, Command::OpenFiles, UiText::tr("&Open…"), standard(QKeySequence::Open), UiText::tr("Open files"));
    add(menu, Command::OpenFolder, UiText::tr("Open &Log Directory…"), key(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    recent = menu->addMenu(UiText::tr("Open &Recent"));
    recent->setToolTipsVisible(true);
    add(menu, Command::OpenExample, UiText::tr("Open the E&xample"));
    menu->addSeparator();
    add(menu, Command::Reload, UiText::tr("Reloa&d"), standard(QKeySequence::Refresh),
        UiText::tr("Read the files again"));
    information = add(menu, UiText::tr("Document &Information…"));
    menu->addSeparator();
    exports = menu->addMenu(UiText::tr("&Export"));
    exportPng = add(exports, UiText::tr("Chart as &PNG…"));
    exportSvg = add(exports, UiText::tr("Chart as &SVG…"));
    exportCsv = add(exports, UiText::tr("Table as CS&V…"));
    exports->addSeparator();
    copyChart = add(exports, UiText::tr("&Copy Chart"));
    exports->addSeparator();
    exportDialog = add(exports, UiText::tr("Size and &Title…"), key(Qt::CTRL | Qt::Key_E),
                       UiText::tr("Export the chart at a chosen size"));
    menu->addSeparator();
    close = add(menu, UiText::tr("&Close"), standard(QKeySequence::Close), UiText::tr("Close the window"));
    quit = add(menu, UiText::tr("&Quit"), standard(QKeySequence::Quit), UiText::tr("Close all windows"));
    quit->setMenuRole(QAction::QuitRole);
}

void Actions::makeEdit(QMainWindow* window)
{
    QMenu* menu = addMenu(window, UiText::tr("&Edit"));
    add(menu, Command::Copy, UiText::tr("&Copy Rows"), standard(QKeySequence::Copy),
        UiText::tr("Copy the selected rows"));
    add(menu, Command::CopyPlain, UiText::tr("Copy Rows with Plain &Bytes"), key(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        UiText::tr("Copy the selected rows with plain bytes"));
    add(menu, Command::Paste, UiText::tr("&Paste a Message or Log"), standard(QKeySequence::Paste),
        UiText::tr("Open an out-of-memory message, a log or files from the clipboard"));
    menu->addSeparator();
    add(menu, Command::Find, {}, standard(QKeySequence::Find));
    findProgram = add(menu, {}, key(Qt::CTRL | Qt::Key_K));
    menu->addSeparator();
    add(menu, Command::Escape, UiText::tr("&Unpin, Clear Selection, Clear Filter, Zoom to Fit"), key(Qt::Key_Escape),
        UiText::tr("Unpin, then clear the selection, the filter and the marked step, then zoom to fit"));
}

void Actions::makeView(QMainWindow* window)
{
    QMenu* menu = addMenu(window, UiText::tr("&View"));
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
    add(menu, Command::ZoomIn, UiText::tr("Zoom &In"),
        key(Qt::Key_Plus) + key(Qt::Key_Equal) + QList<QKeySequence>{QKeySequence(QKeySequence::ZoomIn)});
    add(menu, Command::ZoomOut, UiText::tr("Zoom &Out"),
        key(Qt::Key_Minus) + QList<QKeySequence>{QKeySequence(QKeySequence::ZoomOut)});
    add(menu, Command::ShowAll, UiText::tr("Zoom to Fit"), key(Qt::Key_0) + key(Qt::CTRL | Qt::Key_0));
    add(menu, Command::ZoomToSelection, UiText::tr("Zoom to the &Selected Range"));
    menu->addSeparator();
    add(menu, Command::ShowCapacity, UiText::tr("Show &Capacity"))->setCheckable(true);
    add(menu, Command::HideAlwaysLive, UiText::tr("Hide &Memory That Is Always Live"))->setCheckable(true);
    menu->addSeparator();

    QMenu* unitMenu = menu->addMenu(UiText::tr("&Units"));
    units = new QActionGroup(window);
    for (const QString& name : Units::names()) {
        const auto unit = static_cast<int>(units->actions().size());
        QAction* action = add(unitMenu, u'&' + name);
        action->setCheckable(true);
        action->setChecked(unit == static_cast<int>(ByteUnit::Auto));
        action->setData(unit);
        units->addAction(action);
    }
    QMenu* colourMenu = menu->addMenu(UiText::tr("&Appearance"));
    appearance = new QActionGroup(window);
    const std::pair<const char*, Appearance> looks[]
        = {{"&System", Appearance::System}, {"&Light", Appearance::Light}, {"&Dark", Appearance::Dark}};
    for (const auto& [name, value] : looks) {
        QAction* action = add(colourMenu, UiText::tr(name));
        action->setCheckable(true);
        action->setChecked(settings::appearance() == value);
        action->setData(static_cast<int>(value));
        appearance->addAction(action);
    }
    resetLayout = add(menu, UiText::tr("&Reset Layout"));
}

void Actions::makeGo(QMainWindow* window)
{
    QMenu* menu = addMenu(window, UiText::tr("&Go"));
    add(menu, Command::Back, UiText::tr("&Back"), standard(QKeySequence::Back),
        UiText::tr("Undo the last zoom, or return to the page or program before"));
    add(menu, Command::Forward, UiText::tr("&Forward"), standard(QKeySequence::Forward),
        UiText::tr("Undo the last Back"));
    menu->addSeparator();
    add(menu, Command::Peak, UiText::tr("To the &Peak"), key(Qt::Key_P), UiText::tr("Cursor to the peak"));
    add(menu, Command::NextPeak, UiText::tr("&Next Local Peak"), key(Qt::Key_N));
    add(menu, Command::PreviousPeak, UiText::tr("P&revious Local Peak"), key(Qt::SHIFT | Qt::Key_N));
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
    QMenu* tools = addMenu(window, UiText::tr("&Tools"));
    device = tools->addMenu(UiText::tr("&Device"));
    device->setToolTipsVisible(true);
    rules = add(tools, UiText::tr("&Rules of Attribution…"));
    tools->addSeparator();
    add(tools, Command::Compare, {}, key(Qt::CTRL | Qt::Key_D),
        UiText::tr("Compare with a program of another file, or two workers"));
    add(tools, Command::CompareFolder, UiText::tr("Compare With a &Log Directory…"),
        key(Qt::CTRL | Qt::SHIFT | Qt::Key_D), UiText::tr("Compare with a program of a dump or log directory"));
    add(tools, Command::CompareHere, {});
    QMenu* help = addMenu(window, UiText::tr("&Help"));
    guide = add(help, UiText::tr("&Guide"));
    shortcuts = add(help, UiText::tr("&Keyboard Shortcuts"), standard(QKeySequence::HelpContents));
    about = add(help, UiText::tr("&About Tidemark"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::setWords(const Words& words, const View* view)
{
    const QString step = capitalised(view ? view->axis.cell : Axis().cell);
    of(Command::NextCell)->setText(UiText::tr("Ne&xt %1").arg(step) + QStringLiteral("\t→"));
    of(Command::PreviousCell)->setText(UiText::tr("Pre&vious %1").arg(step) + QStringLiteral("\t←"));
    of(Command::FirstCell)->setText(UiText::tr("F&irst %1").arg(step) + QStringLiteral("\tHome"));
    of(Command::LastCell)->setText(UiText::tr("&Last %1").arg(step) + QStringLiteral("\tEnd"));
    of(Command::GoTo)->setText(UiText::tr("&Go to %1 or Name…").arg(withArticle(step)));
    of(Command::MarkStep)->setText(UiText::tr("&Mark This %1").arg(step));
    of(Command::MarkStep)
        ->setWhatsThis(UiText::tr("Mark the %1 to compare others with it, or unmark it").arg(step.toLower()));
    of(Command::Find)->setText(UiText::tr("&Find %1…").arg(capitalised(rowWord(view))));
    of(Command::CompareHere)->setText(UiText::tr("Compare With &Another %1…").arg(capitalised(words.program)));
    findProgram->setText(UiText::tr("Find &%1…").arg(capitalised(words.program)));
}

void connectViewChoices(const Actions& actions, ViewState& state, Session& session, QObject* owner)
{
    Units& units = state.units();
    QObject::connect(actions.units, &QActionGroup::triggered, owner,
                     [&units](QAction* unit) { units.setUnit(static_cast<ByteUnit>(unit->data().toInt())); });
    state.onChange(Aspect::Units, owner, [group = actions.units, &units] {
        group->actions().at(static_cast<int>(units.unit()))->setChecked(true);
    });
    state.setGroupWay(settings::groupBy());
    state.onChange(Aspect::GroupWay, owner, [&state] { settings::setGroupBy(state.wantedGroupWay()); });
    QObject::connect(actions.appearance, &QActionGroup::triggered, owner, [](QAction* look) {
        const auto appearance = static_cast<Appearance>(look->data().toInt());
        settings::setAppearance(appearance);
        applyAppearance(appearance);
    });
    auto* devices = new QActionGroup(owner);
    QObject::connect(actions.device, &QMenu::aboutToShow, owner,
                     [menu = actions.device, devices, &session] { fillDevices(menu, devices, session); });
}

} // namespace tidemark::ui
