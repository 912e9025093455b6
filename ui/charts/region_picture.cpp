#include "ui/charts/region_picture.h"

#include "ui/charts/region_painter.h"
#include "ui/charts/titled_picture.h"

#include <QFontMetricsF>
#include <QPainter>

namespace tidemark::ui {
namespace {

/// `scale` pixels for a point.
void paintPicture(QPainter& painter, const QRectF& area, const RegionContent& content, const QString& title,
                  const Colors& colors, const QFont& font, double scale)
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
    // Beside what may stand at the left there.
    const QFontMetricsF metrics(fonts.small);
    const double left = area.left() + metrics.horizontalAdvance(scene.baseText() + QStringLiteral("   "));
    const QRectF line(QPointF(left, area.top()), QPointF(scene.plot().right(), scene.plot().top()));
    painter.setFont(fonts.small);
    painter.setPen(colors.secondaryText);
    painter.drawText(line, Qt::AlignRight | Qt::AlignTop, metrics.elidedText(title, Qt::ElideRight, line.width()));
}

} // namespace

std::shared_ptr<const Picture> regionPicture(RegionContent content, const QString& title, const PictureOptions& options)
{
    return std::make_shared<TitledPicture>(
        options,
        [content = std::move(content), title, scale = options.scale](QPainter& painter, const QRectF& area,
                                                                     const Colors& colors, const QFont& font) {
            paintPicture(painter, area, content, title, colors, font, scale);
        });
}

} // namespace tidemark::ui
