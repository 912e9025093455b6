// Tests of the address map: its boxes, zoom on both axes, hovering, free memory, and its picture.
#include "tests/support/temp_folder.h"
#include "tests/support/torch_snapshots.h"
#include "tests/ui/address_map_fixture.h"
#include "ui/panels/region_panel.h"
#include "ui/shell/page_stack.h"
#include "ui/widgets/labels.h"

#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>

#include <algorithm>
#include <optional>
#include <random>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(AddressMaps, AFilterIsClearedByALink)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    EXPECT_FALSE(wordsOf(*pageOf(*window)).contains(QStringLiteral("Clear the filter")));
    window->state()->filter().setText(QStringLiteral("nothing like it"));
    EXPECT_TRUE(wordsOf(*pageOf(*window)).contains(QStringLiteral("Clear the filter")));
    for (QLabel* label : pageOf(*window)->findChildren<QLabel*>())
        if (label->text().contains(QStringLiteral("Clear the filter")))
            emit label->linkActivated({});
    EXPECT_TRUE(window->state()->filter().isEmpty());
}

TEST_F(AddressMaps, AllSegmentsOfASnapshotAreOnePicture)
{
    constexpr std::int64_t kMiB = 1 << 20;
    test::Py::List segments;
    for (const std::int64_t address : {0x7f0000000000, 0x7f1000000000})
        segments.push_back(
            test::torchSegment(0, address, 4 * kMiB, kMiB,
                               test::Py::List{test::torchBlock(address, kMiB, kMiB, "active_allocated"),
                                              test::torchBlock(address + kMiB, 3 * kMiB, 0, "inactive")}));
    const test::TempFolder folder;
    const std::string path
        = folder.write("two.pickle", test::PickleWriter::written(test::torchSnapshot(segments, test::Py::List()), {}));
    const auto window = openWindow(QString::fromStdString(path));
    ASSERT_TRUE(showMap(*window));
    const auto boxes = pageOf(*window)->findChildren<QComboBox*>();
    const auto regions = std::ranges::find(boxes, QStringLiteral("Region"), &QComboBox::accessibleName);
    ASSERT_NE(regions, boxes.end());
    ASSERT_EQ((*regions)->count(), 3);
    EXPECT_EQ((*regions)->itemText(0), QStringLiteral("All segments"));
    EXPECT_EQ((*regions)->currentIndex(), 1) << "one segment is shown first";
    EXPECT_EQ(window->state()->regionMap()->boxes().boxes().size(), 1U);
    (*regions)->setCurrentIndex(0);
    emit(*regions)->activated(0);
    ASSERT_TRUE(waitUntil([&] {
        const auto map = window->state()->regionMap();
        return map && map->boxes().boxes().size() == 2;
    }));
    EXPECT_EQ(window->state()->regionMap()->levelAt(StepId(0)).free, 6 * kMiB);
    EXPECT_EQ(window->state()->regionMap()->levelAt(StepId(0)).largestGap, 3 * kMiB);

    segments.push_back(test::torchSegment(0, 0x7f2000000000, 4 * kMiB, 0, test::Py::List{}));
    const std::string three = folder.write(
        "three.pickle", test::PickleWriter::written(test::torchSnapshot(segments, test::Py::List()), {}));
    const auto other = openWindow(QString::fromStdString(three));
    ASSERT_TRUE(showMap(*other));
    const auto otherBoxes = pageOf(*other)->findChildren<QComboBox*>();
    const auto several = std::ranges::find(otherBoxes, QStringLiteral("Region"), &QComboBox::accessibleName);
    ASSERT_NE(several, otherBoxes.end());
    EXPECT_EQ((*several)->currentText(), QStringLiteral("All segments")) << "no segment has half of the memory";
}

