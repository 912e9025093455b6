#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/overview_strip.h"
#include "ui/docks/buffers_panel.h"
#include "ui/pages/message/message_page.h"
#include "ui/widgets/figure_line.h"

#include <QAction>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, ALowWindowKeepsRowsOfTheTable)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    const auto* strips = window->findChild<BufferStrips*>();
    const auto* overview = window->findChild<OverviewStrip*>();
    const auto* panel = window->findChild<BuffersPanel*>();
    window->resize(1180, 760);
    QTest::qWait(50);
    EXPECT_TRUE(overview->isVisible());
    EXPECT_EQ(strips->height(), strips->heightWith(true));
    for (const int height : {660, 600, 560}) {
        window->resize(900, height);
        QTest::qWait(50);
        EXPECT_LE(window->height(), std::max(height, 600));
        EXPECT_GE(panel->height(), 140) << height;
        EXPECT_LE(overview->isVisible(), strips->height() == strips->heightWith(true)) << "overview first";
    }
    EXPECT_EQ(strips->height(), strips->heightWith(false));
    window->resize(1180, 760);
    QTest::qWait(50);
    EXPECT_TRUE(overview->isVisible());
    EXPECT_EQ(strips->height(), strips->heightWith(true));
}

TEST_F(Window, FiguresBesideTheSumGoBeforePercentages)
{
    FigureLine line;
    line.setFigures({{QStringLiteral("Arguments"), QStringLiteral("183 MiB"), QStringLiteral("3.5 %"), {}, 0},
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

TEST_F(Window, CopyingTheChartIsTold)
{
    const auto window = makeWindow();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    window->actions().copyChart->trigger();
    EXPECT_FALSE(window->statusBar()->currentMessage().isEmpty());
}
