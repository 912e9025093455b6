// Tests of the plot of bars, of which the pages of workers and of runs make values.
#include "ui/charts/bar_plot.h"
#include "ui/widgets/fonts.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <gtest/gtest.h>

namespace tidemark::ui {
namespace {

BarPlot plotOf(int bars)
{
    BarPlot plot;
    plot.title = QStringLiteral("Bars");
    plot.kinds = {{QStringLiteral("Weights"), QColor(10, 80, 160)}};
    for (int i = 0; i < bars; ++i) {
        Bar& bar = plot.bars.emplace_back();
        bar.parts = {{1000, 0}};
        bar.label = QStringLiteral("job-w-%1").arg(i);
    }
    plot.describe = [](std::size_t bar) { return QStringLiteral("bar %1").arg(bar); };
    return plot;
}

/// The number of words in a line of pixels around y: runs of ink with gaps of at least 7 pixels between them.
int wordsAt(const QImage& image, double from, double to, const QColor& ground)
{
    int words = 0;
    int blank = 100;
    for (int x = 0; x < image.width(); ++x) {
        bool isInked = false;
        for (int y = static_cast<int>(from); y < static_cast<int>(to); ++y)
            isInked = isInked || image.pixelColor(x, y) != ground;
        words += isInked && blank >= 7 ? 1 : 0;
        blank = isInked ? 0 : blank + 1;
    }
    return words;
}

QImage drawn(const BarPlot& plot, const QSize& size)
{
    const Colors colors = colorsFor(lightPalette());
    QImage image(size, QImage::Format_RGB32);
    image.fill(colors.base);
    QPainter painter(&image);
    paintBars(painter, plot, BarLayout(plot, image.rect(), QApplication::font()), colors, QApplication::font());
    return image;
}

TEST(BarPlots, EveryBarWithRoomHasItsLabel)
{
    const BarPlot plot = plotOf(16);
    const QFontMetricsF metrics(smallerFont(QApplication::font()));
    for (const double slot : {metrics.horizontalAdvance(QStringLiteral("job-w-15")) + 10,
                              metrics.horizontalAdvance(QStringLiteral("w-15")) + 10,
                              metrics.horizontalAdvance(QStringLiteral("15")) + 10}) {
        const QSize size(static_cast<int>(slot * 16) + 110, 300);
        const BarLayout places(plot, QRectF(QPointF(), size), QApplication::font());
        EXPECT_EQ(wordsAt(drawn(plot, size), places.plot.bottom() + 5, places.end, colorsFor(lightPalette()).base), 16)
            << slot;
    }
}

TEST(BarPlots, LabelsLoseTheirCommonWordsFirst)
{
    const QFont font = QApplication::font();
    const QFontMetricsF metrics(font);
    const QStringList whole = {QStringLiteral("job-w-1"), QStringLiteral("job-w-12")};
    const auto fitting = [&](const char* widest) {
        return fittingLabels(whole, font, metrics.horizontalAdvance(QString::fromUtf8(widest)) + 1);
    };
    EXPECT_EQ(fitting("job-w-12"), whole);
    for (const char* widest : {"…-w-12", "w-12"})
        EXPECT_EQ(fitting(widest), QStringList({QStringLiteral("w-1"), QStringLiteral("w-12")})) << widest;
    EXPECT_EQ(fitting("12"), QStringList({QStringLiteral("1"), QStringLiteral("12")}));
    const QStringList others = {QStringLiteral("alpha"), QStringLiteral("beta")};
    EXPECT_EQ(fittingLabels(others, font, 1), others) << "they have nothing in common";
}

TEST(BarPlots, TheTextAboveABadBarComesBeforeOthers)
{
    BarPlot plot = plotOf(40);
    for (Bar& bar : plot.bars)
        bar.above = QStringLiteral("1000 B");
    const BarLayout places(plot, QRectF(0, 0, 500, 300), QApplication::font());
    const auto isBadAt = [&](std::size_t bar) {
        const QImage image = drawn(plot, {500, 300});
        const QColor bad = colorsFor(lightPalette()).bad;
        int pixels = 0;
        for (int x = static_cast<int>(places.middle(bar)) - 25; x < static_cast<int>(places.middle(bar)) + 25; ++x)
            for (int y = static_cast<int>(places.y(1000)) - 20; y < static_cast<int>(places.y(1000)); ++y)
                pixels += image.pixelColor(x, y) == bad ? 1 : 0;
        return pixels > 20;
    };
    EXPECT_FALSE(isBadAt(21));
    plot.bars[21].tone = Bar::Tone::Bad;
    EXPECT_TRUE(isBadAt(21));
}

TEST(BarPlots, TheFrameOfTheSelectedBarDoesNotCrossItsText)
{
    BarPlot plot = plotOf(16);
    plot.selected = 5;
    const QSize size(500, 300);
    const BarLayout places(plot, QRectF(QPointF(), size), QApplication::font());
    const auto isFramedAbove = [&] { // in the pixels left of the frame's middle, in a line of the text
        const QImage image = drawn(plot, size);
        const QColor frame = colorsFor(lightPalette()).highlight;
        const int y = static_cast<int>(places.y(1000)) - 8;
        for (int x = static_cast<int>(places.edges[5]) - 1; x < static_cast<int>(places.edges[5]) + 4; ++x)
            if (image.pixelColor(x, y).hsvSaturation() > frame.hsvSaturation() / 2)
                return true;
        return false;
    };
    EXPECT_TRUE(isFramedAbove()) << "without a text";
    plot.bars[5].above = QStringLiteral("+1000.25 GiB");
    EXPECT_FALSE(isFramedAbove());
}

TEST(BarPlots, TheNameOfALimitGivesWayToTextsAboveBars)
{
    constexpr double kLimit = 1010;
    BarPlot plot = plotOf(4);
    plot.limitName = QStringLiteral("Device");
    for (Bar& bar : plot.bars) {
        bar.limit = kLimit;
        bar.above = QStringLiteral("1000 B");
    }
    const QSize size(500, 300);
    const BarLayout places(plot, QRectF(QPointF(), size), QApplication::font());
    const QImage image = drawn(plot, size);
    const auto badPixels = [&](double from, double to) {
        int pixels = 0;
        for (int y = static_cast<int>(from); y < static_cast<int>(to); ++y)
            for (int x = static_cast<int>(places.plot.left()); x < image.width(); ++x)
                pixels += image.pixelColor(x, y) == colorsFor(lightPalette()).bad ? 1 : 0;
        return pixels;
    };
    EXPECT_EQ(badPixels(places.plot.top(), places.y(kLimit) - 3), 0) << "where the sizes are";
    EXPECT_GT(badPixels(places.y(kLimit) + 3, places.y(kLimit) + 20), 0) << "below the line";
    for (Bar& bar : plot.bars)
        bar.limit = 5;
    plot.bars[0].parts.front().bytes = 1;
    plot.bars[3].parts.front().bytes = 1;
    const QImage low = drawn(plot, size);
    const BarLayout lower(plot, QRectF(QPointF(), size), QApplication::font());
    int below = 0;
    for (int y = static_cast<int>(lower.plot.bottom()) + 3; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x)
            below += low.pixelColor(x, y) == colorsFor(lightPalette()).bad ? 1 : 0;
    EXPECT_EQ(below, 0) << "where the labels of the bars are";
}

TEST(BarPlots, NarrowBarsKeepAWidth)
{
    BarPlot plot = plotOf(3);
    plot.bars[0].share = 1;
    plot.bars[1].share = 1e12;
    plot.bars[2].share = 1e12;
    const BarLayout places(plot, QRectF(0, 0, 500, 300), QApplication::font());
    EXPECT_NEAR(places.slot(0), 4, 0.2);
    EXPECT_DOUBLE_EQ(places.slot(1), places.slot(2));
    EXPECT_NEAR(places.edges.back(), places.plot.right(), 1e-6);
}

TEST(BarPlots, AWidgetDescribesTheSelectedBar)
{
    BarsWidget widget(nullptr);
    widget.resize(400, 200);
    widget.setPlot(plotOf(3));
    EXPECT_EQ(widget.accessibleName(), QStringLiteral("Bars"));
    widget.setSelected(1);
    EXPECT_EQ(widget.accessibleDescription(), QStringLiteral("bar 1"));
    EXPECT_EQ(widget.places().barAt(widget.places().middle(2)), 2U);
    EXPECT_FALSE(widget.places().barAt(-1));
    widget.setPlot({});
    EXPECT_FALSE(widget.places().barAt(100)) << "no bar";
    EXPECT_FALSE(widget.grab().isNull());
}

} // namespace
} // namespace tidemark::ui