TEST_F(AddressMaps, IsBuiltWhenFirstShownAndPlacesEachRowAtItsAddresses)
{
    const auto window = openWindow(profile());
    EXPECT_FALSE(window->state()->regionMap()) << "not before it is seen";
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
    ASSERT_TRUE(waitUntil([&] { return window->state()->meanings() != nullptr; }));
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
    const StepId there = map->scene()->stepOf(free);
    ASSERT_NE(window->state()->cursor(), there);
    QTest::mouseClick(map, Qt::LeftButton, {}, free);
    EXPECT_FALSE(focus.pinned());
    EXPECT_EQ(window->state()->cursor(), there) << "as in the chart";
    EXPECT_TRUE(map->accessibleDescription().contains(QStringLiteral("live")));
}

TEST_F(AddressMaps, HoveringTheColumnEqualsHoveringTheMapAtTheCursor)
{
    std::optional<StepId> hovered;
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const Focus& focus = window->state()->focus();
    QObject::connect(map, &RegionChart::hoveredStep, map, [&](std::optional<StepId> step) { hovered = step; });
    const auto inColumn
        = [&](std::int64_t address) { return QPointF(map->scene()->column.center().x(), map->scene()->y(address)); };
    window->state()->axis().setCursor(StepId(1));
    pointAt(*window, inColumn(33000));
    EXPECT_EQ(focus.hovered(), rowOf(*window, "y"));
    EXPECT_TRUE(map->tip().lines().value(0).startsWith(QStringLiteral("y"))) << utf8(map->tip().lines().value(0));
    EXPECT_EQ(hovered, StepId(1));
    pointAt(*window, inColumn(60000));
    EXPECT_FALSE(focus.hovered());
    EXPECT_TRUE(map->tip().lines().value(0).endsWith(QStringLiteral("free, step 1")))
        << utf8(map->tip().lines().value(0));
    window->state()->axis().setCursor(StepId(0));
    pointAt(*window, inColumn(33000));
    EXPECT_TRUE(map->tip().lines().value(0).endsWith(QStringLiteral("free, step 0")))
        << utf8(map->tip().lines().value(0));
    pointAt(*window, inColumn(16000));
    QTest::mouseClick(map, Qt::LeftButton, {}, inColumn(16000).toPoint());
    EXPECT_EQ(focus.pinned(), rowOf(*window, "x"));
}

TEST_F(AddressMaps, TheRegionNameIsElidedAtItsEnd)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    const auto labels = pageOf(*window)->findChildren<ElidedLabel*>();
    EXPECT_TRUE(std::ranges::any_of(
        labels, [](const ElidedLabel* label) { return label->text().contains(QStringLiteral("temporary region")); }));
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
    QTest::keyClick(map, Qt::Key_PageDown);
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

TEST_F(AddressMaps, RowsWithoutAMatchArePale)
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

TEST_F(AddressMaps, ASelectedRangeIsABandOverTheMap)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    window->state()->axis().setCursor(StepId(1));
    ASSERT_TRUE(waitUntil([&] { return map->isDrawn(); }));
    const QImage before = map->grab().toImage();
    const StepRange range{1, 2};
    window->state()->axis().setSelected(range);
    ASSERT_TRUE(waitUntil([&] { return map->isDrawn(); }));
    EXPECT_EQ(map->scene()->content.range, range);
    const RegionScene& scene = *map->scene();
    const QPointF inside(xOf(scene.chart.geometry.steps, 2) - 3, scene.plot().top() + 2);
    const QPointF outside(xOf(scene.chart.geometry.steps, 2) + 3, scene.plot().top() + 2);
    const auto isChanged = [&](const QPointF& at) {
        const QImage after = map->grab().toImage();
        const QPoint pixel = (at * after.devicePixelRatio()).toPoint();
        return after.pixel(pixel) != before.pixel(pixel);
    };
    EXPECT_TRUE(isChanged(inside));
    EXPECT_FALSE(isChanged(outside));
}

