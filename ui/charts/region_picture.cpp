#include "ui/charts/region_picture.h"

#include "ui/charts/region_painter.h"
#include "ui/charts/titled_picture.h"

#include <QPainter>

namespace tidemark::ui {
namespace {

/// `scale` pixels for a point.
void paintPicture(QPainter& painter, const QRectF& area, const RegionContent& content, const Colors& colors,
                  const QFont& font, double scale)
{
    const ChartFonts fonts = chartFonts(font);
    RegionScene scene = makeRegionScene(content, area, colors, fonts);
    scene.chart.isPicture = true;
    const RegionPixels pixels = pixelsOf(scene, scale);
    const auto drawing = drawRegion(content, pixels, fonts.fixed);
    paintRegion(painter, scene, **drawing, pixels);
    paintRegionMarks(painter, scene, content.map->levelAt(content.chart.cursor));
    if (content.chart.pinned)
        paintRowFrame(painter, scene, *content.chart.pinned, Qt::SolidLine);
    painter.setFont(fonts.small);
    painter.setPen(colors.secondaryText);
    painter.drawText(QRectF(area.topLeft(), QPointF(scene.plot().right(), scene.plot().top())),
                     Qt::AlignRight | Qt::AlignTop, regionTitle(content));
}

} // namespace

std::shared_ptr<const Picture> regionPicture(RegionContent content, const PictureOptions& options)
{
    return std::make_shared<TitledPicture>(
        options,
        [content = std::move(content), scale = options.scale](QPainter& painter, const QRectF& area,
                                                              const Colors& colors, const QFont& font) {
            paintPicture(painter, area, content, colors, font, scale);
        });
}

} // namespace tidemark::ui
