#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/overview_strip.h"
#include "ui/docks/buffer_card.h"
#include "ui/docks/buffers_panel.h"
#include "ui/pages/stand_in/stand_in_page.h"
#include "ui/pages/timeline/summary_strip.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/session/settings.h"
#include "ui/shell/information_dialog.h"
#include "ui/shell/window_set.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_line.h"
#include "ui/widgets/notice_bar.h"

#include <QDataStream>
#include <QDockWidget>
#include <QHeaderView>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QTabBar>
#include <QToolBar>

#include <algorithm>
#include <cmath>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// Expects that no label cuts its text without an ellipsis.
void expectNothingClipped(const QWidget& window)
{
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->wordWrap() || label->text().isEmpty())
            continue;
        EXPECT_GE(label->height(), QFontMetrics(label->font()).height() - 1) << utf8(label->text());
        if (!qobject_cast<const ElidedLabel*>(label)) {
            EXPECT_GE(label->width(), label->sizeHint().width()) << utf8(label->text());
            EXPECT_GE(label->parentWidget()->width(), label->geometry().right()) << utf8(label->text());
        }
    }
}

} // namespace

TEST_F(Window, ALowWindowStillShowsRowsOfTheTable)
{
    const auto scaled = [](int pixels) { return static_cast<int>(pixels * textScale()); };
    const auto window = openWindow(profile(), {scaled(1180), scaled(760)});
    const auto* strips = window->findChild<TimelinePage*>()->findChild<BufferStrips*>();
    const auto* overview = window->findChild<TimelinePage*>()->findChild<OverviewStrip*>();
    const auto* chart = window->findChild<MemoryChart*>();
    const auto* panel = window->findChild<BuffersPanel*>();
    const auto fullSize = [&] { return overview->isVisible() && strips->height() == strips->heightWith(true); };
    EXPECT_TRUE(waitUntil(fullSize));
    for (const int usual : {660, 600, 560, 520}) {
        const int height = scaled(usual);
        window->resize(scaled(900), height);
        EXPECT_TRUE(waitUntil([&] {
            return window->height() == height && panel->height() >= 100 && chart->height() >= scaled(145);
        })) << height
            << ": " << window->height() << ", " << panel->height() << ", " << chart->height();
        EXPECT_LE(overview->isVisible(), strips->height() == strips->heightWith(true)) << "overview first";
    }
    window->resize(scaled(1180), scaled(760));
    EXPECT_TRUE(waitUntil(fullSize));
}

TEST_F(Window, TheTableHasSixRowsInACommonWindow)
{
    const auto scaled = [](int pixels) { return static_cast<int>(pixels * textScale()); };
    const auto window = openWindow(profile(), {scaled(1062), scaled(684)}); // the size on a small screen
    const auto* table = window->findChild<RowTable*>();
    const auto* chart = window->findChild<MemoryChart*>();
    const auto rows = [&] {
        return table->viewport()->height() / static_cast<double>(table->verticalHeader()->defaultSectionSize());
    };
    window->resize(scaled(1180), scaled(760));
    EXPECT_TRUE(waitUntil([&] { return rows() >= 6; })) << rows();
    EXPECT_GE(chart->plotGeometry().height, scaled(100)) << "and the chart is read";
    EXPECT_TRUE(window->findChild<TimelinePage*>()->findChild<OverviewStrip*>()->isVisible());
}

TEST_F(Window, TheUsersShareOfTheTableIsRestoredUntilReset)
{
    openWindow(profile(), QSize(1180, 760) * textScale())->close();
    settings::WindowLayout layout = settings::windowLayout();
    QByteArray share; // replaces the last saved bytes except the very last one
    QDataStream(&share, QIODevice::WriteOnly) << 0.52;
    layout.docks.replace(layout.docks.size() - share.size() - 1, share.size(), share);
    settings::setWindowLayout(layout);
    const auto window = std::make_unique<MainWindow>(kinds());
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->show();
    window->resize(QSize(1180, 760) * textScale()); // independent of the screen
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    const auto shareNow = [&] {
        const double rows = window->findChild<QDockWidget*>(QStringLiteral("buffersDock"))->height();
        return rows / (rows + window->centralWidget()->height());
    };
    EXPECT_TRUE(waitUntil([&] { return std::abs(shareNow() - 0.52) < 0.02; })) << shareNow();
    window->actions().resetLayout->trigger();
    EXPECT_TRUE(waitUntil([&] { return shareNow() < 0.48; })) << shareNow();
}