TEST_F(AddressMaps, AReloadWhileItIsShownShowsTheNewMap)
{
    const QString path = profile();
    const auto window = openWindow(path);
    ASSERT_TRUE(showMap(*window));
    const auto before = window->state()->regionMap();
    window->actions().of(Command::Reload)->trigger();
    EXPECT_TRUE(waitUntil([&] {
        const auto& now = window->state()->regionMap();
        return now && now != before && mapOf(*window)->isVisible();
    }));
    EXPECT_EQ(&window->state()->regionMap()->view(), window->state()->view().get());
}

TEST_F(AddressMaps, AReloadKeepsTheAddressesThatAreShown)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    turn(*window, middleOf(*window, "x"), Qt::ControlModifier);
    const MapWindow zoomed = map->window();
    ASSERT_LT(zoomed.size(), map->scene()->content.map->height());
    const auto before = window->state()->regionMap();
    window->actions().of(Command::Reload)->trigger();
    ASSERT_TRUE(waitUntil([&] {
        const auto& now = window->state()->regionMap();
        return now && now != before && map->isVisible();
    }));
    EXPECT_EQ(map->window().begin, zoomed.begin);
    EXPECT_EQ(map->window().end, zoomed.end);
    EXPECT_FALSE(map->canGoBack());
}

TEST_F(AddressMaps, TheBoxChoosesAmongSeveralRegions)
{
    const auto window = openWindow(
        write(QStringLiteral("two.xplane.pb"),
              test::containerBytes({{"jit_two(1)",
                                     test::hloBytes("temp 4096\n  a 0 4096\ntemp 65536\n  x 0 32768\n  y 32768 1024\n"
                                                    "trace +a +x +y -y -x -a\n")}})));
    ASSERT_TRUE(showMap(*window));
    auto* box = pageOf(*window)->findChild<QComboBox*>();
    ASSERT_TRUE(box && box->isVisible());
    ASSERT_EQ(box->count(), 2);
    EXPECT_TRUE(box->itemText(1).contains(QStringLiteral("64"))) << utf8(box->itemText(1));
    window->state()->units().setUnit(ByteUnit::B);
    EXPECT_TRUE(box->itemText(1).contains(QStringLiteral("65,536"))) << utf8(box->itemText(1));
    window->state()->units().setUnit(ByteUnit::Auto);
    EXPECT_EQ(mapOf(*window)->scene()->content.map->height(), 65536) << "the largest at first";
    EXPECT_EQ(box->currentIndex(), 1);
    EXPECT_FALSE(mapOf(*window)->scene()->content.map->boxOf(rowOf(*window, "a")));
    box->setCurrentIndex(0);
    emit box->activated(0);
    EXPECT_TRUE(waitUntil([&] {
        const RegionScene* scene = mapOf(*window)->scene();
        return scene && scene->content.map->height() == 4096;
    }));
    EXPECT_TRUE(mapOf(*window)->scene()->content.map->boxOf(rowOf(*window, "a")));
    EXPECT_TRUE(box->currentText().contains(QStringLiteral("4\u00a0KiB"))) << utf8(box->currentText());
}

TEST_F(AddressMaps, OpensAtAnOccupiedRegion)
{
    const auto window = openWindow(write(
        QStringLiteral("empty.xplane.pb"),
        test::containerBytes(
            {{"jit_empty(1)", test::hloBytes("temp 4096\n  a 0 4096\ntemp 65536\n  x 0 256\ntrace +x -x +a -a\n")}})));
    EXPECT_EQ(window->state()->cursor(), StepId(2)) << "the peak";
    ASSERT_TRUE(showMap(*window));
    EXPECT_EQ(window->state()->cursor(), StepId(2));
    EXPECT_EQ(window->state()->regionMap()->height(), 4096) << "the larger region is empty at the peak";
    auto* box = pageOf(*window)->findChild<QComboBox*>();
    box->setCurrentIndex(1);
    emit box->activated(1);
    EXPECT_TRUE(waitUntil([&] { return window->state()->cursor() == StepId(0); }))
        << "a step at which it has something";
    EXPECT_TRUE(wordsOf(*pageOf(*window)).contains(QStringLiteral("at most 256 B live")))
        << utf8(wordsOf(*pageOf(*window)));
}

