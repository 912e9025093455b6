#include "tests/support/profile_builder.h"
#include "ui/docks/buffer_card.h"
#include "ui/docks/buffers_panel.h"
#include "ui/window/go_to_dialog.h"
#include "ui/window/main_tool_bar.h"
#include "ui/window/picture_export.h"
#include "ui/window/settings.h"
#include "ui/window/window_set.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kSmall = "param 0 512\n  p 0 512\ntemp 4096\n  a 0 1024\n  b 1024 1024\ntrace +a +b -a -b\n";
constexpr const char* kLarge = "param 0 512\n  p 0 512\ntemp 65536\n  x 0 32768\n  y 32768 1024\ntrace +x +y -y -x\n";

/// A folder for files and settings of its own.
class Window : public testing::Test
{
protected:
    void SetUp() override
    {
        ASSERT_TRUE(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.filePath(QStringLiteral("settings")));
    }

    QString write(const QString& name, const std::string& bytes) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return path;
    }
    QString profile(const QString& name = QStringLiteral("w.xplane.pb")) const
    {
        return write(
            name,
            test::containerBytes({{"jit_small(3)", test::hloBytes(kSmall)}, {"jit_large(4)", test::hloBytes(kLarge)}}));
    }
    static bool waitFor(MainWindow& window)
    {
        return QTest::qWaitFor([&] {
            return !window.controller()->isBusy() && (window.controller()->summary() || window.controller()->message());
        });
    }
    static std::unique_ptr<MainWindow> makeWindow()
    {
        auto window = std::make_unique<MainWindow>();
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        window->resize(1500, 900);
        window->show();
        return window;
    }

    QTemporaryDir m_folder;
};

std::string utf8(const QString& text)
{
    return text.toStdString();
}

QString allText(const QWidget& widget)
{
    QString text;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget))
            text += label->text() + u'\n';
    return text;
}

} // namespace

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
    const std::uint32_t pinned = state.live().back().row;
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
    EXPECT_NE(utf8(notices.back().front().toString()).find("old state"), std::string::npos);
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
        {"none.xplane.pb", test::containerBytes({}), "no compiled program"},
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

TEST_F(Window, CardTableAndFilterFollowThePin)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    ViewState& state = *window->state();
    auto* table = window->findChild<BufferTable*>();
    auto* card = window->findChild<BufferCard*>();
    ASSERT_GT(table->model()->rowCount(), 1);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 0));
    ASSERT_TRUE(state.pinned());
    EXPECT_EQ(table->selectedBuffers(), std::vector<std::uint32_t>{*state.pinned()});
    const QString name = table->model()->index(1, 0).data().toString();
    EXPECT_TRUE(allText(*card).contains(name.left(20)));
    window->actions().escape->trigger();
    EXPECT_FALSE(state.pinned());
    auto* search = window->findChild<MainToolBar*>()->search();
    search->setText(QStringLiteral("nothing has this name"));
    EXPECT_EQ(table->model()->rowCount(), 0);
    EXPECT_TRUE(allText(*window->findChild<BuffersPanel*>()).contains(QStringLiteral("No buffer matches")));
    search->setFocus();
    window->actions().escape->trigger();
    EXPECT_TRUE(state.filter().isEmpty());
}

TEST_F(Window, ColumnsDocksAndGeometryAreRemembered)
{
    {
        const auto window = makeWindow();
        window->resize(1480, 820);
        window->open({profile()});
        ASSERT_TRUE(waitFor(*window));
        window->findChild<BufferTable*>()->setColumnWidth(0, 333);
        window->findChild<BufferTable*>()->sortByColumn(static_cast<int>(BufferColumn::Name), Qt::AscendingOrder);
        window->findChild<QDockWidget*>(QStringLiteral("breakdownDock"))->close();
        window->close();
    }
    const auto window = std::make_unique<MainWindow>();
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->show();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    const auto* table = window->findChild<BufferTable*>();
    EXPECT_EQ(window->size(), QSize(1480, 820));
    EXPECT_EQ(table->columnWidth(0), 333);
    EXPECT_EQ(table->horizontalHeader()->sortIndicatorSection(), static_cast<int>(BufferColumn::Name));
    EXPECT_FALSE(window->findChild<QDockWidget*>(QStringLiteral("breakdownDock"))->isVisible());
    window->actions().resetLayout->trigger();
    EXPECT_TRUE(window->findChild<QDockWidget*>(QStringLiteral("breakdownDock"))->isVisible());
    EXPECT_NE(table->columnWidth(0), 333);
}

