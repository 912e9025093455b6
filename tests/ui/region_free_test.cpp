// Tests of free memory in an address map: it is hatched and labelled with its size if the label fits.
#include "tests/ui/region_fixture.h"
#include "ui/charts/region_painter.h"
#include "ui/charts/region_scene.h"

#include <QPainter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <algorithm>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// Returns the marks of a map at its cursor.
QImage marksOf(const RegionScene& scene)
{
    QImage image(900, 500, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintRegionMarks(painter, scene, scene.content.map->levelAt(scene.content.chart.cursor));
    return image;
}

/// Counts the pixels of a color in an area.
int colouredIn(const QImage& image, const QRectF& area, const QColor& color)
{
    const QRect inside = area.toRect().adjusted(2, 2, -2, -2);
    int count = 0;
    for (int y = inside.top(); y <= inside.bottom(); ++y)
        for (int x = inside.left(); x <= inside.right(); ++x)
            count += image.pixel(x, y) == color.rgb() ? 1 : 0;
    return count;
}

} // namespace

TEST(RegionFree, IsWrittenInAShorterUnitInANarrowColumn)
{
    ViewState state;
    showRegion(state, placedView({{"a", 0, 4, 0, 1 << 20}}, {0, std::nullopt, 0, 2 << 20, 1}, 4));
    RegionContent content = wholeRegion(state);
    content.chart.unit = ByteUnit::B;
    EXPECT_TRUE(holds(regionSvg(content), "1 MiB</text>")) << "1,048,576 B is cut there";
}

TEST(RegionFree, IsLeftOutIfNoUnitFits)
{
    ViewState state;
    showRegion(state, placedView({{"a", 1, 2, 0, 1024}}, {0, std::nullopt, 0, 1000 << 20, 1}, 4));
    state.axis().setCursor(StepId(3));
    QFont font = QApplication::font();
    for (const bool isLarge : {false, true}) {
        font.setPixelSize(isLarge ? 24 : 10);
        const RegionScene scene = regionSceneOf(wholeRegion(state), font);
        const QImage image = marksOf(scene);
        const QRect inside = scene.column.toRect().adjusted(2, 2, -2, -2);
        const int hatched = colouredIn(image, scene.column, scene.chart.colors.secondaryText);
        const int plain = colouredIn(image, scene.column, scene.chart.colors.plot);
        EXPECT_GT(hatched, 0);
        EXPECT_EQ(hatched + plain == inside.width() * inside.height(), isLarge) << "else there are words";
    }
}

TEST(RegionFree, IsHatchedInTheMapItselfWithoutAnAxis)
{
    const auto view = placedView({{"a", 0, 1, 0, 32768}}, {0, std::nullopt, 0, 65536, 1}, 1);
    view->axis.kind = AxisKind::None;
    ViewState state;
    showRegion(state, view);
    EXPECT_TRUE(holds(regionSvg(wholeRegion(state)), "free 32 KiB</text>"));
    const RegionScene scene = regionSceneOf(wholeRegion(state));
    const QImage image = marksOf(scene);
    const QRectF box = scene.rectOf(RowId(0));
    const QRectF free(scene.plot().topLeft(), box.topRight());
    EXPECT_GT(colouredIn(image, free, scene.chart.colors.secondaryText), 1000);
    EXPECT_EQ(colouredIn(image, box, scene.chart.colors.secondaryText), 0);
}

TEST(RegionFree, OfARegionWithAnAddressIsRelativeToTheRegionsBeginning)
{
    constexpr std::int64_t kBegin = std::int64_t{64} << 30;
    Rows::Region region{0, std::nullopt, kBegin, kBegin + (8 << 20), 1, 0x7f1000000000};
    const auto view = placedView({{"a", 0, 1, kBegin, 4 << 20}}, region, 1);
    view->axis.kind = AxisKind::None;
    ViewState state;
    showRegion(state, view);
    const RegionScene scene = regionSceneOf(wholeRegion(state));
    EXPECT_EQ(plainWords(regionName(region, 1, 2, ByteUnit::Auto)), "region 2 of 2, 8 MiB at 0x7f1000000000");
    ASSERT_FALSE(scene.addresses.ticks.empty());
    EXPECT_EQ(plainWords(scene.addresses.ticks.back().text), "8 MiB");
    EXPECT_NEAR(scene.y(scene.addresses.ticks.back().bytes), scene.plot().top(), 1);
    const QStringList tip = regionTip(state, scene, scene.plot().topLeft() + QPointF(5, 5));
    EXPECT_EQ(plainWords(tip.value(1)), "from 4 MiB to 8 MiB");
}

TEST(RegionFree, InAnSvgIsHatchedByLinesThatEndAtItsEdges)
{
    ViewState state;
    showRegion(state, twoPlaced());
    const RegionScene scene = regionSceneOf(wholeRegion(state));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize({900, 500});
    QPainter painter(&generator);
    paintRegionMarks(painter, scene, scene.content.map->levelAt(state.cursor()));
    painter.end();
    const QString svg = QString::fromUtf8(buffer.data());
    EXPECT_FALSE(svg.contains(QStringLiteral("<pattern")));
    const QRectF near = scene.column.adjusted(-0.1, -0.1, 0.1, 0.1);
    static const QRegularExpression kLine(
        QStringLiteral("<polyline[^>]*points=\"([0-9.]+),([0-9.]+) ([0-9.]+),([0-9.]+) *\""));
    int inclined = 0;
    for (auto lines = kLine.globalMatch(svg); lines.hasNext();) {
        const QRegularExpressionMatch line = lines.next();
        const QPointF from(line.captured(1).toDouble(), line.captured(2).toDouble());
        const QPointF to(line.captured(3).toDouble(), line.captured(4).toDouble());
        if (from.x() == to.x() || from.y() == to.y())
            continue;
        ++inclined;
        EXPECT_TRUE(near.contains(from) && near.contains(to)) << line.captured(0).toStdString();
    }
    EXPECT_GT(inclined, 20);
}
