// Tests of the shell with any content: menus, keys, drops, notices, and keyboard focus.
#include "tests/ui/window_fixture.h"
#include "ui/charts/memory_chart.h"
#include "ui/panels/buffers_panel.h"
#include "ui/session/settings.h"
#include "ui/shell/file_opener.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/page_stack.h"
#include "ui/shell/program_box.h"
#include "ui/shell/status_line.h"
#include "ui/shell/window_set.h"
#include "ui/tables/row_table.h"
#include "ui/widgets/capacity_bar.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/notice_bar.h"

#include <QAccessible>
#include <QActionGroup>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

QString mnemonicOf(QString text)
{
    text.remove(QLatin1String("&&"));
    const qsizetype at = text.indexOf(u'&');
    return at < 0 ? QString() : text.mid(at + 1, 1).toUpper();
}

/// Returns the mnemonic letters shared by two entries.
QStringList doubled(const QStringList& texts)
{
    QSet<QString> known;
    QStringList twice;
    for (const QString& text : texts) {
        const QString letter = mnemonicOf(text);
        if (!letter.isEmpty() && known.contains(letter))
            twice << text;
        known << letter;
    }
    return twice;
}

QStringList textsOf(const QList<QAction*>& actions)
{
    QStringList texts;
    for (const QAction* action : actions)
        texts << action->text();
    return texts;
}

class Dropped
{
public:
    explicit Dropped(const QStringList& paths)
    {
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        m_data.setUrls(urls);
    }
    bool enter(QWidget& window, Qt::DropActions possible, Qt::DropAction* taken = nullptr)
    {
        QDragEnterEvent event({5, 5}, possible, &m_data, Qt::LeftButton, Qt::NoModifier);
        event.ignore();
        QApplication::sendEvent(&window, &event);
        if (taken)
            *taken = event.dropAction();
        return event.isAccepted();
    }
    bool drop(QWidget& window, Qt::DropActions possible, Qt::DropAction* taken = nullptr)
    {
        QDropEvent event(QPointF(5, 5), possible, &m_data, Qt::LeftButton, Qt::NoModifier);
        event.ignore();
        QApplication::sendEvent(&window, &event);
        if (taken)
            *taken = event.dropAction();
        return event.isAccepted();
    }

private:
    QMimeData m_data;
};

int g_alerts = 0;
void countAlerts(QAccessibleEvent* event)
{
    g_alerts += event->type() == QAccessible::Alert;
}

} // namespace

TEST_F(Window, NothingThatNeedsAViewIsEnabledWithoutOne)
{
    const auto window = makeWindow();
    const Actions& actions = window->actions();
    QList<QAction*> needView = {actions.exportPng, actions.exportSvg,   actions.exportCsv,   actions.exportDialog,
                                actions.copyChart, actions.findProgram, actions.resetLayout, actions.information};
    for (const auto& [command, action] : actions.commands())
        if (command != Command::OpenFiles && command != Command::OpenFolder && command != Command::OpenExample
            && command != Command::Paste)
            needView << action;
    needView << actions.units->actions();
    for (const QAction* action : std::as_const(needView))
        EXPECT_FALSE(action->isEnabled()) << utf8(action->text());
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    for (const Command command : {Command::Peak, Command::ZoomIn, Command::GoTo, Command::Escape, Command::Reload})
        EXPECT_TRUE(actions.of(command)->isEnabled());
    EXPECT_TRUE(actions.exportCsv->isEnabled());
    EXPECT_FALSE(actions.of(Command::ZoomToSelection)->isEnabled());
    EXPECT_FALSE(actions.of(Command::Back)->isEnabled());
}

TEST_F(Window, NoLetterIsGivenTwice)
{
    const auto window = makeWindow();
    QStringList top = textsOf(window->menuBar()->actions());
    for (const QPushButton* button : window->centralWidget()->findChildren<QPushButton*>())
        if (button->isVisible())
            top << button->text();
    EXPECT_EQ(utf8(doubled(top).join(u'|')), "") << "in the menu bar and on the start page";
    for (const QMenu* menu : window->findChildren<QMenu*>())
        EXPECT_EQ(utf8(doubled(textsOf(menu->actions())).join(u'|')), "") << utf8(menu->title());
}

