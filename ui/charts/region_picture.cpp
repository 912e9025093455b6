#include "ui/charts/region_picture.h"

#include "ui/charts/legend_line.h"
#include "ui/charts/region_painter.h"
#include "ui/charts/titled_picture.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kLegendMargin = 9; // pixels next to the area and below the titles
constexpr double kLegendHeight = 1.5; // in text heights
constexpr double kLegendFrom = 12; // in text heights: minimum height of a picture with a legend

/// Returns the height of the legend.
double paintRegionLegend(QPainter& painter, const QRectF& area, const RegionLegend& legend, const Colors& colors,
                         const ChartFonts& fonts)
{
    const double line = QFontMetricsF(fonts.small).height();
    if (legend.looks.empty() || area.height() < kLegendFrom * line)
        return 0;
    std::vector<std::pair<Swatch, QString>> entries;
    for (const GroupLook& look : legend.looks)
        entries.emplace_back(Swatch{look.color(colors), look.category}, written(look.name));
    const double height = std::ceil(kLegendHeight * line);
    const QRectF place(area.left() + kLegendMargin, area.top(), area.width() - 2 * kLegendMargin, height);
    paintLegendLine(painter, place, legend.scale.isEmpty() ? QString() : legend.scale + u':', entries, colors, fonts);
    return height;
}

/// `scale` is the number of pixels per point.
void paintPicture(QPainter& painter, QRectF area, const RegionContent& content, const RegionLegend& legend,
                  const QString& title, const Colors& colors, const QFont& font, double scale)
{
    const ChartFonts fonts = chartFonts(font);
    area.setTop(area.top() + paintRegionLegend(painter, area, legend, colors, fonts));
    RegionScene scene = makeRegionScene(content, area, colors, fonts);
    scene.chart.isPicture = true;
    const RegionPixels pixels = pixelsOf(scene, scale);
    const auto drawing = drawRegion(content, pixels, fonts.fixed);
    paintRegion(painter, scene, **drawing, pixels);
    paintRegionMarks(painter, scene, content.map->levelAt(content.chart.cursor));
    if (content.chart.pinned)
        paintRowFrame(painter, scene, *content.chart.pinned, Qt::SolidLine);
    // To the right of the base address, if there is one.
    const QFontMetricsF metrics(fonts.small);
    const double left = area.left() + metrics.horizontalAdvance(scene.baseText() + QStringLiteral("   "));
    const QRectF line(QPointF(left, area.top()), QPointF(scene.plot().right(), scene.plot().top()));
    painter.setFont(fonts.small);
    painter.setPen(colors.secondaryText);
    painter.drawText(line, Qt::AlignRight | Qt::AlignTop, metrics.elidedText(title, Qt::ElideRight, line.width()));
}

} // namespace

std::shared_ptr<const Picture> regionPicture(RegionContent content, RegionLegend legend, const QString& title,
                                             const PictureOptions& options)
{
    return std::make_shared<TitledPicture>(
        options,
        [content = std::move(content), legend = std::move(legend), title, scale = options.scale](
            QPainter& painter, const QRectF& area, const Colors& colors, const QFont& font) {
            paintPicture(painter, area, content, legend, title, colors, font, scale);
        });
}

} // namespace tidemark::ui
