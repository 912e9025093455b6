// The address map: its boxes, zoom on both axes, pointing, keys, what is free, and its picture.
#include "tests/ui/window_fixture.h"
#include "ui/charts/region_chart.h"
#include "ui/docks/region_panel.h"
#include "ui/pages/address_map/address_map_page.h"
#include "ui/shell/page_stack.h"

#include <QBuffer>
#include <QLabel>
#include <QTabBar>
#include <QWheelEvent>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class AddressMaps : public Window
{
protected:
    static AddressMapPage* pageOf(MainWindow& window) { return window.findChild<AddressMapPage*>(); }
    static RegionChart* mapOf(MainWindow& window) { return pageOf(window)->map(); }
    /// Chooses the page and waits until it is drawn.
    static bool showMap(MainWindow& window)
    {
        for (QTabBar* tabs : window.findChildren<QTabBar*>())
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->tabText(tab) == QStringLiteral("Address Map"))
                    tabs->setCurrentIndex(tab);
        // Docks find their sizes in several rounds of events.
        QSize before;
        int rounds = 0;
        return waitUntil([&] {
            QApplication::processEvents();
            rounds = mapOf(window)->size() == before ? rounds + 1 : 0;
            before = mapOf(window)->size();
            return rounds > 5 && mapOf(window)->isVisible() && mapOf(window)->scene() && mapOf(window)->isDrawn();
        });
    }
    static RowId rowOf(MainWindow& window, const char* name) { return rowNamed(*window.state()->view(), name); }
    static QPoint middleOf(MainWindow& window, const char* name)
    {
        return mapOf(window)->scene()->rectOf(rowOf(window, name)).center().toPoint();
    }
    static void turn(MainWindow& window, const QPointF& at, Qt::KeyboardModifiers modifiers)
    {
        RegionChart* map = mapOf(window);
        QWheelEvent event(at, map->mapToGlobal(at.toPoint()), {}, {0, 120}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(map, &event);
    }

    /// Without a real pointer, which a screen smaller than the window would keep elsewhere.
    static void pointAt(MainWindow& window, const QPointF& at)
    {
        RegionChart* map = mapOf(window);
        QMouseEvent event(QEvent::MouseMove, at, map->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(map, &event);
    }
};

} // namespace

TEST_F(AddressMaps, IsMadeWhenItIsSeenAndShowsEachRowAtItsAddresses)
{
    const auto window = openWindow(profile());
    EXPECT_FALSE(window->state()->region().map()) << "not before it is seen";
    ASSERT_TRUE(showMap(*window));
    const RegionScene scene = *mapOf(*window)->scene();
    EXPECT_EQ(scene.content.map->height(), 65536);
    const QRectF x = scene.rectOf(rowOf(*window, "x"));
    const QRectF y = scene.rectOf(rowOf(*window, "y"));
    EXPECT_NEAR(x.height(), scene.plot().height() / 2, 1);
    EXPECT_NEAR(x.bottom(), scene.plot().bottom(), 1);
    EXPECT_NEAR(y.bottom(), x.top(), 1);
    EXPECT_GT(y.left(), x.left());
    EXPECT_FALSE(scene.rectOf(rowOf(*window, "p")).isEmpty()) << "an argument is a band below";
    EXPECT_GT(scene.rectOf(rowOf(*window, "p")).top(), scene.plot().bottom());
    const QImage shown = mapOf(*window)->grab().toImage();
    const double ratio = shown.devicePixelRatio();
    const auto colorAt
        = [&](double left) { return shown.pixelColor((QPointF(left, x.top() + x.height() / 4) * ratio).toPoint()); };
    EXPECT_NE(colorAt(x.left() + 10), colorAt(scene.plot().right() - 10)) << "x is freed before the end";
}

TEST_F(AddressMaps, PointingShowsARowAndAClickPinsIt)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const Focus& focus = window->state()->focus();
    pointAt(*window, middleOf(*window, "x"));
    EXPECT_EQ(focus.hovered(), rowOf(*window, "x"));
    EXPECT_TRUE(map->tip().lines().value(0).startsWith(QStringLiteral("x"))) << utf8(map->tip().lines().value(0));
    QTest::mouseClick(map, Qt::LeftButton, {}, middleOf(*window, "x"));
    EXPECT_EQ(focus.pinned(), rowOf(*window, "x"));
    const QPoint free = map->scene()->plot().topLeft().toPoint() + QPoint(20, 20);
    pointAt(*window, free);
    EXPECT_FALSE(focus.hovered());
    EXPECT_TRUE(map->tip().lines().value(0).contains(QStringLiteral("free"))) << utf8(map->tip().lines().value(0));
    EXPECT_TRUE(map->tip().lines().join(u' ').contains(QStringLiteral("next: y")))
        << utf8(map->tip().lines().join(u' '));
    QTest::mouseClick(map, Qt::LeftButton, {}, free);
    EXPECT_FALSE(focus.pinned());
    EXPECT_TRUE(map->accessibleDescription().contains(QStringLiteral("live")));
}

TEST_F(AddressMaps, TheWheelZoomsBothAxesOrOne)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const MapWindow all = map->window();
    turn(*window, middleOf(*window, "x"), Qt::ShiftModifier);
    EXPECT_LT(map->window().steps.size(), all.steps.size());
    EXPECT_EQ(map->window().size(), all.size());
    EXPECT_EQ(window->state()->axis().visible(), map->window().steps) << "the timeline shows the same steps";
    window->actions().of(Command::ShowAll)->trigger();
    EXPECT_EQ(map->window(), all);
    turn(*window, middleOf(*window, "x"), Qt::ControlModifier);
    EXPECT_EQ(map->window().steps, all.steps);
    EXPECT_LT(map->window().size(), all.size());
    EXPECT_GT(map->window().begin, 0);
    EXPECT_TRUE(window->actions().of(Command::Back)->isEnabled());
    window->actions().of(Command::Back)->trigger();
    EXPECT_EQ(map->window(), all);
    window->actions().of(Command::Forward)->trigger();
    EXPECT_LT(map->window().size(), all.size());
    EXPECT_TRUE(map->isDrawn() || waitUntil([&] { return map->grab(), map->isDrawn(); }));
}