TEST_F(Window, TheFirstArrowKeyIsForTheChart)
{
    const auto window = openWindow(profile());
    const auto* chart = window->findChild<MemoryChart*>();
    EXPECT_EQ(window->focusWidget(), chart);
    const StepId before = window->state()->cursor();
    const QString memory = window->findChild<MainToolBar*>()->memories()->currentText();
    QTest::keyClick(window->focusWidget(), Qt::Key_Right);
    EXPECT_EQ(window->state()->cursor().value, before.value + 1);
    QTest::keyClick(window->focusWidget(), Qt::Key_Down);
    EXPECT_EQ(window->findChild<MainToolBar*>()->memories()->currentText(), memory);
}

TEST_F(Window, TabGoesFromThePageToThePanelsNextToIt)
{
    const auto window = openWindow(profile());
    const auto placeOf = [&](const QWidget* wanted) {
        int place = 0;
        for (const QWidget* each = window->nextInFocusChain(); each != window.get(); each = each->nextInFocusChain()) {
            if (each == wanted)
                return place;
            ++place;
        }
        return -1;
    };
    const int tabs = placeOf(window->findChild<PageStack*>()->tabs());
    const int chart = placeOf(window->findChild<MemoryChart*>());
    const int table = placeOf(window->findChild<RowTable*>());
    EXPECT_LT(tabs, chart);
    EXPECT_LT(chart, table) << "also if the page is made after the panels";
}

TEST_F(Window, KeysNotHandledElsewhereMoveTheCursor)
{
    const auto window = openWindow(profile());
    window->findChild<QToolButton*>()->setFocus();
    const std::uint32_t last = window->state()->axis().steps() - 1;
    QTest::keyClick(window.get(), Qt::Key_End);
    EXPECT_EQ(window->state()->cursor().value, last);
    QTest::keyClick(window.get(), Qt::Key_Left);
    EXPECT_EQ(window->state()->cursor().value, last - 1);
    QTest::keyClick(window.get(), Qt::Key_Home);
    EXPECT_EQ(window->state()->cursor().value, 0u);
}

TEST_F(Window, KeysOverTheChartActOnTheWindow)
{
    const auto window = openWindow(profile());
    auto* chart = window->findChild<MemoryChart*>();
    ViewState& state = *window->state();
    window->activateWindow();
    chart->setFocus();
    ASSERT_TRUE(waitUntil([&] { return chart->hasFocus(); }));
    QTest::keyClick(chart, Qt::Key_End);
    EXPECT_EQ(state.cursor().value, state.axis().steps() - 1);
    QTest::keyClick(chart, Qt::Key_Left);
    EXPECT_EQ(state.cursor().value, state.axis().steps() - 2);
    QTest::keyClick(chart, Qt::Key_P);
    EXPECT_TRUE(state.isCursorAtPeak());
    state.axis().setSelected(StepRange{1, 3});
    QTest::keyClick(chart, Qt::Key_Return);
    EXPECT_EQ(state.axis().visible(), (StepRange{1, 3}));
    QTest::keyClick(chart, Qt::Key_0);
    EXPECT_TRUE(state.axis().isShowingAll());
    state.focus().setPinned(rowNamed(*state.view(), "y"));
    QTest::keyClick(chart, Qt::Key_Return);
    EXPECT_EQ(state.axis().visible(), (StepRange{0, 3})) << "its life, with some room";
}

TEST_F(Window, TheStatusFollowsTheCursorAwayFromARestingPointer)
{
    const auto window = openWindow(profile());
    auto* status = window->findChild<StatusLine*>();
    const auto said = [&] { return utf8(allText(*status)); };
    status->setPointed(StepId(3));
    EXPECT_NE(said().find("Step 3"), std::string::npos) << said();
    window->actions().of(Command::FirstCell)->trigger();
    EXPECT_NE(said().find("Step 0"), std::string::npos) << said();
}

TEST_F(Window, AMessageAboutASearchGoesWithTheSearch)
{
    const auto window = openWindow(profile());
    window->state()->filter().setText(QStringLiteral("zzzz"));
    window->findChild<RowTable*>()->goToMatch(1);
    ASSERT_TRUE(waitUntil([&] { return !window->statusBar()->currentMessage().isEmpty(); }));
    EXPECT_TRUE(window->statusBar()->currentMessage().startsWith(QStringLiteral("Nothing matches")));
    window->state()->filter().setText({});
    EXPECT_EQ(utf8(window->statusBar()->currentMessage()), "");
}

