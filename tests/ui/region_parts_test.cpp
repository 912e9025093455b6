// Tests of the parts of an address map, without a window: zoom, drags, filtered rows, and drawing.
#include "tests/ui/region_fixture.h"
#include "ui/charts/chart_navigation.h"
#include "ui/charts/region_canvas.h"
#include "ui/charts/region_chart.h"
#include "ui/charts/region_painter.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

QMouseEvent mouseEvent(QEvent::Type type, Qt::MouseButton button, const QPointF& at)
{
    return {type, at, at, button, Qt::NoButton, Qt::NoModifier};
}

} // namespace

TEST(RegionPictures, FewVisibleBoxesOfManyAreRectangles)
{
    std::vector<PlacedRow> rows;
    for (std::uint32_t i = 0; i < 2 * kVectorBoxes; ++i)
        rows.push_back({"a", i % 100, i % 100 + 1, std::int64_t{i} * 16, 16});
    ViewState state;
    showRegion(state, placedView(rows, {0, std::nullopt, 0, 32 * static_cast<std::int64_t>(kVectorBoxes), 1}, 100));
    RegionContent content = wholeRegion(state);
    EXPECT_TRUE(holds(regionSvg(content), "<image"));
    content.window.end = 1600; // some of each block of 64 are inside
    EXPECT_FALSE(holds(regionSvg(content), "<image"));
}

TEST(RegionPictures, ManyHeldRangesAreAnImage)
{
    ViewState state;
    const std::shared_ptr<View> few = twoPlaced();
    const std::shared_ptr<View> many = twoPlaced();
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(kVectorBoxes); ++i) {
        const Rows::Held held{0, 33792 + 6 * i, 33796 + 6 * i, {0, 4}};
        many->rows.held.push_back(held);
        if (i % 2 == 0)
            few->rows.held.push_back(held);
    }
    showRegion(state, few);
    EXPECT_FALSE(holds(regionSvg(wholeRegion(state)), "<image"));
    showRegion(state, many);
    EXPECT_TRUE(holds(regionSvg(wholeRegion(state)), "<image"));
}

TEST(RegionPictures, HaveALegendOfColours)
{
    ViewState state;
    showRegion(state, twoPlaced());
    const std::string svg = regionSvg(wholeRegion(state), regionLegendOf(state));
    EXPECT_TRUE(holds(svg, "Temporary</text>")) << svg;
    EXPECT_FALSE(holds(svg, "Output</text>")) << "there is none";
}

TEST(RegionZoom, AnotherRegionIsShownWholeAndTheSameOneKeepsItsAddresses)
{
    const auto mapIn = [](std::int64_t begin, std::int64_t end, const char* host = "worker-0") {
        const auto view = placedView({{"a", 0, 2, begin, 500}}, {0, std::nullopt, begin, end, 1}, 4);
        view->host = host;
        return regionMapOf(view);
    };
    const StepRange all{0, 4};
    RegionZoom zoom;
    zoom.show(*mapIn(0, 1000), all);
    ASSERT_TRUE(zoom.set({all, 100, 200}));
    zoom.show(*mapIn(0, 2000), all);
    EXPECT_EQ(zoom.window(), (MapWindow{all, 100, 200})) << "read again, and larger";
    zoom.show(*mapIn(5000, 6000), all);
    EXPECT_EQ(zoom.window(), (MapWindow{all, 5000, 6000})) << "another stretch of addresses";
    ASSERT_TRUE(zoom.set({all, 5100, 5200}));
    zoom.show(*mapIn(5000, 6000, "worker-1"), all);
    EXPECT_EQ(zoom.window(), (MapWindow{all, 5000, 6000})) << "another worker, whose steps are all shown, too";
}