TEST_F(AddressMaps, ADragZoomsToItsRectangleAndTheMiddleButtonMoves)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const MapWindow all = map->window();
    const auto height = static_cast<double>(all.size());
    const QRectF plot = map->scene()->plot();
    const QPoint from = (plot.topLeft() + QPointF(2, plot.height() / 4)).toPoint();
    const QPoint to = (plot.center() + QPointF(0, plot.height() / 4)).toPoint();
    QTest::mousePress(map, Qt::LeftButton, {}, from);
    QTest::mouseMove(map, to);
    QTest::mouseRelease(map, Qt::LeftButton, {}, to);
    const MapWindow zoomed = map->window();
    EXPECT_NEAR(static_cast<double>(zoomed.begin), height / 4, height / 50);
    EXPECT_NEAR(static_cast<double>(zoomed.end), height * 0.75, height / 50);
    EXPECT_LT(zoomed.steps.size(), all.steps.size());
    QTest::mousePress(map, Qt::MiddleButton, {}, plot.center().toPoint());
    QTest::mouseMove(map, plot.center().toPoint() + QPoint(0, 40));
    QTest::mouseRelease(map, Qt::MiddleButton, {}, plot.center().toPoint() + QPoint(0, 40));
    EXPECT_GT(map->window().begin, zoomed.begin);
    EXPECT_EQ(map->window().size(), zoomed.size());
    QTest::keyClick(map, Qt::Key_Down);
    EXPECT_LT(map->window().begin, zoomed.begin + all.size() / 8);
    QTest::mouseDClick(map, Qt::LeftButton, {}, middleOf(*window, "x"));
    EXPECT_LE(map->window().steps.begin, window->state()->view()->rows.start[rowOf(*window, "x")].value);
}

TEST_F(AddressMaps, KeysMoveTheCursorAndTheDockFollows)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    mapOf(*window)->setFocus();
    QTest::keyClick(mapOf(*window), Qt::Key_Home);
    EXPECT_EQ(window->state()->cursor(), StepId(0));
    auto* panel = window->findChild<RegionPanel*>();
    ASSERT_TRUE(panel->isVisible());
    EXPECT_TRUE(panel->toPlainText().contains(QStringLiteral("32"))) << utf8(panel->toPlainText());
    const QString before = panel->toPlainText();
    EXPECT_TRUE(before.contains(QStringLiteral("Why is it not smaller?")));
    EXPECT_TRUE(before.contains(QStringLiteral("Fragmentation")));
    QTest::keyClick(mapOf(*window), Qt::Key_Right);
    EXPECT_EQ(window->state()->cursor(), StepId(1));
    EXPECT_NE(panel->toPlainText(), before);
}

TEST_F(AddressMaps, WhatASearchLeavesOutIsPale)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const auto colorOf = [&](const char* name) {
        const QImage image = map->grab().toImage();
        const QRectF rect = map->scene()->rectOf(rowOf(*window, name));
        return image.pixelColor(((rect.topLeft() + QPointF(6, 6)) * image.devicePixelRatio()).toPoint());
    };
    const QColor before = colorOf("x");
    window->state()->filter().setText(QStringLiteral("nothing like it"));
    EXPECT_TRUE(waitUntil([&] { return colorOf("x") != before; }));
    window->state()->filter().clear();
    EXPECT_EQ(colorOf("x"), before);
}

TEST_F(AddressMaps, AReloadWhileItIsShownShowsTheNewMap)
{
    const QString path = profile();
    const auto window = openWindow(path);
    ASSERT_TRUE(showMap(*window));
    const auto before = window->state()->region().map();
    window->actions().of(Command::Reload)->trigger();
    EXPECT_TRUE(waitUntil([&] {
        const auto& now = window->state()->region().map();
        return now && now != before && mapOf(*window)->isVisible();
    }));
    EXPECT_EQ(&window->state()->region().map()->view(), window->state()->view().get());
}

TEST_F(AddressMaps, WithoutOffsetsItSaysSo)
{
    const auto window
        = openWindow(write(QStringLiteral("w.xplane.pb"),
                           test::containerBytes({{"jit_flat(1)", test::hloBytes("param 0 512\n  p 0 512\n")}})));
    for (QTabBar* tabs : window->findChildren<QTabBar*>())
        for (int tab = 0; tab < tabs->count(); ++tab)
            if (tabs->tabText(tab) == QStringLiteral("Address Map"))
                tabs->setCurrentIndex(tab);
    EXPECT_TRUE(allText(*pageOf(*window)).contains(QStringLiteral("The profile has no offsets, so there is no map.")))
        << utf8(allText(*pageOf(*window)));
    EXPECT_FALSE(pageOf(*window)->offersPicture());
}

TEST_F(AddressMaps, ThePictureIsWhatIsShown)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    const auto offered = pageOf(*window)->picture();
    ASSERT_TRUE(offered);
    const auto picture = offered->draw(offered->options, false);
    const QImage image = picture->image();
    EXPECT_EQ(image.size(), offered->options.size);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    EXPECT_TRUE(picture->svg(buffer));
    EXPECT_TRUE(buffer.data().contains("temporary region"));
}
