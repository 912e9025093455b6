#include "ui/charts/buffer_strips.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/plot.h"
#include "ui/charts/scales.h"
#include "ui/state/row_text.h"

#include <QFontMetricsF>
#include <QRegularExpression>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace tidemark::ui {
namespace {

TEST(Coordinates, AStepIsACellAndItsPixelsMapBackToIt)
{
    const StepScale scale{72, 500, {100, 150}};
    for (std::uint32_t step = 100; step < 150; ++step) {
        EXPECT_EQ(stepAt(scale, xOf(scale, step) + 0.01), StepId(step));
        EXPECT_EQ(stepAt(scale, centreOf(scale, StepId(step))), StepId(step));
        EXPECT_EQ(stepAt(scale, xOf(scale, step + 1.0) - 0.01), StepId(step));
    }
    EXPECT_EQ(stepAt(scale, 0), StepId(100));
    EXPECT_EQ(stepAt(scale, 1000), StepId(149));
}

TEST(PlotTips, CoverNoTagIfThereIsRoomElsewhere)
{
    Plot plot;
    plot.fonts = chartFonts(QFont());
    plot.place({50, 10, 600, 300}, {0, 10});
    const QPointF at(300, 150);
    ChartPointer pointer{StepId(4), at.x(), {{QStringLiteral("Step 4"), QStringLiteral("1 GiB")}}};
    placeTip(pointer, plot, at, 11);
    const QRectF usual = pointer.box;
    EXPECT_FALSE(usual.contains(at));
    const QRectF above = usual.translated(0, -usual.height() - 20);
    for (const std::vector<QRectF>& tags : {std::vector{usual}, std::vector{usual, above}, std::vector{above, usual}}) {
        placeTip(pointer, plot, at, 11, tags);
        EXPECT_TRUE(plot.plot().contains(pointer.box));
        for (const QRectF& tag : tags)
            EXPECT_FALSE(pointer.box.intersects(tag));
    }
}

TEST(Coordinates, ZoomKeepsTheStepUnderThePointer)
{
    const StepRange range{1000, 2000};
    const StepRange closer = zoomed(range, 10'000, 1250, 100);
    EXPECT_EQ(closer.size(), 100U);
    EXPECT_EQ(closer.begin, 1225U); // still a quarter from the left
    EXPECT_EQ(zoomed(range, 10'000, 1250, 1e9), (StepRange{0, 10'000}));
    EXPECT_EQ(zoomed(range, 10'000, 1250, 0).size(), 1U);
}

TEST(Coordinates, RangesStayInTheProgram)
{
    EXPECT_EQ(panned({10, 20}, 100, -50), (StepRange{0, 10}));
    EXPECT_EQ(panned({10, 20}, 100, 500), (StepRange{90, 100}));
    EXPECT_EQ(centredOn({0, 10}, 100, StepId(50)), (StepRange{46, 56}));
    EXPECT_EQ(centredOn({0, 10}, 10, StepId(5)), (StepRange{0, 10}));
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

TEST(Ticks, ByteTicksExistForARangeOfAnySize)
{
    for (const ByteUnit unit : {ByteUnit::Auto, ByteUnit::B, ByteUnit::GiB})
        for (const std::int64_t begin : {std::int64_t{0}, std::int64_t{4096}})
            for (const std::int64_t size : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 40}) {
                const std::vector<ByteTick> ticks = byteTicks(begin, begin + size, unit);
                ASSERT_FALSE(ticks.empty()) << begin << ' ' << size;
                EXPECT_LE(ticks.size(), 8u);
                EXPECT_GE(ticks.front().bytes, begin);
                EXPECT_LE(ticks.back().bytes, begin + size);
            }
}

TEST(Ticks, ByteTicksAreNumbersDespiteRounding)
{
    QStringList texts;
    for (const ByteTick& tick : byteTicks(435'939'240, 1'080'184'300, ByteUnit::Auto)) // 0.406 to 1.006 GiB
        texts << tick.text.section(QChar(0xa0), 0, 0);
    EXPECT_EQ(texts.join(u' ').toStdString(), "0.5 0.6 0.7 0.8 0.9 1");
    std::mt19937_64 random(8);
    for (int i = 0; i < 2000; ++i) {
        const auto begin = static_cast<std::int64_t>(random() % (std::uint64_t{1} << 34));
        const auto size = static_cast<std::int64_t>(std::uint64_t{1} << (random() % 36));
        for (const ByteTick& tick : byteTicks(begin, begin + size, ByteUnit::GiB))
            EXPECT_FALSE(tick.text.contains(QStringLiteral(".\u00a0"))) << begin << ' ' << size;
    }
}

TEST(Ticks, GibibytesAreDecimalAndSmallerUnitsPowersOfTwo)
{
    const auto second = [](double top) { return byteAxis(top, ByteUnit::Auto).ticks.at(1).text; };
    EXPECT_EQ(second(5.7 * (1LL << 30)), QStringLiteral("1\u00a0GiB"));
    EXPECT_EQ(second(12.0 * (1LL << 30)), QStringLiteral("2\u00a0GiB"));
    EXPECT_EQ(second(14.0 * (1LL << 30)), QStringLiteral("2.5\u00a0GiB"));
    EXPECT_EQ(second(18.0 * (1LL << 40)), QStringLiteral("5\u00a0TiB")) << "as all other sizes are written";
    EXPECT_EQ(byteAxis(18.0 * (1LL << 40), ByteUnit::GiB).ticks.at(1).text, QStringLiteral("5,000\u00a0GiB"));
    EXPECT_EQ(second(700.0 * (1LL << 20)), QStringLiteral("128\u00a0MiB"));
    EXPECT_EQ(byteAxis(5.7 * (1LL << 30), ByteUnit::MiB).ticks.at(1).text, QStringLiteral("1,000\u00a0MiB"));
    EXPECT_EQ(byteAxis(0, ByteUnit::Auto).ticks.front().bytes, 0);
}

TEST(Ticks, AreRoundInEveryUnitAndWithoutExponents)
{
    for (const double top : {300.0 * (1LL << 30), 5.7 * (1LL << 30), 9.0 * (1LL << 20), 3e3, 40.0})
        for (const ByteUnit unit : {ByteUnit::B, ByteUnit::KiB, ByteUnit::MiB, ByteUnit::GiB}) {
            const ByteAxis axis = byteAxis(top, unit);
            ASSERT_LE(axis.ticks.size(), 7U);
            for (const ByteTick& tick : axis.ticks) {
                QString number = tick.text.section(QChar(0xa0), 0, 0);
                EXPECT_FALSE(number.contains(u'e')) << tick.text.toStdString();
                number.remove(u',').remove(u'.');
                const double digits = number.toDouble();
                // A label has at most two significant digits, or is a multiple of a power of two below 1,024.
                const QString significant = number.remove(QRegularExpression(QStringLiteral("^0+|0+$")));
                EXPECT_TRUE(significant.size() <= 2 || digits < 1024 || top < 1 << 20) << tick.text.toStdString();
            }
        }
    EXPECT_EQ(byteAxis(5.7 * (1LL << 30), ByteUnit::B).ticks.at(1).text, QStringLiteral("2,000,000,000\u00a0B"));
}

TEST(Ticks, TheGutterHasRoomForTheWidestLabel)
{
    const QFont small = chartFonts(QFont()).small;
    const QFontMetricsF metrics(small);
    for (const ByteUnit unit : {ByteUnit::Auto, ByteUnit::B, ByteUnit::KiB, ByteUnit::MiB, ByteUnit::GiB}) {
        const ByteAxis axis = byteAxis(300.0 * (1LL << 30), unit);
        for (const ByteTick& tick : axis.ticks)
            EXPECT_GE(gutterFor(axis, small), metrics.horizontalAdvance(tick.text) + 8);
    }
}

TEST(Ticks, StepsAreRoundAndInRange)
{
    const Axis axis;
    const std::vector<CellTick> ticks = cellTicks(axis, {39, 331}, 12);
    ASSERT_FALSE(ticks.empty());
    EXPECT_EQ(ticks.front().cell, StepId(50));
    EXPECT_EQ(ticks.back().cell, StepId(300));
    EXPECT_LE(cellTicks(axis, {0, 4'000'000'000U}, 10).size(), 11U);
    EXPECT_EQ(cellTicks(axis, {0, 1}, 10).size(), 1U);
    EXPECT_TRUE(cellTicks(axis, {0, 10}, 0).empty());
    EXPECT_EQ(cellTicks(axis, {12'345, 12'346}, 1).front().text, QStringLiteral("12,345"));
}

TEST(Ticks, OnATimeAxisMarkTheBeginningOfACell)
{
    Axis axis;
    axis.kind = AxisKind::Time;
    axis.count = 5;
    axis.start = [](StepId cell) { return std::int64_t{cell.value} * 1'250'000'000; };
    const std::vector<CellTick> ticks = cellTicks(axis, {0, 5}, 5);
    ASSERT_EQ(ticks.size(), 5U);
    EXPECT_EQ(ticks[0].text, QStringLiteral("0"));
    EXPECT_EQ(ticks[1].text, QStringLiteral("1.25\u00a0ms"));
    EXPECT_EQ(rangeText(axis, {1, 4}), QStringLiteral("1.25\u00a0ms–5\u00a0ms")) << "until the last one ends";
}

TEST(Ticks, TheFirstAndTheLastCellOfASelectedRangeAreNamed)
{
    Axis axis;
    axis.count = 30;
    EXPECT_EQ(rangeText(axis, {10, 20}), QStringLiteral("steps 10–19"));
}

TEST(StepCurve, KeepsASpikeOfOneStepAtAnyWidth)
{
    std::vector<std::int64_t> levels(100'000, 10);
    levels[54'321] = 99;
    for (const int columns : {1, 7, 300, 1127, 99'999, 200'000}) {
        const std::vector<Column> pixels = pixelColumns(levels, {0, 100'000}, columns);
        ASSERT_EQ(pixels.size(), static_cast<std::size_t>(columns));
        EXPECT_TRUE(std::ranges::any_of(pixels, [](const Column& pixel) { return pixel.max == 99; })) << columns;
    }
}

TEST(StepCurve, UnknownValuesHaveNoSteps)
{
    const std::vector<std::int64_t> levels = {10, 10, 20, 20};
    const std::vector<std::uint8_t> known = {1, 0, 1, 0};
    const Curve curve{CurveRole::Level, "", levels, Hue::Temporary, known};
    std::vector<std::uint32_t> steps;
    for (const Column& column : pixelColumns(curve, {0, 4}, 8))
        steps.push_back(column.steps.size());
    EXPECT_EQ(steps, (std::vector<std::uint32_t>{1, 1, 0, 0, 1, 1, 0, 0}));
    for (const Column& column : pixelColumns(curve, {0, 4}, 2))
        EXPECT_EQ(column.steps.size(), 2) << "one of two is known";
}

TEST(StepCurve, ASpikeIsDrawnBeforeTheLevelAfterIt)
{
    const std::vector<std::int64_t> levels = {10, 20};
    const std::vector<std::int64_t> most = {50, 60};
    const Curve level{CurveRole::Level, "", levels};
    const Curve inside{CurveRole::Inside, "", most};
    std::vector<std::int64_t> shown;
    for (const Column& column : spikeColumns(inside, level, {0, 2}, 10))
        shown.push_back(column.max);
    EXPECT_EQ(shown, (std::vector<std::int64_t>{50, 50, 50, 10, 10, 60, 60, 60, 20, 20}));
    shown.clear();
    for (const Column& column : spikeColumns(inside, level, {0, 2}, 4))
        shown.push_back(column.max);
    EXPECT_EQ(shown, (std::vector<std::int64_t>{50, 50, 60, 60})) << "no room for two halves";
}

Colors lightColors()
{
    return colorsFor(lightPalette());
}

CurveDrawing drawing(const std::vector<std::int64_t>& levels, int columns)
{
    CurveDrawing curve;
    curve.level = pixelColumns(levels, {0, static_cast<std::uint32_t>(levels.size())}, columns);
    curve.top = 100;
    curve.area = Qt::gray;
    curve.line = Qt::black;
    return curve;
}

QImage painted(const CurveDrawing& curve, const QSize& size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    PixelSurface surface(image, image.rect());
    paintCurve(surface, curve, lightColors());
    return image;
}

TEST(CurvePainter, DrawsASpikeToItsFullHeight)
{
    std::vector<std::int64_t> levels(50'000, 10);
    levels[20'000] = 80;
    const QImage image = painted(drawing(levels, 200), {200, 100});
    EXPECT_EQ(image.pixelColor(80, 20), QColor(Qt::black)); // the top of the spike
    EXPECT_EQ(image.pixelColor(80, 18), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(78, 60), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(78, 95), QColor(Qt::gray));
}

TEST(CurvePainter, FillsTheCurveAboveTheCapacityWithOneColour)
{
    CurveDrawing curve = drawing({80}, 50);
    curve.capacity = 40;
    const QImage image = painted(curve, {50, 100});
    const QColor above = image.pixelColor(25, 50);
    EXPECT_NE(above, QColor(Qt::gray));
    EXPECT_NE(above, QColor(Qt::white));
    for (int x = 10; x < 30; ++x)
        EXPECT_EQ(image.pixelColor(x, 50), above);
    EXPECT_EQ(image.pixelColor(25, 70), QColor(Qt::gray));
}

TEST(CurvePainter, LayersAndBandsKeepTheirColoursAboveTheCapacity)
{
    CurveDrawing banded = drawing({80}, 50);
    banded.bands = {{70, Qt::green}};
    CurveDrawing layered = drawing({80}, 50);
    layered.layers = {CurveLayer{std::vector<std::int64_t>(50, 80), QColor(Qt::green)}};
    for (CurveDrawing* const curve : {&banded, &layered}) {
        curve->capacity = 40;
        const QImage image = painted(*curve, {50, 100});
        for (int x = 10; x < 30; ++x)
            EXPECT_EQ(image.pixelColor(x, 50), QColor(Qt::green));
        EXPECT_EQ(image.pixelColor(25, 80), QColor(Qt::green));
    }
}

TEST(CurvePainter, FillsASpikeInsideACellAboveTheCapacity)
{
    CurveDrawing curve = drawing({20}, 50);
    curve.inside = pixelColumns(std::vector<std::int64_t>{80}, {0, 1}, 50);
    curve.capacity = 40;
    const QImage image = painted(curve, {50, 100});
    const QColor inside = insideColor(lightColors());
    EXPECT_NE(image.pixel(25, 50), inside.rgb());
    EXPECT_NE(image.pixelColor(25, 50), QColor(Qt::white));
    EXPECT_EQ(image.pixel(25, 70), inside.rgb());
}

TEST(CurvePainter, LeavesAGapAtUnknownValues)
{
    const std::vector<std::int64_t> levels = {80, 80, 80};
    const std::vector<std::uint8_t> known = {1, 0, 1};
    CurveDrawing curve = drawing(levels, 60);
    curve.level = pixelColumns(Curve{CurveRole::Level, "", levels, Hue::Temporary, known}, {0, 3}, 60);
    curve.gridLevels = {50};
    const QImage image = painted(curve, {60, 100});
    for (int x = 20; x < 40; ++x)
        for (int y = 0; y < 100; ++y)
            ASSERT_TRUE(image.pixelColor(x, y) == QColor(Qt::white) || image.pixelColor(x, y) == lightColors().border)
                << x << ' ' << y;
    EXPECT_EQ(image.pixelColor(10, 90), QColor(Qt::gray));
    EXPECT_EQ(image.pixelColor(50, 90), QColor(Qt::gray));
}

TEST(CurvePainter, StacksBandsAndSubtractsTheFloor)
{
    CurveDrawing curve = drawing({80, 80}, 40);
    curve.bands = {{20, Qt::blue}, {30, Qt::green}};
    const QImage stacked = painted(curve, {40, 100});
    EXPECT_EQ(stacked.pixelColor(20, 90), QColor(Qt::blue));
    EXPECT_EQ(stacked.pixelColor(20, 75), QColor(Qt::green));
    EXPECT_EQ(stacked.pixelColor(20, 60), QColor(Qt::gray));
    curve.bands.clear();
    curve.below = 30;
    const QImage above = painted(curve, {40, 100});
    EXPECT_EQ(above.pixelColor(20, 45), QColor(Qt::white));
    EXPECT_EQ(above.pixelColor(20, 55), QColor(Qt::gray));
}

TEST(CurvePainter, TheUnpaddedLineStandsOutOnBandAndArea)
{
    const Colors colors = lightColors();
    const QColor band = colors.hue(Hue::Argument);
    for (const std::int64_t level : {10, 60}) {
        CurveDrawing curve = drawing({80}, 50);
        curve.area = colors.area;
        curve.bands = {{40, band}};
        curve.unpadded = pixelColumns(std::vector<std::int64_t>{level}, {0, 1}, 50);
        const QColor line = painted(curve, {50, 100}).pixelColor(1, static_cast<int>(100 - level));
        EXPECT_GE(contrast(line, level < 40 ? band : colors.area), 3) << level;
    }
}

TEST(CurvePainter, ShowsMemoryThatIsOccupiedOnlyInsideACell)
{
    CurveDrawing curve = drawing({20, 30, 20}, 30);
    curve.inside = pixelColumns(std::vector<std::int64_t>{20, 90, 20}, {0, 3}, 30);
    const QImage image = painted(curve, {30, 100});
    EXPECT_EQ(image.pixel(15, 50), insideColor(lightColors()).rgb());
    EXPECT_EQ(image.pixelColor(5, 50), QColor(Qt::white));
    EXPECT_EQ(image.pixelColor(15, 85), QColor(Qt::gray));
}

TEST(CurvePainter, PolygonsAndPixelsAreTheSamePicture)
{
    std::mt19937 random(5);
    std::vector<std::int64_t> levels(300);
    for (std::int64_t& level : levels)
        level = std::uniform_int_distribution<std::int64_t>(20, 95)(random);
    CurveDrawing curve = drawing(levels, 120);
    curve.inside = curve.level;
    for (Column& column : curve.inside)
        column.max = std::min<std::int64_t>(column.max + 4, 99);
    curve.unpadded = pixelColumns(std::vector<std::int64_t>(300, 15), {0, 300}, 120);
    curve.bands = {{10, Qt::blue}, {18, Qt::green}};
    curve.gridLevels = {25, 50, 75};
    const QImage pixels = painted(curve, {120, 100});
    QImage polygons(120, 100, QImage::Format_RGB32);
    polygons.fill(Qt::white);
    QPainter painter(&polygons);
    PolygonSurface surface(painter, QRectF(polygons.rect()), polygons.size());
    paintCurve(surface, curve, lightColors());
    painter.end();
    EXPECT_EQ(polygons, pixels);
}

TEST(CurvePainter, EndsWhenCancelled)
{
    const Progress cancelled{[] { return true; }, {}};
    QImage image(50, 50, QImage::Format_RGB32);
    image.fill(Qt::white);
    PixelSurface surface(image, image.rect());
    paintCurve(surface, drawing({50}, 50), lightColors(), cancelled);
    EXPECT_NE(image.pixelColor(25, 25), QColor(Qt::black)); // no line
}

TEST(StripLayout, GivesPixelsToItemsInProportion)
{
    const StripLayout layout({{RowId(5), 100}, {RowId(7), 300}, {RowId(2), 600}}, 1000);
    EXPECT_EQ(layout.totalBytes(), 1000);
    EXPECT_EQ(layout.itemAt(0), 0U);
    EXPECT_EQ(layout.itemAt(99), 0U);
    EXPECT_EQ(layout.itemAt(100), 1U);
    EXPECT_EQ(layout.itemAt(999), 2U);
    EXPECT_FALSE(layout.itemAt(1000));
    EXPECT_FALSE(layout.itemAt(-1));
    EXPECT_EQ(layout.itemOfRow(RowId(7)), 1U);
    EXPECT_FALSE(layout.itemOfRow(RowId(3)));
    EXPECT_FALSE(layout.itemOfRow(RowId(99)));
    EXPECT_DOUBLE_EQ(layout.spanOf(2).begin, 400);
}

TEST(StripLayout, MergesItemsThinnerThanAPixelAndCoversEveryPixel)
{
    std::mt19937 random(3);
    for (const std::size_t count : {1U, 10U, 1000U, 50'000U}) {
        std::vector<StripItem> items;
        for (std::uint32_t i = 0; i < count; ++i)
            items.push_back({RowId(i), std::uniform_int_distribution<std::int64_t>(1, 1LL << 30)(random)});
        const StripLayout layout(items, 700);
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
    EXPECT_TRUE(StripLayout({}, 700).runs().empty());
    EXPECT_FALSE(StripLayout({}, 700).itemAt(3));
}

} // namespace
} // namespace tidemark::ui