TEST_F(Window, GarbageInTheSettingsIsNoHarm)
{
    settings::setWindowLayout({"garbage", "more garbage", "x"});
    const auto window = makeWindow();
    window->open({profile()});
    EXPECT_TRUE(waitFor(*window));
}

TEST_F(Window, RecentDocumentsHoldTheLargestModuleOnce)
{
    const QString path = profile();
    for (int i = 0; i < 2; ++i) {
        const auto window = makeWindow();
        window->open({path});
        ASSERT_TRUE(waitFor(*window));
    }
    const std::vector<RecentDocument> recent = settings::recentDocuments();
    ASSERT_EQ(recent.size(), 1u);
    EXPECT_EQ(utf8(recent.front().module), "jit_large");
    EXPECT_EQ(recent.front().peakBytes, 512 + 33792);
}

TEST_F(Window, AChosenDeviceGivesCapacityAndIsRemembered)
{
    const QString path
        = write(QStringLiteral("big.xplane.pb"),
                test::containerBytes({{"jit_big(1)", test::hloBytes("param 0 34359738368\n  p 0 34359738368\n")}}));
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    window->controller()->chooseDevice(findDevice("v5e"));
    ASSERT_TRUE(window->controller()->summary()->headroomBytes);
    EXPECT_LT(*window->controller()->summary()->headroomBytes, 0);
    EXPECT_TRUE(allText(*window).contains(QStringLiteral("does not fit by")));
    const auto second = makeWindow();
    second->open({path});
    ASSERT_TRUE(waitFor(*second));
    EXPECT_TRUE(second->controller()->summary()->capacity.isChosen);
}

TEST_F(Window, EveryActionWithAKeyHasItsOwn)
{
    const auto window = makeWindow();
    QStringList keys;
    for (const QAction* action : window->findChildren<QAction*>())
        for (const QKeySequence& key : action->shortcuts())
            keys << key.toString();
    const qsizetype all = keys.size();
    keys.removeDuplicates();
    EXPECT_EQ(keys.size(), all);
}

TEST_F(Window, GoToUnderstandsNumbersAndNames)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    const SpaceTimeline& timeline = *window->state()->timeline();
    EXPECT_EQ(GoToDialog::find(timeline, QStringLiteral(" 3 ")), 3u);
    EXPECT_EQ(GoToDialog::find(timeline, QStringLiteral("#0")), 0u);
    EXPECT_EQ(GoToDialog::find(timeline, QStringLiteral("4")), std::nullopt);
    EXPECT_EQ(GoToDialog::find(timeline, QStringLiteral("no such thing")), std::nullopt);
    const QString name
        = QString::fromUtf8(timeline.instructionAt(1).data(), static_cast<qsizetype>(timeline.instructionAt(1).size()));
    EXPECT_EQ(GoToDialog::find(timeline, name), 1u);
}

TEST_F(Window, PicturesAreWrittenInOnePieceAndErrorsLeaveTheOldFile)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    PictureOptions options;
    options.size = QSize(640, 360);
    const QString png = m_folder.filePath(QStringLiteral("chart.png"));
    EXPECT_FALSE(writeChart(*window->state(), options, png));
    EXPECT_EQ(QImage(png).size(), QSize(640, 360));
    const qint64 before = QFileInfo(png).size();
    EXPECT_TRUE(writeChart(ViewState(), options, png));
    EXPECT_EQ(QFileInfo(png).size(), before);
    EXPECT_TRUE(writeChart(*window->state(), options, m_folder.filePath(QStringLiteral("missing/chart.svg"))));
}

TEST_F(Window, NamesWithMarkupAreShownAsText)
{
    const QString path = write(QStringLiteral("w.xplane.pb"),
                               test::containerBytes({{"<h1>m</h1>(1)", test::hloBytes("param 0 64\n <img> 0 64\n")}}));
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(utf8(window->windowTitle()), "w.xplane.pb — <h1>m</h1> — Tidemark");
    window->state()->setPinned(0);
    for (const QLabel* label : window->findChild<BufferCard*>()->findChildren<QLabel*>())
        if (label->text().contains(QStringLiteral("<img>"))) {
            EXPECT_EQ(label->textFormat(), Qt::PlainText);
        }
}