TEST_F(Window, TheLineAboveTheTableCanBeDragged)
{
    const auto window = openWindow(profile(), QSize(1600, 1000) * textScale());
    const auto* dock = window->findChild<QDockWidget*>(QStringLiteral("buffersDock"));
    const auto share = [&] { return dock->height() / (1.0 * dock->height() + window->centralWidget()->height()); };
    QTest::qWait(0);
    const double before = share();
    const QPoint line = dock->geometry().topLeft() + QPoint(dock->width() / 2, -2);
    const auto drag = [&](QEvent::Type type, int way, Qt::MouseButtons buttons) {
        const QPoint at = line + QPoint(0, way);
        QMouseEvent event(type, at, window->mapToGlobal(at), Qt::LeftButton, buttons, Qt::NoModifier);
        QApplication::sendEvent(window.get(), &event);
    };
    drag(QEvent::MouseButtonPress, 0, Qt::LeftButton);
    for (const int way : {30, 60, 90})
        drag(QEvent::MouseMove, way, Qt::LeftButton);
    EXPECT_TRUE(waitUntil([&] { return share() < before - 0.05; })) << share() << " after " << before;
    drag(QEvent::MouseButtonRelease, 90, Qt::NoButton);
    const double dragged = share();
    window->resize(window->width(), window->height() + 150);
    EXPECT_TRUE(waitUntil([&] { return std::abs(share() - dragged) < 0.02; })) << share() << " of " << dragged;
}

TEST_F(Window, ATabbedCardNamesItsRow)
{
    for (const QSize usual : {QSize(1180, 760), QSize(1600, 1000)}) {
        const auto window = openWindow(profile(), usual * textScale());
        window->state()->focus().setPinned(RowId(0));
        const auto* note = window->findChild<QLabel*>(QStringLiteral("note"));
        ASSERT_TRUE(note);
        const bool isTab = usual.width() < 1400;
        EXPECT_TRUE(waitUntil([&] { return note->isVisible() == isTab; })) << usual.width();
        EXPECT_EQ(note->text(), QStringLiteral("pinned"));
        window->state()->focus().setHovered(RowId(1));
        EXPECT_EQ(note->text(), QStringLiteral("under the pointer"));
    }
}

TEST_F(Window, TheCardFitsItsTextAfterAnyOtherRow)
{
    const auto window = openWindow(QStringLiteral(TIDEMARK_EXAMPLE), QSize(1180, 760) * textScale());
    ASSERT_TRUE(waitUntil([&] { return window->state()->uses() && window->state()->meanings(); }));
    const auto* card = window->findChild<BufferCard*>();
    for (const int height : {760, 700, 740}) {
        window->resize(window->width(), static_cast<int>(height * textScale()));
        for (std::size_t i = 0; i < std::min<std::size_t>(window->state()->live().size(), 60); ++i) {
            window->state()->focus().setPinned(window->state()->live()[i].row);
            QApplication::processEvents();
            QApplication::processEvents();
            for (const QLabel* label : card->findChildren<QLabel*>()) {
                if (!label->isVisible() || label->text().isEmpty())
                    continue;
                const int needed
                    = label->hasHeightForWidth() ? label->heightForWidth(label->width()) : label->sizeHint().height();
                EXPECT_GE(label->height(), needed) << height << ' ' << i << ' ' << utf8(label->text());
            }
        }
    }
}

