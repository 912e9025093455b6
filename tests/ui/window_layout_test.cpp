#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/overview_strip.h"
#include "ui/docks/buffers_panel.h"
#include "ui/pages/message/message_page.h"
#include "ui/session/settings.h"
#include "ui/widgets/figure_line.h"
#include "ui/widgets/notice_bar.h"

#include <QDockWidget>
#include <QPushButton>
#include <QToolBar>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, ALowWindowKeepsRowsOfTheTable)
{
    const auto window = openWindow(profile(), {1180, 760});
    const auto* strips = window->findChild<BufferStrips*>();
    const auto* overview = window->findChild<OverviewStrip*>();
    const auto* chart = window->findChild<MemoryChart*>();
    const auto* panel = window->findChild<BuffersPanel*>();
    const auto fullSize = [&] { return overview->isVisible() && strips->height() == strips->heightWith(true); };
    EXPECT_TRUE(waitUntil(fullSize));
    for (const int height : {660, 600, 560, 500}) {
        window->resize(900, height);
        EXPECT_TRUE(waitUntil(
            [&] { return window->height() == height && panel->height() >= 100 && chart->height() >= 180; }))
            << height << ": " << window->height() << ", " << panel->height() << ", " << chart->height();
        EXPECT_LE(overview->isVisible(), strips->height() == strips->heightWith(true)) << "overview first";
    }
    window->resize(1180, 760);
    EXPECT_TRUE(waitUntil(fullSize));
}

TEST_F(Window, FitsASmallScreenAndLargeText)
{
    const auto window = openWindow(profile(), {1180, 760});
    EXPECT_LE(window->minimumSizeHint().width(), 960);
    EXPECT_LE(window->minimumSizeHint().height(), 540);
    const QFont usual = QApplication::font();
    QFont large = usual;
    large.setPointSizeF(usual.pointSizeF() * 1.5);
    QApplication::setFont(large);
    {
        const auto other = openWindow(profile(), {1366, 720});
        EXPECT_LE(other->minimumSizeHint().width(), 1366);
        EXPECT_LE(other->minimumSizeHint().height(), 720);
        for (const QLabel* label : other->findChildren<QLabel*>())
            if (label->isVisible() && !label->wordWrap() && !label->text().isEmpty()) {
                EXPECT_GE(label->height(), QFontMetrics(label->font()).height() - 1) << utf8(label->text());
            }
    }
    QApplication::setFont(usual);
}

TEST_F(Window, ALayoutSavedWideAdaptsToANarrowWindow)
{
    openWindow(profile(), {1600, 1000})->close();
    settings::WindowLayout layout = settings::windowLayout();
    layout.geometry.clear(); // as if a smaller screen had cut it
    settings::setWindowLayout(layout);
    const auto window = makeWindow({1100, 640});
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    auto* card = window->findChild<QDockWidget*>(QStringLiteral("bufferDock"));
    auto* breakdown = window->findChild<QDockWidget*>(QStringLiteral("breakdownDock"));
    EXPECT_TRUE(waitUntil([&] { return window->tabifiedDockWidgets(card).contains(breakdown); }));
    EXPECT_EQ(window->size(), QSize(1100, 640));
    EXPECT_GE(window->findChild<MemoryChart*>()->width(), 600) << "the docks gave way";
}

TEST_F(Window, AnEmptyNoticeNeverComesBack)
{
    {
        const auto window
            = openWindow(write(QStringLiteral("cut.xplane.pb"),
                               test::containerBytes({{"jit_a(1)", test::hloBytes(kSmall)}}) + "\x0a\xff"));
        ASSERT_FALSE(window->findChild<NoticeBar*>()->isEmpty()) << "a problem is told";
        window->close();
    }
    const auto window = openWindow(profile());
    const auto* notices = window->findChild<NoticeBar*>();
    EXPECT_TRUE(notices->isEmpty());
    EXPECT_FALSE(notices->isVisible());
    EXPECT_FALSE(window->findChild<QToolBar*>(QStringLiteral("noticeBar"))->isVisible());
}

TEST_F(Window, FiguresBesideTheSumGoBeforePercentages)
{
    FigureLine line;
    line.setEntries({{QStringLiteral("Arguments"), QStringLiteral("183 MiB"), QStringLiteral("3.5 %"), {}, 0, false},
                     {QStringLiteral("Allocated"), QStringLiteral("5 GiB"), QStringLiteral("all of it"), {}, 4},
                     {QStringLiteral("Scoped VMEM"), QStringLiteral("12 MiB"), {}, {}, 6},
                     {QStringLiteral("Steps"), QStringLiteral("478"), {}, {}, 7}});
    line.resize(3000, 20);
    line.show();
    const QString whole = allText(line);
    EXPECT_TRUE(whole.contains(QLatin1String("Steps")));
    int last = 0;
    for (const QLabel* label : line.findChildren<QLabel*>())
        last = std::max(last, label->geometry().right());
    line.resize(last - 10, 20);
    const QString shorter = allText(line);
    EXPECT_FALSE(shorter.contains(QLatin1String("Steps")));
    EXPECT_TRUE(shorter.contains(QLatin1String("3.5 %")));
    EXPECT_TRUE(shorter.contains(QLatin1String("all of it")));
}

TEST_F(Window, APageOfAFailureOffersWhatToDo)
{
    const QString path = write(QStringLiteral("w.xplane.pb"), "");
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    const auto* page = window->findChild<MessagePage*>();
    const std::string said = utf8(allText(*page));
    EXPECT_NE(said.find("w.xplane.pb cannot be shown\nThe file is empty (0 B)."), std::string::npos) << said;
    EXPECT_EQ(said.find(utf8(m_folder.path())), std::string::npos) << said;
    QPushButton* again = nullptr;
    QStringList texts;
    for (QPushButton* button : page->findChildren<QPushButton*>())
        if (button->isVisible()) {
            texts << button->text();
            if (button->text() == QLatin1String("Try Again"))
                again = button;
        }
    EXPECT_EQ(utf8(texts.join(u'|')), "Try Again|Open File…|Open Log Directory…");
    ASSERT_TRUE(again);
    profile();
    again->click();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !window->state()->isEmpty(); }));
}
