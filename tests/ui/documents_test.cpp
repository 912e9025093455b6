#include "tests/ui/window_fixture.h"
#include "ui/docks/buffer_card.h"
#include "ui/docks/buffers_panel.h"
#include "ui/session/settings.h"
#include "ui/shell/go_to_dialog.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/picture_export.h"
#include "ui/shell/window_set.h"
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, ShowsTheModuleWithTheLargestPeakFirst)
{
    const auto window = makeWindow();
    EXPECT_EQ(utf8(window->windowTitle()), "Tidemark");
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(utf8(window->controller()->moduleName()), "jit_large(4)");
    EXPECT_EQ(utf8(window->windowTitle()), "w.xplane.pb — jit_large — Tidemark");
    EXPECT_EQ(window->state()->cursor(), 1u);
    for (const QDockWidget* dock : window->findChildren<QDockWidget*>())
        EXPECT_EQ(dock->isVisible(), dock->objectName() != QStringLiteral("problemsDock")) << utf8(dock->objectName());
}

TEST_F(Window, SwitchingBackToAModuleIsImmediate)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    DocumentController& controller = *window->controller();
    const auto large = window->state()->timeline();
    const std::uint32_t first = *controller.module();
    controller.chooseModule(first == 0 ? 1 : 0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->state()->timeline() != large; }));
    controller.chooseModule(first);
    EXPECT_EQ(window->state()->timeline(), large);
}

TEST_F(Window, AnOlderRequestNeverOverwritesANewerOne)
{
    const QString a = profile(QStringLiteral("a.xplane.pb"));
    const QString b
        = write(QStringLiteral("b.xplane.pb"), test::containerBytes({{"jit_b(1)", test::hloBytes(kSmall)}}));
    const auto window = makeWindow();
    for (int i = 0; i < 20; ++i) {
        window->open({a});
        window->open({b});
    }
    ASSERT_TRUE(waitFor(*window));
    QTest::qWait(50);
    EXPECT_EQ(utf8(window->controller()->moduleName()), "jit_b(1)");
}

TEST_F(Window, ReloadKeepsCursorZoomPinAndFilter)
{
    const QString path = profile();
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    ViewState& state = *window->state();
    const std::uint32_t pinned = state.live().back().row.value;
    const std::string name = nameOf(*state.timeline(), state.timeline()->rows[pinned]);
    state.setCursor(2);
    state.setVisible({1, 3});
    state.setPinned(pinned);
    state.setFilter(QStringLiteral("x"));
    const auto before = state.timeline();
    window->controller()->reload();
    ASSERT_TRUE(QTest::qWaitFor([&] { return state.timeline() && state.timeline() != before; }));
    EXPECT_EQ(state.cursor(), 2u);
    EXPECT_EQ(state.visible(), (StepRange{1, 3}));
    ASSERT_TRUE(state.pinned());
    EXPECT_EQ(nameOf(*state.timeline(), state.timeline()->rows[*state.pinned()]), name);
    EXPECT_EQ(utf8(state.filter()), "x");
}

TEST_F(Window, ReloadSaysWhatIsGone)
{
    const QString path = profile();
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    QSignalSpy notices(window->controller(), &DocumentController::noticed);
    write(QStringLiteral("w.xplane.pb"), test::containerBytes({{"jit_other(9)", test::hloBytes(kSmall)}}));
    window->controller()->reload();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return utf8(window->controller()->moduleName()) == "jit_other(9)" && waitFor(*window); }));
    EXPECT_NE(utf8(notices.back().front().toString()).find("jit_large"), std::string::npos);
}

TEST_F(Window, AFailedReloadKeepsWhatIsShown)
{
    const QString path = profile();
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    const auto before = window->state()->timeline();
    write(QStringLiteral("w.xplane.pb"), "");
    QSignalSpy notices(window->controller(), &DocumentController::noticed);
    window->controller()->reload();
    ASSERT_TRUE(notices.wait());
    EXPECT_EQ(window->state()->timeline(), before);
    const std::string notice = utf8(notices.back().front().toString());
    for (const char* said : {"w.xplane.pb", "old state", "F5 tries again", "is empty (0 B)"})
        EXPECT_NE(notice.find(said), std::string::npos) << notice;
    EXPECT_EQ(notice.find(utf8(m_folder.path())), std::string::npos) << notice;
}