TEST_F(Window, TheStepOfThePeakIsNamedIfItFits)
{
    const std::string plan = "temp 4096\n  a_rather_long_name.123 0 1024\ntrace +a_rather_long_name.123\n";
    const auto window
        = openWindow(write(QStringLiteral("w.xplane.pb"), test::containerBytes({{"jit_a(1)", test::hloBytes(plan)}})),
                     QSize(1600, 900) * textScale());
    const ElidedLabel* step = nullptr;
    for (const ElidedLabel* label : window->findChild<SummaryStrip*>()->findChildren<ElidedLabel*>())
        if (label->text().startsWith(QStringLiteral("step 0 of")))
            step = label;
    ASSERT_TRUE(step);
    EXPECT_TRUE(waitUntil([&] { return step->width() >= step->sizeHint().width(); })) << step->width();
}

TEST_F(Window, FitsASmallScreenAndLargeText)
{
    const QFont ofThisRun = QApplication::font();
    const std::pair<double, QSize> kSmallest[] = {{1, {960, 540}}, {1.5, {1366, 720}}}; // without the frame
    for (const auto& [scale, size] : kSmallest) {
        QFont font = ofThisRun;
        font.setPointSizeF(ofThisRun.pointSizeF() / textScale() * scale);
        QApplication::setFont(font);
        const auto window = openWindow(profile(), size);
        const QSize least = window->minimumSizeHint();
        EXPECT_LE(least.width(), size.width());
        EXPECT_LE(least.height(), size.height());
        EXPECT_EQ(window->size(), size);
        expectNothingClipped(*window);
        window->resize(least);
        const auto* table = window->findChild<RowTable*>();
        EXPECT_TRUE(waitUntil([&] { return window->size() == least; }));
        EXPECT_GE(table->viewport()->height(), table->verticalHeader()->defaultSectionSize()) << "a row is seen";
        EXPECT_GE(table->horizontalHeader()->height(), QFontMetrics(font).height());
        expectNothingClipped(*window);
    }
    QApplication::setFont(ofThisRun);
}

TEST_F(Window, DialogsFitASmallScreen)
{
    const auto window = openWindow(profile());
    const QSize screen = window->screen()->availableSize();
    EXPECT_TRUE(withDialog<InformationDialog>([&] { window->actions().information->trigger(); },
                                              [&](InformationDialog& dialog) {
                                                  EXPECT_LE(dialog.width(), screen.width());
                                                  EXPECT_LE(dialog.height(), screen.height());
                                                  dialog.reject();
                                              }));
}

TEST_F(Window, ALayoutSavedWideAdaptsToANarrowWindow)
{
    openWindow(profile(), {1600, 1000})->close();
    settings::WindowLayout layout = settings::windowLayout();
    layout.geometry.clear(); // as if a smaller screen had cut it
    settings::setWindowLayout(layout);
    const auto window = makeWindow({1100, 700});
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    auto* card = window->findChild<QDockWidget*>(QStringLiteral("bufferDock"));
    auto* breakdown = window->findChild<QDockWidget*>(QStringLiteral("breakdownDock"));
    EXPECT_TRUE(waitUntil([&] { return window->tabifiedDockWidgets(card).contains(breakdown); }));
    EXPECT_EQ(window->size(), QSize(1100, 700));
    EXPECT_GE(window->findChild<MemoryChart*>()->width(), 600) << "the docks gave way";
}

TEST_F(Window, AClosedRegionStaysClosedAndOlderSettingsStillLoad)
{
    const auto isWanted = [](const MainWindow& window, const char* dock) {
        return entryOf(*window.actions().docks, dock)->isChecked();
    };
    {
        const auto window = openWindow(profile());
        for (const char* dock : {"Region", "Breakdown"})
            entryOf(*window->actions().docks, dock)->setChecked(false);
        window->close();
    }
    {
        const auto window = makeWindow();
        EXPECT_FALSE(isWanted(*window, "Region"));
        EXPECT_FALSE(isWanted(*window, "Breakdown"));
    }
    settings::WindowLayout layout = settings::windowLayout();
    layout.docks.chop(1);
    settings::setWindowLayout(layout);
    const auto window = makeWindow();
    EXPECT_TRUE(isWanted(*window, "Region"));
    EXPECT_FALSE(isWanted(*window, "Breakdown")) << "all else comes back";
}

