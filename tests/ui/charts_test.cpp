#include "tests/support/profile_builder.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/coordinates.h"
#include "ui/charts/curve_raster.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/overview_strip.h"
#include "ui/charts/step_curve.h"
#include "ui/charts/strip_layout.h"
#include "ui/charts/ticks.h"

#include <QApplication>
#include <QBuffer>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tidemark::ui {
namespace {

/// Ten steps; the argument p is always live, b is one step wide, c has padding.
std::shared_ptr<const SpaceTimeline> smallTimeline()
{
    const std::string hlo = test::hloBytes(R"(
        param 0 1024
          p 0 1024
        temp 16384
          a 0 4096
          b 4096 8192
          c 0 4096 f32[16,16]
          d 12288 2048
        trace +a +d -d +b -b -a +c +d -d -c
    )");
    const auto plan = Plan::parse(hlo);
    return plan ? replaySpace(*plan, 0) : nullptr;
}

std::uint32_t rowNamed(const SpaceTimeline& timeline, std::string_view name)
{
    for (std::uint32_t row = 0; row < timeline.rows.size(); ++row)
        if (nameOf(timeline, timeline.rows[row]) == name)
            return row;
    ADD_FAILURE() << "no row " << name;
    return 0;
}

TEST(Coordinates, StepIsACellAndPixelsFindItAgain)
{
    const StepScale scale{72, 500, {100, 150}};
    for (std::uint32_t step = 100; step < 150; ++step) {
        EXPECT_EQ(stepAt(scale, xOf(scale, step) + 0.01), step);
        EXPECT_EQ(stepAt(scale, centreOf(scale, step)), step);
        EXPECT_EQ(stepAt(scale, xOf(scale, step + 1.0) - 0.01), step);
    }
    EXPECT_EQ(stepAt(scale, 0), 100U);
    EXPECT_EQ(stepAt(scale, 1000), 149U);
}

TEST(Coordinates, ZoomKeepsTheStepUnderThePointer)
{
    const StepRange range{1000, 2000};
    const StepRange closer = zoomed(range, 10'000, 1250, 100);
    EXPECT_EQ(closer.size(), 100U);
    EXPECT_EQ(closer.begin, 1225U); // a quarter from the left, as before
    EXPECT_EQ(zoomed(range, 10'000, 1250, 1e9), (StepRange{0, 10'000}));
    EXPECT_EQ(zoomed(range, 10'000, 1250, 0).size(), 1U);
}

TEST(Coordinates, RangesStayInTheProgram)
{
    EXPECT_EQ(panned({10, 20}, 100, -50), (StepRange{0, 10}));
    EXPECT_EQ(panned({10, 20}, 100, 500), (StepRange{90, 100}));
    EXPECT_EQ(centredOn({0, 10}, 100, 50), (StepRange{46, 56}));
    EXPECT_EQ(centredOn({0, 10}, 10, 5), (StepRange{0, 10}));
}

TEST(Ticks, BytesHaveAtMostSixIntervalsOfOneUnitFromZero)
{
    std::mt19937_64 random(7);
    for (int i = 0; i < 2000; ++i) {
        const double top = std::exp2(std::uniform_real_distribution<double>(0, 45)(random));
        const ByteAxis axis = byteAxis(top, ByteUnit::Auto);
        ASSERT_GE(axis.ticks.size(), 2U) << top;
        ASSERT_LE(axis.ticks.size(), 7U) << top;
        EXPECT_EQ(axis.ticks[0].text, QStringLiteral("0"));
        EXPECT_LE(static_cast<double>(axis.ticks.back().bytes), axis.top + 1);
        const QString unit = axis.ticks[1].text.section(QChar(0xa0), 1);
        for (std::size_t t = 1; t < axis.ticks.size(); ++t)
            EXPECT_EQ(axis.ticks[t].text.section(QChar(0xa0), 1), unit);
    }
}

TEST(Ticks, GibibytesAreDecimalAndSmallerUnitsPowersOfTwo)
{
    const auto second = [](double top) { return byteAxis(top, ByteUnit::Auto).ticks.at(1).text; };
    EXPECT_EQ(second(5.7 * (1LL << 30)), QStringLiteral("1\u00a0GiB"));
    EXPECT_EQ(second(12.0 * (1LL << 30)), QStringLiteral("2\u00a0GiB"));
    EXPECT_EQ(second(14.0 * (1LL << 30)), QStringLiteral("2.5\u00a0GiB"));
    EXPECT_EQ(second(700.0 * (1LL << 20)), QStringLiteral("128\u00a0MiB"));
    EXPECT_EQ(byteAxis(5.7 * (1LL << 30), ByteUnit::MiB).ticks.at(1).text, QStringLiteral("1024\u00a0MiB"));
    EXPECT_EQ(byteAxis(0, ByteUnit::Auto).ticks.front().bytes, 0);
}

TEST(Ticks, StepsAreRoundAndInRange)
{
    const std::vector<StepTick> ticks = stepTicks({39, 331}, 12);
    ASSERT_FALSE(ticks.empty());
    EXPECT_EQ(ticks.front().step, 50U);
    EXPECT_EQ(ticks.back().step, 300U);
    EXPECT_LE(stepTicks({0, 4'000'000'000U}, 10).size(), 11U);
    EXPECT_EQ(stepTicks({0, 1}, 10).size(), 1U);
    EXPECT_TRUE(stepTicks({0, 10}, 0).empty());
    EXPECT_EQ(stepText(12'345), QStringLiteral("12,345"));
}

TEST(StepCurve, KeepsASpikeOfOneStepAtAnyWidth)
{
    std::vector<std::int64_t> levels(100'000, 10);
    levels[54'321] = 99;
    for (const int columns : {1, 7, 300, 1127, 99'999, 200'000}) {
        const QList<QPointF> points = curvePoints(levels, {0, 100'000}, columns, 1);
        EXPECT_LE(points.size(), 2 * columns);
        const auto high = [](const QPointF& point) { return point.y() == 99; };
        EXPECT_TRUE(std::ranges::any_of(points, high)) << columns;
        EXPECT_EQ(points.front().x(), 0);
        EXPECT_EQ(points.back().x(), 100'000);
        const std::vector<Column> pixels = pixelColumns(levels, {0, 100'000}, columns);
        ASSERT_EQ(pixels.size(), static_cast<std::size_t>(columns));
        EXPECT_TRUE(std::ranges::any_of(pixels, [](const Column& pixel) { return pixel.max == 99; })) << columns;
    }
}

TEST(StepCurve, HasBothCornersOfEachStepAndNothingOutsideTheRange)
{
    const std::vector<std::int64_t> levels = {1, 2, 2, 3, 9};
    const QList<QPointF> points = curvePoints(levels, {1, 4}, 100, 1);
    EXPECT_EQ(points, (QList<QPointF>{{1, 2}, {3, 2}, {3, 3}, {4, 3}}));
}

TEST(CurveRaster, DrawsASpikeToItsFullHeight)
{
    std::vector<std::int64_t> levels(50'000, 10);
    levels[20'000] = 80;
    CurveRaster curve;
    curve.level = pixelColumns(levels, {0, 50'000}, 200);
    curve.top = 100;
    curve.area = Qt::gray;
    curve.line = Qt::black;
    curve.baseBand = Qt::blue;
    QImage image(200, 100, QImage::Format_RGB32);
    image.fill(Qt::white);
    rasterCurve(image, image.rect(), curve);
    EXPECT_EQ(image.pixelColor(80, 20), QColor(Qt::black)); // the top of the spike
    EXPECT_EQ(image.pixelColor(80, 18), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(78, 60), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(78, 95), QColor(Qt::gray));
}

TEST(CurveRaster, HatchesWhatIsAboveTheCapacity)
{
    CurveRaster curve;
    curve.level = pixelColumns(std::vector<std::int64_t>{80}, {0, 1}, 50);
    curve.capacity = 40;
    curve.top = 100;
    curve.area = Qt::gray;
    curve.over = Qt::red;
    curve.overHatch = Qt::darkRed;
    QImage image(50, 100, QImage::Format_RGB32);
    rasterCurve(image, image.rect(), curve);
    const QColor above = image.pixelColor(25, 50);
    EXPECT_TRUE(above == QColor(Qt::red) || above == QColor(Qt::darkRed));
    EXPECT_EQ(image.pixelColor(25, 70), QColor(Qt::gray));
}

TEST(StripLayout, GivesPixelsToItemsInProportion)
{
    const StripLayout layout({{5, 100}, {7, 300}, {2, 600}}, 1000, 10);
    EXPECT_EQ(layout.totalBytes(), 1000);
    EXPECT_EQ(layout.itemAt(0), 0U);
    EXPECT_EQ(layout.itemAt(99), 0U);
    EXPECT_EQ(layout.itemAt(100), 1U);
    EXPECT_EQ(layout.itemAt(999), 2U);
    EXPECT_FALSE(layout.itemAt(1000));
    EXPECT_FALSE(layout.itemAt(-1));
    EXPECT_EQ(layout.itemOfRow(7), 1U);
    EXPECT_FALSE(layout.itemOfRow(3));
    EXPECT_FALSE(layout.itemOfRow(99));
    EXPECT_DOUBLE_EQ(layout.spanOf(2).begin, 400);
}

TEST(StripLayout, MergesItemsThinnerThanAPixelAndCoversEveryPixel)
{
    std::mt19937 random(3);
    for (const std::size_t count : {1U, 10U, 1000U, 50'000U}) {
        std::vector<StripItem> items;
        for (std::uint32_t i = 0; i < count; ++i)
            items.push_back({i, std::uniform_int_distribution<std::int64_t>(1, 1LL << 30)(random)});
        const StripLayout layout(items, 700, count);
        int end = 0;
        for (const StripLayout::Run& run : layout.runs()) {
            EXPECT_EQ(run.begin, end);
            end = run.end;
        }
        EXPECT_EQ(end, 700);
        for (std::uint32_t i = 0; i < count; ++i) {
            const StripLayout::Span span = layout.spanOf(i);
            if (span.end - span.begin >= 2) {
                EXPECT_EQ(layout.itemAt(static_cast<int>((span.begin + span.end) / 2)), i);
            }
        }
    }
    EXPECT_TRUE(StripLayout({}, 700, 0).runs().empty());
    EXPECT_FALSE(StripLayout({}, 700, 0).itemAt(3));
}

/// The three widgets of one state, shown.
class ChartsTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_chart.resize(1000, 320);
        m_overview.resize(1000, 38);
        m_strips.resize(1000, 142);
        m_timeline = smallTimeline();
        ASSERT_TRUE(m_timeline);
        m_state.setTimeline(m_timeline);
        for (QWidget* widget :
             {static_cast<QWidget*>(&m_chart), static_cast<QWidget*>(&m_overview), static_cast<QWidget*>(&m_strips)})
            widget->show();
        QApplication::processEvents();
    }

    QPoint at(std::uint32_t step) const
    {
        const PlotGeometry g = m_chart.plotGeometry();
        return {static_cast<int>(centreOf(g.steps, step)), static_cast<int>(g.top + g.height / 2)};
    }

    void drag(std::uint32_t from, std::uint32_t to, Qt::MouseButton button = Qt::LeftButton)
    {
        const QPoint begin = at(from);
        const QPoint end = at(to);
        QTest::mousePress(&m_chart, button, {}, begin);
        move(begin + (end - begin) / 2, button);
        move(end, button);
        QTest::mouseRelease(&m_chart, button, {}, end);
    }

    void move(QPoint to, Qt::MouseButton button)
    {
        QMouseEvent event(QEvent::MouseMove, to, m_chart.mapToGlobal(to), Qt::NoButton, button, Qt::NoModifier);
        QApplication::sendEvent(&m_chart, &event);
    }

    void wheel(QPoint to, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(to, m_chart.mapToGlobal(to), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&m_chart, &event);
    }

    ViewState m_state;
    MemoryChart m_chart{&m_state};
    OverviewStrip m_overview{&m_state};
    BufferStrips m_strips{&m_state};
    std::shared_ptr<const SpaceTimeline> m_timeline;
};

TEST_F(ChartsTest, ClickPutsTheCursor)
{
    QTest::mouseClick(&m_chart, Qt::LeftButton, {}, at(6));
    EXPECT_EQ(m_state.cursor(), 6U);
    EXPECT_FALSE(m_state.selectedRange());
}

TEST_F(ChartsTest, DragSelectsAndEnterZoomsToTheRange)
{
    drag(2, 6);
    ASSERT_TRUE(m_state.selectedRange());
    EXPECT_EQ(*m_state.selectedRange(), (StepRange{2, 7}));
    QTest::keyClick(&m_chart, Qt::Key_Return);
    EXPECT_EQ(m_state.visible(), (StepRange{2, 7}));
    EXPECT_FALSE(m_state.selectedRange());
    m_state.back();
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, DoubleClickZoomsInTheRangeAndCentresOutside)
{
    drag(2, 6);
    QTest::mouseDClick(&m_chart, Qt::LeftButton, {}, at(4));
    EXPECT_EQ(m_state.visible(), (StepRange{2, 7}));
    QTest::mouseDClick(&m_chart, Qt::LeftButton, {}, at(6));
    EXPECT_EQ(m_state.cursor(), 6U);
    EXPECT_EQ(m_state.visible(), (StepRange{4, 9}));
}

TEST_F(ChartsTest, WheelZoomsAtThePointerAndShiftWheelPans)
{
    const std::uint32_t step = 7;
    for (int i = 0; i < 3; ++i)
        wheel(at(step), 120);
    EXPECT_LT(m_state.visible().size(), m_state.steps());
    EXPECT_TRUE(contains(m_state.visible(), step));
    const StepRange range = m_state.visible();
    wheel(at(step), 120, Qt::ShiftModifier);
    EXPECT_EQ(m_state.visible().size(), range.size());
    EXPECT_LT(m_state.visible().begin, range.begin);
    for (int i = 0; i < 20; ++i)
        wheel(at(m_state.visible().begin), -120);
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, MiddleDragPans)
{
    m_state.setVisible({2, 6});
    drag(5, 3, Qt::MiddleButton);
    EXPECT_EQ(m_state.visible(), (StepRange{4, 8}));
    EXPECT_FALSE(m_state.selectedRange());
}

TEST_F(ChartsTest, KeysMoveTheCursorAndKeepItVisible)
{
    QTest::keyClick(&m_chart, Qt::Key_End);
    EXPECT_EQ(m_state.cursor(), m_state.steps() - 1);
    QTest::keyClick(&m_chart, Qt::Key_Left);
    EXPECT_EQ(m_state.cursor(), m_state.steps() - 2);
    QTest::keyClick(&m_chart, Qt::Key_P);
    EXPECT_TRUE(m_state.isCursorAtPeak());
    m_state.setVisible({7, 10});
    QTest::keyClick(&m_chart, Qt::Key_Home);
    EXPECT_TRUE(contains(m_state.visible(), 0));
    QTest::keyClick(&m_chart, Qt::Key_0);
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, LocalPeaksAreVisitedInOrder)
{
    const std::vector<std::uint32_t> peaks = localPeaks(m_timeline->occupied);
    m_state.setCursor(0);
    for (const std::uint32_t peak : peaks) {
        QTest::keyClick(&m_chart, Qt::Key_N);
        EXPECT_EQ(m_state.cursor(), peak);
    }
    for (auto peak = peaks.rbegin() + 1; peak != peaks.rend(); ++peak) {
        QTest::keyClick(&m_chart, Qt::Key_N, Qt::ShiftModifier);
        EXPECT_EQ(m_state.cursor(), *peak);
    }
}

TEST_F(ChartsTest, EscapeEndsSelectionThenPinThenFilterThenZoom)
{
    m_state.setVisible({2, 8});
    m_state.setFilter(QStringLiteral("a"));
    m_state.setPinned(0);
    m_state.setSelectedRange(StepRange{3, 5});
    m_chart.escape();
    EXPECT_FALSE(m_state.selectedRange());
    EXPECT_TRUE(m_state.pinned());
    m_chart.escape();
    EXPECT_FALSE(m_state.pinned());
    EXPECT_FALSE(m_state.filter().isEmpty());
    m_chart.escape();
    EXPECT_TRUE(m_state.filter().isEmpty());
    EXPECT_FALSE(m_state.isShowingAll());
    m_chart.escape();
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, TellsTheStepUnderThePointer)
{
    std::optional<std::uint32_t> told;
    QObject::connect(&m_chart, &MemoryChart::hoveredStep, &m_chart,
                     [&](std::optional<std::uint32_t> step) { told = step; });
    move(at(4), Qt::NoButton);
    EXPECT_EQ(told, 4U);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_chart, &leave);
    EXPECT_FALSE(told);
}

TEST_F(ChartsTest, DescribesTheCursorForScreenReaders)
{
    EXPECT_EQ(m_chart.accessibleName(), QStringLiteral("Memory vs program order"));
    EXPECT_TRUE(m_chart.accessibleDescription().endsWith(QStringLiteral("peak")));
    m_state.setCursor(0);
    EXPECT_EQ(m_chart.accessibleDescription(), QStringLiteral("step 0, 5\u00a0KiB"));
}

TEST_F(ChartsTest, LifetimeIsDrawnFromAllocationToDeallocation)
{
    const QImage before = m_chart.grab().toImage();
    const std::uint32_t row = rowNamed(*m_timeline, "b");
    m_state.setHovered(row);
    const QImage after = m_chart.grab().toImage();
    const PlotGeometry g = m_chart.plotGeometry();
    const BufferRow& buffer = m_timeline->rows[row];
    const int y = static_cast<int>(yOf(g.bytes, static_cast<double>(m_timeline->totals.base) + 6000));
    const auto differs = [&](double step) {
        const int x = static_cast<int>(xOf(g.steps, step));
        return before.pixel(x, y) != after.pixel(x, y);
    };
    EXPECT_TRUE(differs(buffer.start + 0.1));
    EXPECT_TRUE(differs(buffer.end - 0.1));
    EXPECT_FALSE(differs(buffer.start - 0.1));
    EXPECT_FALSE(differs(buffer.end + 0.1));
    m_state.setHovered(std::nullopt);
    EXPECT_EQ(m_chart.grab().toImage(), before);
}

TEST_F(ChartsTest, StripsFindAndShareTheHoveredRow)
{
    m_state.setCursor(m_timeline->occupiedPeakStep);
    const std::uint32_t row = rowNamed(*m_timeline, "b");
    for (const int strip : {StripsModel::ProgramOrder, StripsModel::Size}) {
        const QRectF rect = m_strips.rectOf(strip, row);
        ASSERT_FALSE(rect.isEmpty());
        EXPECT_EQ(m_strips.rowAt(rect.center().toPoint()), row);
    }
    EXPECT_FALSE(m_strips.rowAt({2, 2}));
    const QPoint place = m_strips.rectOf(StripsModel::Size, row).center().toPoint();
    QMouseEvent event(QEvent::MouseMove, place, m_strips.mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QApplication::sendEvent(&m_strips, &event);
    EXPECT_EQ(m_state.hovered(), row);
    QTest::mouseClick(&m_strips, Qt::LeftButton, {}, place);
    EXPECT_EQ(m_state.pinned(), row);
    QTest::mouseClick(&m_strips, Qt::LeftButton, {}, {2, 2});
    EXPECT_FALSE(m_state.pinned());
}

TEST_F(ChartsTest, StripsWalkByKeys)
{
    m_state.setCursor(m_timeline->occupiedPeakStep);
    QTest::keyClick(&m_strips, Qt::Key_Right);
    EXPECT_EQ(m_state.hovered(), m_state.live()[0].row);
    QTest::keyClick(&m_strips, Qt::Key_Right);
    EXPECT_EQ(m_state.hovered(), m_state.live()[1].row);
    QTest::keyClick(&m_strips, Qt::Key_Return);
    EXPECT_EQ(m_state.pinned(), m_state.live()[1].row);
}

TEST_F(ChartsTest, StripsHeaderAddsUp)
{
    for (std::uint32_t step = 0; step < m_state.steps(); ++step) {
        m_state.setCursor(step);
        EXPECT_TRUE(m_strips.headerText().contains(m_state.bytes(m_timeline->occupied[step])));
    }
}

TEST_F(ChartsTest, OverviewMovesAndStretchesTheWindow)
{
    m_state.setVisible({2, 6});
    const QRectF window = m_overview.windowRect();
    EXPECT_EQ(m_overview.partAt(window.center()), OverviewStrip::Part::Window);
    EXPECT_EQ(m_overview.partAt({window.left(), window.center().y()}), OverviewStrip::Part::LeftHandle);
    EXPECT_EQ(m_overview.partAt({window.right(), window.center().y()}), OverviewStrip::Part::RightHandle);
    QTest::mouseClick(&m_overview, Qt::LeftButton, {}, {static_cast<int>(window.right()) + 200, 15});
    EXPECT_EQ(m_state.visible().size(), 4U);
    EXPECT_GT(m_state.visible().begin, 2U);
    QTest::mouseDClick(&m_overview, Qt::LeftButton, {}, window.center().toPoint());
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST_F(ChartsTest, NothingOpenIsHarmless)
{
    m_state.setTimeline(nullptr);
    for (QWidget* widget :
         {static_cast<QWidget*>(&m_chart), static_cast<QWidget*>(&m_overview), static_cast<QWidget*>(&m_strips)}) {
        widget->grab();
        for (const int key :
             {Qt::Key_Left, Qt::Key_End, Qt::Key_P, Qt::Key_N, Qt::Key_Plus, Qt::Key_0, Qt::Key_Return, Qt::Key_Escape})
            QTest::keyClick(widget, static_cast<Qt::Key>(key));
        QTest::mouseClick(widget, Qt::LeftButton, {}, {300, 20});
        QTest::mouseDClick(widget, Qt::LeftButton, {}, {300, 20});
    }
    EXPECT_TRUE(renderChartImage(m_state, {}).isNull());
}

TEST_F(ChartsTest, PicturesHaveAnySize)
{
    m_state.setPinned(rowNamed(*m_timeline, "b"));
    PictureOptions options;
    options.title = QStringLiteral("jit_step(7) <b>&");
    options.subtitle = QStringLiteral("HBM (0)");
    for (const QSize size : {QSize(1, 1), QSize(200, 150), QSize(1600, 900), QSize(4000, 3000)}) {
        options.size = size;
        EXPECT_EQ(renderChartImage(m_state, options).size(), size);
    }
    options.size = {200, 150};
    options.isDark = true;
    EXPECT_LT(renderChartImage(m_state, options).pixelColor(1, 1).lightness(), 60);
    QBuffer buffer;
    ASSERT_TRUE(buffer.open(QIODevice::WriteOnly));
    EXPECT_TRUE(renderChartSvg(m_state, options, buffer));
    EXPECT_TRUE(buffer.data().contains("</svg>"));
    EXPECT_TRUE(buffer.data().contains("jit_step(7) &lt;b"));
}

TEST_F(ChartsTest, WhatIsAboveTheCapacityIsSeenOnScreenAndInPictures)
{
    PictureOptions options;
    const QImage plain = renderChartImage(m_state, options);
    options.capacity = Capacity{m_timeline->occupiedPeakBytes() / 2, QStringLiteral("device")};
    EXPECT_NE(renderChartImage(m_state, options), plain);
    const QImage before = m_chart.grab().toImage();
    m_chart.setCapacity(m_timeline->occupiedPeakBytes() / 2, QStringLiteral("device"));
    m_chart.setShowCapacity(true);
    EXPECT_NE(m_chart.grab().toImage(), before);
}

TEST_F(ChartsTest, SpaceWithoutTraceIsOneFlatStep)
{
    const auto plan = Plan::parse(test::hloBytes("param 0 512\n p 0 512\n"));
    ASSERT_TRUE(plan);
    m_state.setTimeline(replaySpace(*plan, 0));
    EXPECT_EQ(m_state.steps(), 1U);
    EXPECT_FALSE(m_chart.grab().isNull());
    wheel(at(0), 120);
    QTest::keyClick(&m_chart, Qt::Key_N);
    EXPECT_TRUE(m_state.isShowingAll());
}

TEST(BufferStrips, FindARowUnderEveryPixelAmongManyThinOnes)
{
    auto timeline = std::make_shared<SpaceTimeline>(*smallTimeline());
    const BufferRow row = timeline->rows.back();
    for (int i = 0; i < 100'000; ++i) {
        timeline->rows.push_back(row);
        timeline->rows.back().start = 0;
        timeline->rows.back().end = timeline->steps;
    }
    ViewState state;
    BufferStrips strips(&state);
    strips.resize(1000, 142);
    state.setTimeline(timeline);
    strips.grab();
    const QRect rect = strips.stripRect(StripsModel::Size);
    for (int x = rect.left(); x < rect.right(); ++x)
        EXPECT_TRUE(strips.rowAt({x, rect.center().y()}));
}

} // namespace
} // namespace tidemark::ui