TEST_F(AddressMaps, ABufferThatReusesMemoryInPlaceIsNamedFromThatStepOn)
{
    const auto window
        = openWindow(write(QStringLiteral("shared.xplane.pb"),
                           test::containerBytes({{"jit_shared(1)",
                                                  test::hloBytes("temp 65536\n  a 0 32768\n  c 0 32768\n  d 32768 512\n"
                                                                 "trace +a +d -d c=a -a +d -d -c\n")}})));
    ASSERT_TRUE(showMap(*window));
    ASSERT_TRUE(waitUntil([&] { return window->state()->uses() != nullptr; }));
    const RegionContent content = mapOf(*window)->content();
    const auto drawing = *drawRegion(content, {{1000, 500}, 0, 1}, QFont());
    QStringList names;
    for (const RegionName& name : drawing->names)
        names << name.text;
    EXPECT_EQ(names, (QStringList{QStringLiteral("a"), QStringLiteral("c")}));
    EXPECT_EQ(drawing->names.back().box.first, 3U);
    EXPECT_EQ(drawing->names.back().box.past, drawing->names.front().box.past + 4);
    const QRectF box = mapOf(*window)->scene()->rectOf(rowOf(*window, "a"));
    pointAt(*window, QPointF(box.right() - 4, box.center().y()));
    EXPECT_TRUE(mapOf(*window)->tip().lines().join(u' ').contains(QStringLiteral("used by c from 3 to 7 (2 of 2")))
        << utf8(mapOf(*window)->tip().lines().join(u' '));
}

TEST_F(AddressMaps, BoxesKeepTheirPlacesWhileTheMapIsRedrawn)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const auto hueAt = [&](const QPointF& at) {
        const QImage image = map->grab().toImage();
        return image.pixelColor((at * image.devicePixelRatio()).toPoint()).hue(); // alike on the lines of a hatching
    };
    const auto inside = [&] { return map->scene()->rectOf(rowOf(*window, "x")).bottomLeft() + QPointF(8, -8); };
    const int fill = hueAt(inside());
    turn(*window, map->scene()->plot().topLeft() + QPointF(30, 30), Qt::NoModifier);
    ASSERT_FALSE(map->isDrawn());
    EXPECT_EQ(hueAt(inside()), fill);
    EXPECT_FALSE(map->isDrawn()) << "painting waits for nothing";
    EXPECT_NE(hueAt(map->scene()->plot().topLeft() + QPointF(30, 30)), fill);
    EXPECT_TRUE(waitUntil([&] { return map->isDrawn(); }));
    EXPECT_EQ(hueAt(inside()), fill);
}

TEST_F(AddressMaps, LineMenuAndCardShowTheAvailableActions)
{
    const auto window = openWindow(profile());
    const QAction* copy = window->actions().of(Command::Copy);
    EXPECT_EQ(copy->text(), QStringLiteral("&Copy Rows"));
    ASSERT_TRUE(showMap(*window));
    EXPECT_EQ(copy->text(), QStringLiteral("&Copy Chart"));
    EXPECT_TRUE(window->actions().of(Command::Find)->isEnabled());
    const QString words = wordsOf(*window);
    EXPECT_TRUE(words.contains(QStringLiteral("2 boxes"))) << utf8(words);
    EXPECT_TRUE(words.contains(QStringLiteral("Shift+wheel the steps"))) << utf8(words);
    EXPECT_TRUE(words.contains(QStringLiteral("below: 512 B in 1 separate allocation"))) << utf8(words);
    QApplication::clipboard()->clear();
    window->actions().of(Command::Copy)->trigger();
    EXPECT_TRUE(waitUntil([] { return !QApplication::clipboard()->image().isNull(); }));
}