TEST(RegionZoom, OpensAtOccupiedAddressesAndKeepsTheUsersChoice)
{
    const auto map = regionMapOf(
        placedView({{"a", 0, 2, 512, 64}, {"b", 1, 3, 576, 64}, {"c", 0, 4, 65520, 16}}, {0, 0, 0, 65536, 1}, 4));
    const StepRange all{0, 4};
    RegionZoom zoom;
    zoom.show(*map, all);
    EXPECT_EQ(zoom.window(), (MapWindow{all, 496, 656})) << "with an eighth around it; little lies at the other end";
    EXPECT_FALSE(zoom.canGoBack());
    zoom.show(*map, all);
    EXPECT_EQ(zoom.window(), (MapWindow{all, 496, 656}));
    ASSERT_TRUE(zoom.set(map->all()));
    zoom.show(*map, all);
    EXPECT_EQ(zoom.window(), map->all()) << "read again";
}

TEST(RegionZoom, SmallTurnsOfTheWheelAddUp)
{
    const auto map = regionMapOf(placedView({{"a", 0, 2, 0, 1 << 19}}, {0, std::nullopt, 0, 1 << 20, 1}, 100));
    RegionZoom notch;
    RegionZoom small;
    for (RegionZoom* zoom : {&notch, &small})
        zoom->show(*map, {0, 100});
    notch.zoom(1.25, 1.25, 0.5, 0.5);
    const double part = std::pow(1.25, 0.01);
    for (int i = 0; i < 100; ++i)
        small.zoom(part, part, 0.5, 0.5);
    EXPECT_EQ(notch.window().steps.size(), 80U);
    EXPECT_NEAR(small.window().steps.size(), 80, 1);
    EXPECT_NEAR(static_cast<double>(small.window().size()), static_cast<double>(notch.window().size()), 2);
    for (int i = 0; i < 100; ++i)
        small.zoom(1 / part, 1 / part, 0.5, 0.5);
    EXPECT_NEAR(small.window().steps.size(), 100, 1);
}

TEST(RegionZoom, MovesOnlyToRevealHiddenAddresses)
{
    const auto map = regionMapOf(twoPlaced());
    RegionZoom zoom;
    zoom.show(*map, {0, 4});
    EXPECT_FALSE(zoom.reveal(32768, 33792));
    ASSERT_TRUE(zoom.set({{0, 4}, 0, 4000}));
    EXPECT_FALSE(zoom.reveal(0, 32768)) << "it is larger than what is shown, and part of it is seen";
    EXPECT_TRUE(zoom.reveal(32768, 33792));
    EXPECT_EQ(zoom.window(), (MapWindow{{0, 4}, 31280, 35280}));
}

TEST(ChartDrag, EndsWithTheButtonItBeganWith)
{
    using Mode = ChartDrag::Mode;
    QWidget widget;
    ChartDrag drag(&widget, Qt::Horizontal | Qt::Vertical);
    EXPECT_TRUE(drag.press(mouseEvent(QEvent::MouseButtonPress, Qt::LeftButton, {10, 10})));
    drag.moveTo({100, 90});
    EXPECT_TRUE(drag.mode() == Mode::Selecting);
    EXPECT_FALSE(drag.press(mouseEvent(QEvent::MouseButtonPress, Qt::MiddleButton, {100, 90})));
    EXPECT_TRUE(drag.release(mouseEvent(QEvent::MouseButtonRelease, Qt::MiddleButton, {100, 90})) == Mode::Idle);
    EXPECT_TRUE(drag.mode() == Mode::Selecting);
    EXPECT_TRUE(drag.release(mouseEvent(QEvent::MouseButtonRelease, Qt::LeftButton, {100, 90})) == Mode::Selecting);
    EXPECT_EQ(drag.rect(), QRectF(10, 10, 90, 80));
    EXPECT_TRUE(drag.mode() == Mode::Idle);
}

