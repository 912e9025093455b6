// Tests of the docks next to a page: their widths, heights and shared places.
#include "tests/ui/address_map_fixture.h"
#include "ui/docks/buffers_panel.h"
#include "ui/docks/region_panel.h"

#include <QActionGroup>
#include <QDockWidget>

#include <cstdlib>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class DockColumns : public AddressMaps
{
protected:
    static QDockWidget* dockOf(const MainWindow& window, const char* name)
    {
        return window.findChild<QDockWidget*>(QLatin1String(name));
    }
    static bool showTimeline(MainWindow& window)
    {
        window.actions().pages->actions().at(0)->trigger();
        return waitUntil([&] { return window.findChild<BuffersPanel*>()->isVisible(); });
    }
    /// Sends the event to the window itself.
    static void send(MainWindow& window, QEvent::Type type, const QPoint& at)
    {
        QMouseEvent event(type, at, window.mapToGlobal(at), Qt::LeftButton,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
    }
    /// Returns true if the region panel is high enough for its text.
    static bool hasRoom(const MainWindow& window)
    {
        const auto* panel = window.findChild<RegionPanel*>();
        return panel->height() >= panel->sizeHint().height();
    }
};

} // namespace

TEST_F(DockColumns, TheUsersHeightOfTheRegionIsRestoredUntilReset)
{
    const auto window = openWindow(profile(), QSize(1180, 760) * textScale());
    ASSERT_TRUE(showMap(*window));
    ASSERT_TRUE(waitUntil([&] { return hasRoom(*window); }));
    const QDockWidget* region = dockOf(*window, "regionDock");
    const int before = region->height();
    const QPoint line = region->geometry().topLeft() + QPoint(region->width() / 2, -2);
    send(*window, QEvent::MouseButtonPress, line);
    send(*window, QEvent::MouseMove, line + QPoint(0, 60));
    ASSERT_TRUE(waitUntil([&] { return region->height() < before - 30; })) << region->height() << " of " << before;
    send(*window, QEvent::MouseButtonRelease, line + QPoint(0, 60));
    const int dragged = region->height();
    ASSERT_TRUE(showTimeline(*window));
    ASSERT_TRUE(showMap(*window));
    EXPECT_TRUE(waitUntil([&] { return std::abs(region->height() - dragged) <= 2; }))
        << region->height() << " after " << dragged;
    ASSERT_TRUE(showTimeline(*window));
    window->actions().resetLayout->trigger();
    QApplication::processEvents();
    ASSERT_TRUE(showMap(*window));
    EXPECT_TRUE(waitUntil([&] { return hasRoom(*window); })) << region->height();
}

TEST_F(DockColumns, AMousePressElsewhereDoesNotSetTheRegionHeight)
{
    const auto window = openWindow(profile(), QSize(1180, 760) * textScale());
    ASSERT_TRUE(showMap(*window));
    ASSERT_TRUE(waitUntil([&] { return hasRoom(*window); }));
    QDockWidget* card = dockOf(*window, "bufferDock");
    QDockWidget* region = dockOf(*window, "regionDock");
    // Simulates that a widget above takes space.
    window->resizeDocks({card, region}, {card->height() + 50, region->height() - 50}, Qt::Vertical);
    ASSERT_TRUE(waitUntil([&] { return !hasRoom(*window); }));
    const QPoint middle = window->rect().center();
    send(*window, QEvent::MouseButtonRelease, middle); // the press was handled by a child of the window
    send(*window, QEvent::MouseButtonPress, middle);
    send(*window, QEvent::MouseButtonRelease, middle);
    ASSERT_TRUE(showTimeline(*window));
    ASSERT_TRUE(showMap(*window));
    EXPECT_TRUE(waitUntil([&] { return hasRoom(*window); })) << region->height();
}

TEST_F(DockColumns, AReloadKeepsTheWidthOfTheColumn)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    QDockWidget* region = dockOf(*window, "regionDock");
    const int before = region->width();
    window->resizeDocks({region}, {before + 80}, Qt::Horizontal);
    ASSERT_TRUE(waitUntil([&] { return region->width() > before + 60; })) << region->width() << " after " << before;
    const int chosen = region->width();
    const auto view = window->state()->view();
    window->actions().of(Command::Reload)->trigger();
    ASSERT_TRUE(waitUntil([&] { return window->state()->view() != view; }));
    ASSERT_TRUE(waitFor(*window));
    ASSERT_TRUE(showMap(*window));
    EXPECT_EQ(region->width(), chosen);
}

TEST_F(DockColumns, ATabbedRegionHasItsTitleOnTheTab)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    QDockWidget* region = dockOf(*window, "regionDock");
    EXPECT_FALSE(region->titleBarWidget()->isHidden());
    window->tabifyDockWidget(dockOf(*window, "bufferDock"), region);
    EXPECT_TRUE(waitUntil([&] { return region->titleBarWidget()->isHidden(); }));
}

TEST_F(DockColumns, TabsFollowTheWidthUntilTheUserArrangesThem)
{
    const QSize wide = QSize(1600, 1000) * textScale();
    const QSize narrow = QSize(1180, 1000) * textScale();
    const auto window = openWindow(profile(), wide);
    QDockWidget* card = dockOf(*window, "bufferDock");
    QDockWidget* breakdown = dockOf(*window, "breakdownDock");
    const auto isTab = [&] { return window->tabifiedDockWidgets(card).contains(breakdown); };
    for (int i = 0; i < 2; ++i) {
        EXPECT_TRUE(waitUntil([&] { return !isTab(); })) << i;
        window->resize(narrow);
        EXPECT_TRUE(waitUntil(isTab)) << i;
        window->resize(wide);
    }
    EXPECT_TRUE(waitUntil([&] { return !isTab(); }));
    window->addDockWidget(Qt::RightDockWidgetArea, dockOf(*window, "findingsDock")); // takes it out of its tab bar
    window->resize(narrow);
    EXPECT_TRUE(waitUntil([&] { return window->width() == narrow.width(); })) << window->width();
    QApplication::processEvents();
    EXPECT_FALSE(isTab());
}
