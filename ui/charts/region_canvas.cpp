#include "ui/charts/region_canvas.h"

#include <QPainter>

namespace tidemark::ui {
namespace {

constexpr std::size_t kDrawnAtOnce = 20'000; // pieces: a few milliseconds

} // namespace

void RegionCanvas::forget()
{
    m_tasks.abandon();
    m_drawing.reset();
    invalidateColors();
}

void RegionCanvas::invalidateColors()
{
    m_boxes = {};
    m_picture = {};
}

bool RegionCanvas::isDrawn(const RegionScene& scene, double ratio) const
{
    return m_drawing && m_drawing->window == scene.content.window && m_pixels == pixelsOf(scene, ratio);
}

void RegionCanvas::draw(const RegionScene& scene, double ratio)
{
    if (isDrawn(scene, ratio))
        return;
    const QSize pixels = pixelsOf(scene, ratio);
    const auto map = scene.content.map;
    const MapWindow window = scene.content.window;
    if (map->pieces().atMost(window) <= kDrawnAtOnce) {
        m_tasks.abandon();
        m_drawing = *drawRegion(*map, window, pixels, ratio);
        m_pixels = pixels;
        m_boxes = {};
        return;
    }
    m_tasks.run<std::shared_ptr<const RegionDrawing>>(
        tr("Drawing…"),
        [map, window, pixels, ratio](const Progress& progress) {
            return drawRegion(*map, window, pixels, ratio, progress);
        },
        [this, pixels](const auto& drawing) {
            if (!drawing)
                return;
            m_drawing = *drawing;
            m_pixels = pixels;
            invalidateColors();
            emit drawn();
        });
}

const QImage& RegionCanvas::picture(const RegionScene& scene, const QSize& size, double ratio)
{
    if (!m_picture.isNull() && m_picture.devicePixelRatio() == ratio && m_picture.size() == size * ratio)
        return m_picture;
    draw(scene, ratio);
    m_picture = QImage(size * ratio, QImage::Format_RGB32);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(scene.chart.colors.base);
    QPainter painter(&m_picture);
    if (!m_drawing) {
        painter.setPen(scene.chart.colors.secondaryText);
        painter.drawText(scene.plot(), Qt::AlignCenter, tr("Drawing…"));
        return m_picture;
    }
    if (m_boxes.isNull())
        m_boxes = imageOf(m_drawing->raster, RowFills(scene.content, scene.chart.colors));
    paintRegion(painter, scene, *m_drawing, m_boxes);
    return m_picture;
}

} // namespace tidemark::ui