TEST(RegionMatches, KeepsOldMatchesUntilAllRowsAreSearched)
{
    std::vector<PlacedRow> placed(200, {"straw", 0, 4, 0, 16});
    placed[150].name = "needle";
    for (std::size_t i = 0; i < placed.size(); ++i)
        placed[i].offset = static_cast<std::int64_t>(i) * 16;
    const auto view = placedView(placed, {0, std::nullopt, 0, 3200, 1}, 4);
    view->rows.describe = [describe = view->rows.describe](RowId row, Facts& facts) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        describe(row, facts);
    };
    ViewState state;
    showRegion(state, view);
    RegionMatches matches(&state);
    state.filter().setText(QStringLiteral("needle"));
    QTest::qWait(20);
    EXPECT_FALSE(matches.matches()) << "nobody wants to see it";
    matches.setWanted(true);
    EXPECT_FALSE(matches.matches()) << "some rows are no answer";
    ASSERT_TRUE(QTest::qWaitFor([&] { return matches.matches() != nullptr; }, 30000));
    const auto first = matches.matches();
    EXPECT_EQ(std::count(first->begin(), first->end(), true), 1);
    EXPECT_TRUE((*first)[150]);
    state.filter().setText(QStringLiteral("{")); // the filter uses other names, so all rows are described again
    EXPECT_EQ(matches.matches(), first);
    matches.finish();
    EXPECT_EQ(std::count(matches.matches()->begin(), matches.matches()->end(), true), 0);
    matches.setWanted(false);
    state.filter().clear();
    EXPECT_FALSE(matches.matches());
}

TEST(RegionMatches, AreSearchedAgainWhenTheCursorMovesAndSignalChanges)
{
    ViewState state;
    showRegion(state,
               placedView({{"always", 0, 4, 0, 16}, {"early", 0, 2, 16, 16}, {"late", 2, 4, 16, 16}},
                          {0, std::nullopt, 0, 64, 1}, 4));
    RegionMatches matches(&state);
    matches.setWanted(true);
    const QSignalSpy changes(&matches, &RegionMatches::changed);
    state.setMarked(StepId(1));
    state.axis().setCursor(StepId(2));
    EXPECT_EQ(changes.size(), 0) << "nothing is asked for";
    state.setMarkedParts({true, false, false});
    EXPECT_EQ(changes.size(), 1);
    EXPECT_EQ(*matches.matches(), (std::vector{false, true, false}));
    state.axis().setCursor(StepId(0));
    EXPECT_EQ(changes.size(), 2);
    EXPECT_EQ(*matches.matches(), (std::vector{false, false, false}));
    state.axis().setCursor(StepId(1));
    EXPECT_EQ(changes.size(), 2) << "the same rows";
}

