#include "tests/ui/window_fixture.h"
#include "ui/docks/buffer_card.h"
#include "ui/docks/buffers_panel.h"
#include "ui/session/settings.h"
#include "ui/shell/go_to_dialog.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/picture_export.h"
#include "ui/shell/window_set.h"

#include <QAction>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <gtest/gtest.h>

using namespace tidemark;
using namespace tidemark::ui;

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

TEST_F(Window, TheCardNamesASourceLineOnce)
{
    const auto window = makeWindow();
    window->open({QStringLiteral(TIDEMARK_EXAMPLE)});
    ASSERT_TRUE(waitFor(*window));
    const SpaceTimeline& timeline = *window->state()->timeline();
    std::uint32_t row = 0;
    while (row < timeline.rows.size() && describe(timeline, timeline.rows[row]).stack.size() < 2)
        ++row;
    ASSERT_LT(row, timeline.rows.size());
    const BufferDetails details = describe(timeline, timeline.rows[row]);
    window->state()->setPinned(row);
    QString card = allText(*window->findChild<BufferCard*>()).remove(QChar(0x200b));
    const QString line
        = QStringLiteral("%1:%2").arg(QString::fromStdString(details.sourceFile)).arg(details.sourceLine);
    EXPECT_EQ(card.count(line + u':') + card.count(line + u'\n'), 1) << utf8(card);
    for (const std::string& frame : details.stack)
        EXPECT_TRUE(card.contains(QString::fromStdString(frame))) << frame;
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

TEST_F(Window, RecentFilesDoNotSqueezeTheTable)
{
    const QString path = profile();
    const auto tableHeight = [&] {
        const auto window = makeWindow();
        window->resize(1062, 684);
        window->open({path});
        EXPECT_TRUE(waitFor(*window));
        QApplication::processEvents();
        return window->findChild<BuffersPanel*>()->height();
    };
    const int atFirst = tableHeight();
    ASSERT_FALSE(settings::recentDocuments().empty());
    EXPECT_EQ(tableHeight(), atFirst);
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
