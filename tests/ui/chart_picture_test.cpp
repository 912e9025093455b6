#include "ui/charts/chart_picture.h"

#include "tests/ui/charts_fixture.h"
#include "ui/charts/chart_legend.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgRenderer>
#include <QXmlStreamReader>

#include <thread>

namespace tidemark::ui {
namespace {

TEST_F(ChartsTest, PicturesHaveAnySize)
{
    m_state.focus().setPinned(rowNamed(*m_view, "b"));
    PictureOptions options;
    options.title = QStringLiteral("jit_step(7) <b>&");
    options.subtitle = QStringLiteral("HBM (0)");
    for (const QSize size : {QSize(1, 1), QSize(200, 150), QSize(1600, 900), QSize(4000, 3000)}) {
        options.size = size;
        EXPECT_EQ(ChartPicture(contentOf(m_state), options).image().size(), size);
    }
    options.size = {200, 150};
    options.isDark = true;
    EXPECT_LT(ChartPicture(contentOf(m_state), options).image().pixelColor(1, 1).lightness(), 60);
    QBuffer buffer;
    ASSERT_TRUE(buffer.open(QIODevice::WriteOnly));
    EXPECT_TRUE(ChartPicture(contentOf(m_state), options).svg(buffer));
    EXPECT_TRUE(buffer.data().contains("</svg>"));
    EXPECT_TRUE(buffer.data().contains("jit_step(7) &lt;b"));
    EXPECT_GT(buffer.data().count("font-family="), 0);
    EXPECT_EQ(buffer.data().count("font-family="),
              buffer.data().count("', sans-serif\"") + buffer.data().count("', monospace\""));

    options.title = QStringLiteral("a<b>&\x1b\u009b\u202e\uffff\"]]>");
    QBuffer second;
    second.open(QIODevice::WriteOnly);
    EXPECT_TRUE(ChartPicture(contentOf(m_state), options).svg(second));
    QXmlStreamReader xml(second.data());
    QString title;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("title"))
            title = xml.readElementText();
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    EXPECT_EQ(title, QStringLiteral("a<b>&\ufffd\ufffd\ufffd\ufffd\"]]>"));
}

TEST_F(ChartsTest, TheCurveAboveTheCapacityIsVisibleOnScreenAndInPictures)
{
    const PictureOptions options;
    ChartContent content = contentOf(m_state);
    const QImage plain = ChartPicture(content, options).image();
    content.capacity = CapacityLine{m_view->levelAt(m_view->peakStep) / 2, QStringLiteral("device")};
    EXPECT_NE(ChartPicture(content, options).image(), plain);
    const QImage before = m_chart.grab().toImage();
    m_chart.setCapacity(content.capacity);
    EXPECT_FALSE(m_chart.content().capacity);
    m_chart.setShowCapacity(true);
    EXPECT_TRUE(m_chart.content().capacity);
    EXPECT_NE(m_chart.grab().toImage(), before);
}

TEST_F(ChartsTest, TheLegendOfAPictureHasAllEntriesInLinesFromTheLeft)
{
    std::vector<std::pair<Fill, QString>> entries;
    std::vector<LegendEntry> layers;
    for (int i = 0; i < 9; ++i) {
        const QString name = QStringLiteral("a group with a rather long name, %1").arg(i);
        entries.emplace_back(QColor(Qt::red), name);
        layers.push_back({name, name, QColor(Qt::red), LegendEntry::Look::Area, i + 1});
    }
    QImage legend(900, 600, QImage::Format_RGB32);
    legend.fill(Qt::white);
    QPainter painter(&legend);
    const ChartFonts fonts = chartFonts(QApplication::font());
    const double width = 50 + QFontMetricsF(fonts.small).horizontalAdvance(entries.front().second);
    const Colors colors = colorsFor(lightPalette());
    const double one = paintLegendLines(painter, {40, 0}, width, {}, {entries.front()}, colors, fonts);
    const double all = paintLegendLines(painter, {40, 0}, width, {}, entries, colors, fonts);
    EXPECT_EQ(all, 9 * one);
    for (double line = 0; line < all; line += one)
        EXPECT_EQ(legend.pixelColor(44, static_cast<int>(line + one / 2)), QColor(Qt::red)) << line;
    const std::size_t lines = legendLines(layers, width, fonts);
    EXPECT_EQ(lines, 9U);
    legend.fill(Qt::white);
    EXPECT_EQ(paintLegend(painter, {40, 0, width, 600}, layers, colors, fonts, lines, Qt::AlignLeft), 40);
    int red = 0;
    for (int y = 0; y < legend.height(); ++y)
        red += legend.pixelColor(44, y) == QColor(Qt::red) ? 1 : 0;
    EXPECT_GE(red, 9 * 10) << "no entry is left out";
}

TEST_F(ChartsTest, PicturesAreDrawnOnAnotherThreadAndCanBeCancelled)
{
    PictureOptions options;
    options.title = QStringLiteral("title");
    const ChartPicture picture(contentOf(m_state), options);
    const QImage here = picture.image();
    ASSERT_FALSE(here.isNull());
    QImage there;
    bool isSvg = false;
    std::thread worker([&] {
        there = picture.image();
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        isSvg = picture.svg(buffer);
    });
    worker.join();
    EXPECT_EQ(there, here);
    EXPECT_TRUE(isSvg);
    EXPECT_TRUE(picture.image({[] { return true; }, {}}).isNull());
    int asked = 0;
    EXPECT_TRUE(picture.image({[&] { return ++asked > 1; }, {}}).isNull());
}

TEST_F(ChartsTest, PicturesHaveTheCurveOfTheScreen)
{
    PictureOptions options;
    options.size = {1200, 600};
    const QImage image = ChartPicture(contentOf(m_state), options).image();
    QBuffer buffer;
    ASSERT_TRUE(buffer.open(QIODevice::WriteOnly));
    ASSERT_TRUE(ChartPicture(contentOf(m_state), options).svg(buffer));
    QSvgRenderer renderer(buffer.data());
    QImage fromSvg(options.size, QImage::Format_RGB32);
    fromSvg.fill(Qt::white);
    QPainter painter(&fromSvg);
    renderer.render(&painter);
    painter.end();
    // The filled areas are equal except at the edges, which an SVG smooths.
    const Colors colors = colorsFor(lightPalette());
    int area = 0;
    int different = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == colors.area || image.pixelColor(x, y) == colors.hue(Hue::Argument)) {
                ++area;
                different += image.pixel(x, y) != fromSvg.pixel(x, y) ? 1 : 0;
            }
    EXPECT_GT(area, 100'000);
    EXPECT_LT(different, area / 50);
}

} // namespace
} // namespace tidemark::ui