TEST(RegionScene, AddressesAreDistinctAndNeverCut)
{
    ViewState state;
    showRegion(state, twoPlaced());
    RegionContent content = wholeRegion(state);
    const QFontMetricsF metrics(chartFonts(QApplication::font()).small);
    for (const ByteUnit unit : {ByteUnit::Auto, ByteUnit::B, ByteUnit::KiB, ByteUnit::MiB, ByteUnit::GiB})
        for (const std::int64_t begin : {0LL, 4096LL, (3LL << 29) + 12345, 0x7e0000000000LL})
            for (std::int64_t size = 16; size <= 1LL << 40; size *= 4) {
                content.chart.unit = unit;
                content.window = {{0, 4}, begin, begin + size};
                const RegionScene scene = regionSceneOf(content);
                const std::vector<ByteTick>& ticks = scene.addresses.ticks;
                ASSERT_FALSE(ticks.empty()) << begin << ' ' << size;
                for (std::size_t i = 0; i < ticks.size(); ++i) {
                    EXPECT_LE(metrics.horizontalAdvance(ticks[i].text), scene.plot().left() - 7)
                        << plainWords(ticks[i].text);
                    EXPECT_TRUE(i == 0 || ticks[i].text != ticks[i - 1].text)
                        << plainWords(ticks[i].text) << " from " << begin << " on, of " << size;
                }
            }
    content.chart.unit = ByteUnit::Auto;
    content.window = {{0, 4}, (3LL << 29) + 12345, (3LL << 29) + 12345 + 4096};
    const RegionScene scene = regionSceneOf(content);
    EXPECT_EQ(plainWords(scene.baseText()), "addresses above 1,610,625,024 B");
    EXPECT_EQ(plainWords(scene.addresses.ticks.front().text), "+1 KiB");
    EXPECT_EQ(scene.addresses.ticks.front().bytes, 1'610'625'024 + 1024);
    EXPECT_EQ(plainWords(regionSceneOf(wholeRegion(state)).baseText()), "");
}

TEST(RegionDrawing, ThinBoxesAreAsFaintAsTheirShareOfThePixel)
{
    EXPECT_EQ(alphaOf(1e-9), 1);
    EXPECT_EQ(alphaOf(51.0 / 255), 51);
    EXPECT_EQ(alphaOf(0.1), 26);
    EXPECT_EQ(alphaOf(1), 255);
    ViewState state;
    showRegion(state, twoPlaced());
    const RegionContent content = wholeRegion(state);
    RegionDrawing drawing;
    drawing.window = content.window;
    drawing.raster.width = 3;
    drawing.raster.height = 1;
    drawing.raster.share = {0.1F, 1e-6F, 1};
    drawing.raster.row = {RowId(0), RowId(0), RowId(0)};
    const RowFills fills(content, colorsFor(lightPalette()));
    const QImage image = imagesOf(drawing, {QSize(3, 1), 0, 1}, fills, Qt::transparent, Qt::black).boxes;
    EXPECT_EQ(qAlpha(image.pixel(0, 0)), 26);
    EXPECT_EQ(qAlpha(image.pixel(1, 0)), 1);
    EXPECT_EQ(qAlpha(image.pixel(2, 0)), 255);
}

TEST(RegionDrawing, MarksMemoryThatTheAllocatorDoesNotHold)
{
    ViewState state;
    const std::shared_ptr<View> view = twoPlaced();
    view->rows.held = {{0, 0, 65536, {0, 2}}, {0, 0, 32768, {2, 4}}};
    showRegion(state, view);
    const RegionContent content = wholeRegion(state);
    const RegionPixels pixels{QSize(4, 2), 0, 1};
    const auto drawing = drawRegion(content, pixels, QFont());
    ASSERT_TRUE(drawing);
    const QImage image
        = imagesOf(**drawing, pixels, RowFills(content, colorsFor(lightPalette())), Qt::white, Qt::red).boxes;
    EXPECT_EQ(image.pixelColor(0, 0), QColor(Qt::white)) << "free";
    EXPECT_EQ(image.pixelColor(2, 0), QColor(Qt::red));
    EXPECT_EQ(image.pixelColor(3, 0), QColor(Qt::red));
    EXPECT_EQ(image.pixelColor(3, 1), QColor(Qt::white)) << "free";
}

TEST(RegionDrawing, ThinBoxesAreFaintInAnSvg)
{
    ViewState state;
    showRegion(
        state,
        placedView({{"a", 0, 4, 0, 500'000}, {"thin", 1, 3, 600'000, 50}}, {0, std::nullopt, 0, 1'000'000, 1}, 4));
    EXPECT_TRUE(holds(regionSvg(wholeRegion(state)), "fill-opacity=\"0.0"));
}

TEST(RegionDrawing, TheColumnShowsTheWholeSizeOfAPartlyVisibleGap)
{
    ViewState state;
    showRegion(state, twoPlaced());
    RegionContent content = wholeRegion(state);
    content.window = {{0, 4}, 0, 40960};
    const std::string svg = regionSvg(content);
    EXPECT_TRUE(holds(svg, "31 KiB")) << svg;
    EXPECT_FALSE(holds(svg, ">7 KiB")) << "that much of it is seen";
}

TEST(RegionDrawing, APictureHasTheLineOfTheCursor)
{
    ViewState state;
    showRegion(state, twoPlaced());
    state.axis().setCursor(StepId(3));
    RegionScene scene = regionSceneOf(wholeRegion(state));
    scene.chart.isPicture = true;
    QImage image(900, 500, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintRegionMarks(painter, scene, scene.content.map->levelAt(StepId(3)));
    painter.end();
    const int x = static_cast<int>(centreOf(scene.chart.geometry.steps, StepId(3)));
    const int y = static_cast<int>(scene.plot().center().y());
    bool isThere = false;
    for (int at = x - 2; at <= x + 2; ++at)
        isThere = isThere || image.pixel(at, y) == scene.chart.colors.highlight.rgb();
    EXPECT_TRUE(isThere);
}

TEST(RegionDrawing, SelectedBoxesAreOutlined)
{
    ViewState state;
    showRegion(state, twoPlaced());
    state.focus().setSelected({RowId(0)});
    const RegionScene scene = regionSceneOf(wholeRegion(state));
    QImage image(900, 500, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintRegionMarks(painter, scene, scene.content.map->levelAt(state.cursor()));
    painter.end();
    const QRectF box = scene.rectOf(RowId(0));
    const auto isTextAt = [&](double left) {
        return image.pixel(QPointF(left, box.bottom() - 20).toPoint()) == scene.chart.colors.text.rgb();
    };
    EXPECT_TRUE(isTextAt(box.left()) || isTextAt(box.left() + 1));
    EXPECT_FALSE(isTextAt(box.left() + 20));
}

TEST(RegionDrawing, TheNameOfAFilteredBoxIsFaint)
{
    ViewState state;
    showRegion(state, twoPlaced());
    RegionContent content = wholeRegion(state);
    RegionDrawing drawing;
    drawing.names = {{*content.map->boxOf(RowId(0)), QStringLiteral("MMMMMMMM"), 100}};
    const auto darkest = [&] {
        QImage image(900, 500, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintRegionNames(painter, regionSceneOf(content), drawing);
        painter.end();
        int least = 255;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                least = std::min(least, qGray(image.pixel(x, y)));
        return least;
    };
    content.matches = std::make_shared<const std::vector<bool>>(std::vector{true, true});
    const int plain = darkest();
    ASSERT_LT(plain, 255);
    content.matches = std::make_shared<const std::vector<bool>>(std::vector{false, true});
    EXPECT_GT(darkest(), plain);
    EXPECT_LT(darkest(), 255);
}

TEST(RegionOverlay, AFramesAreaIsRepaintedWhenTheFrameGoesAlsoAfterAZoom)
{
    ViewState state;
    showRegion(state, twoPlaced());
    RegionContent content = wholeRegion(state);
    RegionOverlay overlay;
    QImage image(900, 500, QImage::Format_RGB32);
    QPainter painter(&image);
    state.focus().setHovered(RowId(0));
    overlay.paint(painter, regionSceneOf(content), state.focus(), {}, false);
    content.window.end = 40960;
    const RegionScene zoomed = regionSceneOf(content);
    overlay.paint(painter, zoomed, state.focus(), {}, false);
    state.focus().setHovered(std::nullopt);
    const QRegion anew = overlay.reframed(zoomed, state.focus());
    EXPECT_TRUE(QRegion(zoomed.rectOf(RowId(0)).toAlignedRect()).subtracted(anew).isEmpty());
    state.focus().setHovered(RowId(1));
    EXPECT_FALSE(overlay.reframed(zoomed, state.focus()).subtracted(anew).isEmpty()) << "and the new one";
}

TEST(RegionCanvas, ShowsADrawingErrorAndRetriesAnotherRegion)
{
    const auto fails = std::make_shared<std::atomic<bool>>(false);
    const auto view = twoPlaced();
    view->rows.name = [fails](RowId) -> std::string {
        if (*fails)
            throw std::runtime_error("no name is left");
        return "row";
    };
    ViewState state;
    showRegion(state, view);
    RegionContent content = wholeRegion(state);
    const RegionLevel level = content.map->levelAt(StepId(0));
    RegionCanvas canvas;
    const auto draw = [&](StepRange steps) {
        content.window.steps = content.chart.visible = steps;
        canvas.invalidate();
        canvas.picture(regionSceneOf(content), level, QSize(900, 500), 1);
        return canvas.isDrawn(regionSceneOf(content), 1);
    };
    EXPECT_TRUE(draw({0, 4}));
    *fails = true;
    EXPECT_FALSE(draw({0, 3}));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !canvas.failure().isEmpty(); }, 30000));
    EXPECT_TRUE(holds(plainWords(canvas.failure()), "no name is left")) << plainWords(canvas.failure());
    *fails = false;
    EXPECT_FALSE(draw({0, 3})) << "it is not tried again and again";
    EXPECT_TRUE(draw({0, 2}));
    EXPECT_TRUE(canvas.failure().isEmpty());
}