TEST_F(Window, AChangedFileIsReadAgainOnceItHasSettled)
{
    const QString path = profile();
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    write(QStringLiteral("w.xplane.pb"), test::containerBytes({{"jit_new(1)", test::hloBytes(kSmall)}}));
    EXPECT_TRUE(QTest::qWaitFor([&] { return utf8(window->controller()->moduleName()) == "jit_new(1)"; }, 10000));
}

TEST_F(Window, FilesThatCannotBeShownSayWhy)
{
    const struct {
        const char* name;
        std::string bytes;
        const char* text;
    } cases[] = {
        {"empty.xplane.pb", "", "is empty (0 B)"},
        {"noise.xplane.pb", std::string(300, '\xff'), "noise.xplane.pb"},
        {"none.xplane.pb", test::containerBytes({}), "No compiled program"},
    };
    for (const auto& [name, bytes, expected] : cases) {
        const auto window = makeWindow();
        window->open({write(QString::fromUtf8(name), bytes)});
        ASSERT_TRUE(waitFor(*window));
        EXPECT_TRUE(window->state()->isEmpty());
        EXPECT_NE(utf8(allText(*window)).find(expected), std::string::npos) << utf8(allText(*window));
    }
}

TEST_F(Window, AModuleThatDoesNotUseTheSpaceSaysSoAndOffersOneItUses)
{
    const QString path
        = write(QStringLiteral("w.xplane.pb"),
                test::containerBytes(
                    {{"jit_a(1)", test::hloBytes("param 0 64\n p 0 64\ntemp 128 space 1\n v 0 128\ntrace +v -v\n")},
                     {"jit_b(2)", test::hloBytes("param 0 32\n q 0 32\n")}}));
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    DocumentController& controller = *window->controller();
    controller.chooseSpace(1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return controller.summary() && controller.summary()->space == 1; }));
    controller.chooseModule(1);
    ASSERT_TRUE(controller.message());
    EXPECT_EQ(utf8(controller.message()->title), "jit_b(2) uses no VMEM.");
    EXPECT_EQ(controller.message()->actionSpace, 0);
}

TEST_F(Window, DroppedFilesOpenAndAnOpenDocumentIsNotOpenedTwice)
{
    const QString a = profile(QStringLiteral("a.xplane.pb"));
    QDir(m_folder.path()).mkdir(QStringLiteral("other"));
    const QString b = profile(QStringLiteral("other/b.xplane.pb"));
    WindowSet set;
    MainWindow* window = set.openEmpty();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(a)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window, &drop);
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(set.windows().size(), 1u);
    set.open({a, b}, window);
    EXPECT_EQ(set.windows().size(), 2u);
    set.open({b, a}, window);
    EXPECT_EQ(set.windows().size(), 2u);
    for (MainWindow* each : set.windows()) {
        EXPECT_TRUE(waitFor(*each));
        delete each;
    }
}

TEST_F(Window, FilesOfOneSessionFolderAreOneDocumentWithAWorkerBox)
{
    const QString a = profile(QStringLiteral("host-0.xplane.pb"));
    const QString b = profile(QStringLiteral("host-1.xplane.pb"));
    WindowSet set;
    set.open({a, b});
    ASSERT_EQ(set.windows().size(), 1u);
    MainWindow* window = set.windows().front();
    ASSERT_TRUE(waitFor(*window));
    auto* bar = window->findChild<MainToolBar*>();
    EXPECT_EQ(bar->workers()->count(), 2);
    EXPECT_TRUE(bar->workers()->isVisible());
    window->controller()->chooseFile(1);
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(utf8(window->controller()->moduleName()), "jit_large(4)");
    EXPECT_EQ(window->controller()->document()->module(*window->controller()->module()).file, 1u);
    delete window;
}

TEST_F(Window, DropsThatAreNoFilesAreRefused)
{
    const auto window = makeWindow();
    QMimeData data;
    data.setText(QStringLiteral("RESOURCE_EXHAUSTED"));
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_FALSE(enter.isAccepted());
}
