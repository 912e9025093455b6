#include "ui/charts/region_overlay.h"

#include <QPainter>

namespace tidemark::ui {
namespace {

constexpr float kZoomShade = 0.16F; // of the highlight colour
constexpr int kFrameRoom = 8; // maximum pixels between a row and the outer edge of its frame

QRegion framesOf(const RegionScene& scene, const Focus& rows)
{
    QRegion frames;
    for (const auto& row : {rows.pointed(), rows.pinned()})
        if (row)
            if (const QRectF rect = scene.rectOf(*row); !rect.isNull())
                frames += rect.adjusted(-kFrameRoom, -kFrameRoom, kFrameRoom, kFrameRoom).toAlignedRect();
    return frames;
}

} // namespace

void RegionOverlay::paint(QPainter& painter, const RegionScene& scene, const Focus& rows, const QRectF& zoom,
                          bool hasFocus)
{
    m_framed = framesOf(scene, rows);
    painter.save();
    painter.setClipRect(scene.plot().united(scene.bands).adjusted(-2, -2, 2, 2));
    const auto pinned = rows.pinned();
    const auto pointed = rows.pointed();
    if (pinned && pinned != pointed)
        paintRowFrame(painter, scene, *pinned, Qt::DotLine);
    if (pointed)
        paintRowFrame(painter, scene, *pointed, Qt::SolidLine);
    painter.restore();
    const QColor& color = scene.chart.colors.highlight;
    painter.setPen(color);
    painter.setBrush(Qt::NoBrush);
    if (!zoom.isEmpty()) {
        QColor shade = color;
        shade.setAlphaF(kZoomShade);
        painter.fillRect(zoom, shade);
        painter.drawRect(zoom);
    }
    if (hasFocus)
        painter.drawRect(scene.plot().toRect().adjusted(-1, -1, 0, 0));
}

QRegion RegionOverlay::reframed(const RegionScene& scene, const Focus& rows) const
{
    return m_framed + framesOf(scene, rows);
}

} // namespace tidemark::ui