TEST_F(AddressMaps, AViewWithoutAddressesHasNoMap)
{
    const auto window
        = openWindow(write(QStringLiteral("w.xplane.pb"),
                           test::containerBytes({{"jit_flat(1)", test::hloBytes("param 0 512\n  p 0 512\n")}})));
    QStringList titles;
    for (const QTabBar* tabs : window->findChildren<QTabBar*>())
        for (int tab = 0; tab < tabs->count(); ++tab)
            titles << tabs->tabText(tab);
    EXPECT_TRUE(titles.contains(QStringLiteral("Timeline"))) << utf8(titles.join(u' '));
    EXPECT_FALSE(titles.contains(QStringLiteral("Address Map"))) << utf8(titles.join(u' '));
}

TEST_F(AddressMaps, ThePictureEqualsTheScreen)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    window->state()->setGroupWay(Facet::kByKind);
    ASSERT_TRUE(waitUntil([&] { return window->state()->areGroupsReady(); }));
    const auto offered = pageOf(*window)->picture();
    ASSERT_TRUE(offered);
    const auto picture = offered->make(offered->options, false);
    const QImage image = picture->image();
    EXPECT_EQ(image.size(), offered->options.size);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    EXPECT_TRUE(picture->svg(buffer));
    EXPECT_TRUE(buffer.data().contains("temporary region"));
    EXPECT_TRUE(buffer.data().contains("Temporary</text>")) << "what colours tell";
}

TEST_F(AddressMaps, InAnSvgFewBoxesAreRectanglesAndManyAnImage)
{
    const auto imagesOf = [&](std::size_t count) {
        std::string trace = "trace";
        std::string plan = "temp 1000000\n";
        for (std::size_t i = 0; i < count; ++i) {
            const std::string name = "b" + std::to_string(i);
            plan += "  " + name + " " + std::to_string(i % 100 * 1024) + " 1024\n";
            trace += " +" + name + " -" + name;
        }
        const auto window
            = openWindow(write(QStringLiteral("many.xplane.pb"),
                               test::containerBytes({{"jit_many(1)", test::hloBytes(plan + trace + "\n")}})));
        EXPECT_TRUE(showMap(*window));
        const auto offered = pageOf(*window)->picture();
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        EXPECT_TRUE(offered->make(offered->options, false)->svg(buffer));
        return buffer.data().count("<image");
    };
    EXPECT_EQ(imagesOf(20), 0);
    EXPECT_EQ(imagesOf(kVectorBoxes + 1), 1);
}

TEST(PlacedImage, ShowsTheNearestPixelOfItsPosition)
{
    std::mt19937 random(5);
    const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    constexpr QRgb kGround = 0xff010203;
    for (int i = 0; i < 300; ++i) {
        QImage image(1 + below(30), 1 + below(30), QImage::Format_RGB32);
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                image.setPixel(x, y, 0xff000000U | static_cast<QRgb>(random()));
        QImage target(40, 40, QImage::Format_RGB32);
        target.fill(Qt::white);
        const QRect area(below(20), below(20), 1 + below(30), 1 + below(30));
        const bool isMoved = i % 3 == 0;
        const QRectF place(below(60) - 20, below(60) - 20, isMoved ? image.width() : 1 + below(100),
                           isMoved ? image.height() : 1 + below(100));
        placeImage(target, area, image, place, kGround);
        for (int y = 0; y < target.height(); ++y)
            for (int x = 0; x < target.width(); ++x) {
                QRgb expected = 0xffffffff;
                if (area.contains(x, y)) {
                    const double left = (x + 0.5 - place.left()) / place.width() * image.width();
                    const double top = (y + 0.5 - place.top()) / place.height() * image.height();
                    const bool isThere = left >= 0 && top >= 0 && left < image.width() && top < image.height();
                    expected = isThere ? image.pixel(static_cast<int>(left), static_cast<int>(top)) : kGround;
                }
                ASSERT_EQ(target.pixel(x, y), expected) << x << ' ' << y;
            }
    }
}