TEST_F(Window, QuittingKeepsFloatingDocksForTheNextStart)
{
    WindowSet set(kinds());
    set.open({profile()});
    MainWindow* window = set.windows().front();
    ASSERT_TRUE(waitFor(*window));
    const auto names = {"buffersDock", "bufferDock", "breakdownDock", "findingsDock"};
    for (const char* name : names)
        window->findChild<QDockWidget*>(QLatin1String(name))->setFloating(true);
    QApplication::processEvents();
    const auto wanted = [&] {
        const QList<QAction*> docks = window->actions().docks->actions();
        return std::ranges::count_if(docks, &QAction::isChecked);
    };
    const auto before = wanted();
    window->actions().quit->trigger();
    EXPECT_FALSE(window->isVisible());
    EXPECT_EQ(wanted(), before) << "nobody closed them";
    ASSERT_TRUE(waitUntil([&] {
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return set.windows().empty();
    }));
    const auto next = openWindow(profile());
    for (const char* name : names)
        EXPECT_FALSE(next->findChild<QDockWidget*>(QLatin1String(name))->isHidden()) << name;
}

TEST_F(Window, AWindowThatRefusesToCloseEndsQuitting)
{
    class Refusal : public QObject
    {
    public:
        bool eventFilter(QObject*, QEvent* event) override
        {
            if (event->type() == QEvent::Close)
                event->ignore();
            return event->type() == QEvent::Close;
        }
    };
    WindowSet set(kinds());
    MainWindow* first = set.openEmpty();
    MainWindow* second = set.openEmpty();
    Refusal refusal;
    first->installEventFilter(&refusal);
    second->actions().quit->trigger();
    EXPECT_TRUE(first->isVisible());
    EXPECT_TRUE(second->isVisible());
    for (MainWindow* window : set.windows())
        delete window;
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

TEST_F(Window, InANarrowWindowOtherFiguresAreDroppedBeforePercentages)
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
    for (int width = last; width > 0; width -= 10) {
        line.resize(width, 20);
        const QString left = allText(line);
        if (left.contains(QLatin1String("Arguments")) && left.contains(QLatin1String("Allocated"))) {
            EXPECT_EQ(left.contains(QLatin1String("3.5 %")), left.contains(QLatin1String("all of it")))
                << "all remarks or none: " << utf8(left);
        }
        for (const QLabel* label : line.findChildren<QLabel*>()) {
            EXPECT_TRUE(!label->isVisible() || label->geometry().right() < width) << width << ' ' << utf8(left);
        }
    }
}

TEST_F(Window, AFailurePageOffersActions)
{
    const QString path = write(QStringLiteral("w.xplane.pb"), "");
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    const auto* page = window->findChild<StandInPage*>();
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

TEST_F(Window, TabsOfDocksOutliveTheDocksTheyName)
{
    auto window = openWindow(profile(), QSize(1180, 760) * textScale());
    for (QDockWidget* dock : window->findChildren<QDockWidget*>())
        dock->raise(); // moves it after the tab bars among the children
    std::vector<QPointer<QDockWidget>> docks;
    for (QDockWidget* dock : window->findChildren<QDockWidget*>())
        docks.emplace_back(dock);
    const QList<QTabBar*> bars = window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
    ASSERT_FALSE(bars.isEmpty());
    // Qt removes the tab of a closed dock from its bar.
    int living = 0;
    for (const QTabBar* bar : bars)
        QObject::connect(bar, &QObject::destroyed, window.get(), [&] {
            living += static_cast<int>(std::ranges::count_if(docks, [](const auto& dock) { return !dock.isNull(); }));
        });
    window.reset();
    EXPECT_EQ(living, 0);
}