TEST_F(Window, NoProblemsAreClaimedBesideAFailedCheck)
{
    const auto window = openWindow(profile());
    auto* status = window->findChild<StatusLine*>();
    ASSERT_TRUE(waitUntil([&] { return !window->session()->analysis().checks().empty(); }));
    const auto said = [&] {
        std::string all;
        for (const QToolButton* button : status->findChildren<QToolButton*>())
            if (button->isVisible())
                all += utf8(button->text()) + "|" + utf8(button->toolTip()) + "\n";
        return all;
    };
    EXPECT_NE(said().find("no problems"), std::string::npos) << said();
    Check failed;
    failed.verdict = Verdict::Fails;
    failed.title = "The rows add up to the level";
    status->setChecks({failed});
    EXPECT_EQ(said().find("no problems"), std::string::npos) << said();
    EXPECT_NE(said().find("the check failed"), std::string::npos) << said();
    EXPECT_NE(said().find("Failed: The rows add up to the level"), std::string::npos) << said();
}

TEST_F(Window, TheStatusNamesTheCellsOfASelectedRange)
{
    const auto window = openWindow(profile());
    window->state()->axis().setSelected(StepRange{1, 3});
    const std::string said = utf8(allText(*window->findChild<StatusLine*>()));
    EXPECT_NE(said.find("selected steps 1–2,"), std::string::npos) << said;
}

TEST_F(Window, AProgramWithoutStepsIsShownAsOneLevel)
{
    const auto window = openWindow(write(QStringLiteral("level.xplane.pb"),
                                         test::containerBytes({{"step(1)", test::hloBytes("param 0 8\n p 0 8")}})));
    const std::string said = utf8(allText(*window->findChild<StatusLine*>()));
    EXPECT_NE(said.find("All the time"), std::string::npos) << said;
    EXPECT_EQ(said.find("Step 0"), std::string::npos) << said;
}

