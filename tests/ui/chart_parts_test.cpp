#include "ui/charts/coordinates.h"
#include "ui/charts/curve_raster.h"
#include "ui/charts/step_curve.h"
#include "ui/charts/strip_layout.h"
#include "ui/charts/ticks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tidemark::ui {
namespace {

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

} // namespace
} // namespace tidemark::ui