TEST_F(Window, DropsAreAlwaysCopies)
{
    const auto window = makeWindow();
    QSignalSpy wanted(window.get(), &MainWindow::openRequested);
    Dropped drop({profile()});
    Qt::DropAction taken = Qt::IgnoreAction;
    EXPECT_TRUE(drop.enter(*window, Qt::CopyAction | Qt::MoveAction, &taken));
    EXPECT_EQ(taken, Qt::CopyAction);
    EXPECT_TRUE(drop.drop(*window, Qt::CopyAction | Qt::MoveAction, &taken));
    EXPECT_EQ(taken, Qt::CopyAction);
    EXPECT_EQ(wanted.size(), 1);
    EXPECT_FALSE(drop.enter(*window, Qt::MoveAction)) << "the source might delete its file";
    EXPECT_FALSE(drop.drop(*window, Qt::MoveAction));
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(Window, DroppedNonsenseShowsOneNotice)
{
    WindowSet windows(kinds());
    windows.open({profile()});
    MainWindow* window = windows.windows().front();
    ASSERT_TRUE(waitFor(*window));
    QStringList nonsense;
    for (const char* name : {"a.txt", "b.txt", "c.txt"})
        nonsense << write(QLatin1String(name), "nothing to see here\n");
    Dropped dropped(nonsense);
    dropped.enter(*window, Qt::CopyAction);
    dropped.drop(*window, Qt::CopyAction);
    EXPECT_EQ(windows.windows().size(), 1u);
    const auto* notices = window->findChild<NoticeBar*>();
    EXPECT_TRUE(notices->isVisible());
    EXPECT_FALSE(notices->text().isEmpty());
    EXPECT_FALSE(window->state()->isEmpty()) << "what was shown stays";
    Dropped mixed({profile(QStringLiteral("other.xplane.pb")), nonsense.front()});
    mixed.enter(*window, Qt::CopyAction);
    mixed.drop(*window, Qt::CopyAction);
    EXPECT_EQ(windows.windows().size(), 2u) << "what is worth opening is opened";
    for (MainWindow* each : windows.windows())
        delete each;
}

TEST_F(Window, ANoticeDoesNotHideAnother)
{
    NoticeBar bar;
    g_alerts = 0;
    QAccessible::setActive(true);
    QAccessible::installUpdateHandler(countAlerts);
    bar.showNotice(QStringLiteral("problems"), QStringLiteral("the file is cut"), QStringLiteral("Details"));
    bar.showNotice(QStringLiteral("export"), QStringLiteral("not saved"));
    QAccessible::installUpdateHandler(nullptr);
    if (QAccessible::isActive()) { // some test platforms never activate accessibility
        EXPECT_EQ(g_alerts, 2) << "assistive technology is told of each";
    }
    EXPECT_EQ(utf8(bar.text()), "not saved");
    EXPECT_EQ(utf8(bar.accessibleName()), "not saved");
    const auto buttons = bar.findChildren<QToolButton*>();
    ASSERT_EQ(buttons.size(), 2) << "the number of others, and close";
    EXPECT_EQ(utf8(buttons[0]->text()), "1 more notice");
    buttons[0]->click();
    EXPECT_EQ(utf8(bar.text()), "the file is cut");
    buttons[0]->click();
    EXPECT_EQ(utf8(bar.text()), "not saved");
    buttons[1]->click();
    EXPECT_EQ(utf8(bar.text()), "the file is cut");
    bar.showNotice(QStringLiteral("problems"), QStringLiteral("another problem"));
    buttons[1]->click();
    EXPECT_TRUE(bar.isEmpty());
    EXPECT_FALSE(bar.isVisible());
}

TEST_F(Window, RecentFilesShowFolderAndDate)
{
    const QString path = profile();
    openWindow(path)->close();
    const auto window = makeWindow();
    QMenu* menu = window->actions().recent;
    emit menu->aboutToShow();
    QAction* entry = entryOf(*menu, "w.xplane.pb");
    ASSERT_TRUE(entry);
    const RecentDocument recent = settings::recentDocuments().front();
    EXPECT_TRUE(entry->text().contains(recent.folder())) << utf8(entry->text());
    EXPECT_TRUE(menu->toolTipsVisible());
    EXPECT_EQ(utf8(entry->toolTip()), utf8(path));
    QStringList cells;
    const auto* table = window->findChild<QTableWidget*>();
    for (int column = 0; column < table->columnCount(); ++column)
        cells << table->item(0, column)->text();
    EXPECT_TRUE(cells.contains(recent.folder())) << utf8(cells.join(u'|'));
    EXPECT_TRUE(cells.contains(QLocale().toString(recent.opened, QLocale::ShortFormat))) << utf8(cells.join(u'|'));
    QSignalSpy wanted(window.get(), &MainWindow::openRequested);
    entry->trigger();
    EXPECT_EQ(wanted.size(), 1);
    ASSERT_TRUE(entryOf(*menu, "Clear"));
    entryOf(*menu, "Clear")->trigger();
    EXPECT_TRUE(settings::recentDocuments().empty());
    EXPECT_EQ(table->rowCount(), 0);
}

TEST_F(Window, FileDialogsOfferAllDocumentKinds)
{
    const auto window = makeWindow();
    const QStringList filters = window->findChild<FileOpener*>()->nameFilters();
    for (const FileEnding& ending : endingsOf(kinds())) {
        const QString pattern = u'*' + QString::fromStdString(ending.ending);
        EXPECT_TRUE(filters.front().contains(pattern)) << utf8(pattern);
        EXPECT_EQ(filters.filter(pattern).size(), 2) << utf8(pattern);
    }
    const auto labels = window->centralWidget()->findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(
        labels, [](const QLabel* label) { return label->toolTip().contains(QLatin1String("*.phases")); }));
    QStringList offered;
    QSignalSpy wanted(window.get(), &MainWindow::openRequested);
    EXPECT_TRUE(withDialog<QFileDialog>([&] { window->actions().of(Command::OpenFiles)->trigger(); },
                                        [&](QFileDialog& dialog) {
                                            offered = dialog.nameFilters();
                                            dialog.reject();
                                        }));
    EXPECT_EQ(offered, filters);
    EXPECT_TRUE(withDialog<QFileDialog>([&] { window->actions().of(Command::OpenFolder)->trigger(); },
                                        [](QFileDialog& dialog) { dialog.reject(); }));
    EXPECT_EQ(wanted.size(), 0) << "Cancel opens nothing";
}

TEST_F(Window, ALogDirectoryCanBeCompared)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    const QTemporaryDir folder;
    QSignalSpy asked(window->findChild<FileOpener*>(), &FileOpener::compareRequested);
    EXPECT_TRUE(withDialog<QFileDialog>([&] { window->actions().of(Command::CompareFolder)->trigger(); },
                                        [&](QFileDialog& dialog) {
                                            EXPECT_EQ(dialog.fileMode(), QFileDialog::Directory);
                                            dialog.selectFile(folder.path());
                                            static_cast<QDialog&>(dialog).accept();
                                        }));
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked.front().front().toStringList(), QStringList{folder.path()});
}

TEST_F(Window, ElidedTextCanBeCopiedWhole)
{
    ElidedLabel label;
    label.setParts({{QStringLiteral("step 3")}, {QStringLiteral("fusion.67"), true}, {}, {QStringLiteral("5 GiB")}});
    EXPECT_EQ(utf8(label.text()), "step 3 · fusion.67 · 5 GiB");
    label.resize(40, 20);
    label.show();
    QContextMenuEvent event(QContextMenuEvent::Mouse, {2, 2}, label.mapToGlobal(QPoint(2, 2)));
    QApplication::sendEvent(&label, &event);
    auto* menu = label.findChild<QMenu*>();
    ASSERT_TRUE(menu);
    ASSERT_TRUE(entryOf(*menu, "Copy"));
    entryOf(*menu, "Copy")->trigger();
    EXPECT_EQ(utf8(QApplication::clipboard()->text()), "step 3 · fusion.67 · 5 GiB");
}

TEST_F(Window, ShowCapacityBelongsToADocument)
{
    const auto window = openWindow(profile());
    window->session()->chooseDevice(findDevice("v5e"));
    QAction* shows = window->actions().of(Command::ShowCapacity);
    ASSERT_TRUE(shows->isEnabled());
    shows->trigger();
    EXPECT_TRUE(shows->isChecked());
    EXPECT_TRUE(window->session()->showsCapacity());
    const auto other = openWindow(profile(QStringLiteral("other.xplane.pb")));
    EXPECT_FALSE(other->actions().of(Command::ShowCapacity)->isChecked());
}

TEST_F(Window, HideAlwaysLiveIsEnabledForViewsWithAFloor)
{
    const auto window = openWindow(profile());
    QAction* only = window->actions().of(Command::HideAlwaysLive);
    ASSERT_TRUE(only->isEnabled());
    only->trigger();
    EXPECT_TRUE(only->isChecked());
    EXPECT_TRUE(window->findChild<MemoryChart*>()->content().hidesAlwaysLive);
    only->trigger();
    EXPECT_FALSE(only->isChecked());
    EXPECT_FALSE(window->findChild<MemoryChart*>()->content().hidesAlwaysLive);
}

TEST_F(Window, ActionsOnRowsAreDisabledWhenTheViewIsRemoved)
{
    const auto window = openWindow(profile());
    for (QAction* const page : window->actions().pages->actions()) {
        page->trigger();
        window->open({profile()});
        ASSERT_TRUE(waitFor(*window));
        page->trigger();
        window->open({write(QStringLiteral("empty.xplane.pb"), {})});
        ASSERT_TRUE(waitUntil([&] { return window->session()->standIn().has_value(); }));
        EXPECT_FALSE(window->actions().resetLayout->isEnabled());
    }
}

TEST_F(Window, HideAlwaysLiveIsRestoredAfterAMemoryWithoutAFloor)
{
    const std::string bare = "temp 131072\n  a 0 65536\ntrace +a -a\n";
    const auto window = openWindow(
        write(QStringLiteral("w.xplane.pb"),
              test::containerBytes({{"jit_small(3)", test::hloBytes(kSmall)}, {"jit_bare(4)", test::hloBytes(bare)}})));
    const QAction* only = window->actions().of(Command::HideAlwaysLive);
    const auto* chart = window->findChild<MemoryChart*>();
    const auto show = [&](const char* name) {
        const auto& programs = window->session()->wanted()->document->catalogue().programs;
        const auto found = std::ranges::find(programs, name, &ProgramEntry::name);
        ASSERT_NE(found, programs.end());
        window->session()->chooseProgram(ProgramId::at(static_cast<std::size_t>(found - programs.begin())));
        ASSERT_TRUE(waitUntil([&] { return window->session()->shown()->program().name == name; }));
    };
    show("jit_small");
    window->actions().of(Command::HideAlwaysLive)->trigger();
    show("jit_bare");
    EXPECT_FALSE(only->isEnabled() || only->isChecked());
    EXPECT_FALSE(chart->content().hidesAlwaysLive);
    show("jit_small");
    EXPECT_TRUE(only->isChecked());
    EXPECT_TRUE(chart->content().hidesAlwaysLive);
}

TEST_F(Window, EscapeInASearchFieldReturnsTheFocus)
{
    const auto window = openWindow(profile());
    window->actions().of(Command::Find)->trigger();
    auto* search = window->findChild<MainToolBar*>()->search();
    EXPECT_EQ(window->focusWidget(), search);
    QTest::keyClicks(search, QStringLiteral("x"));
    EXPECT_FALSE(window->state()->filter().isEmpty());
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_TRUE(window->state()->focus().pinned()) << "Enter goes to the match";
    window->actions().of(Command::Escape)->trigger();
    EXPECT_TRUE(window->state()->filter().isEmpty());
    EXPECT_EQ(window->focusWidget(), window->findChild<MemoryChart*>());
}
