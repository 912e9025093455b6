#include "ui/charts/chart_layers.h"

#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"

#include <QPainter>

namespace tidemark::ui {

QRegion ChartLayers::stale(const QRegion& region)
{
    m_stale += region;
    return region;
}

QRegion ChartLayers::invalidateAll(const QRect& widget)
{
    m_canvas.invalidateFrame();
    m_hasLifetimes = false;
    return stale(widget);
}

QRegion ChartLayers::invalidateMarks(const QRect& widget)
{
    m_hasLifetimes = false;
    return stale(widget);
}

QRegion ChartLayers::invalidateCurve(const QRect& widget)
{
    m_canvas.invalidate();
    return invalidateMarks(widget);
}

QRegion ChartLayers::setLifetimes(const ChartScene& scene)
{
    QRegion changed;
    const auto addBounds = [&] {
        for (const ChartLifetime& lifetime : m_lifetimes)
            changed += lifetime.bounds().toAlignedRect();
    };
    addBounds();
    m_lifetimes = shownLifetimes(scene);
    m_hasLifetimes = true;
    addBounds();
    return stale(changed);
}

const std::vector<ChartLifetime>& ChartLayers::lifetimes(const ChartScene& scene)
{
    if (!m_hasLifetimes)
        m_lifetimes = shownLifetimes(scene);
    m_hasLifetimes = true;
    return m_lifetimes;
}

void ChartLayers::paint(QPainter& painter, const QRegion& region, const ChartScene& scene, const QRectF& legend,
                        const QSize& size, double pixelRatio)
{
    draw(scene, legend, size, pixelRatio);
    for (const QRect& part : region)
        painter.drawImage(QRectF(part), m_marked,
                          QRectF(QPointF(part.topLeft()) * pixelRatio, QSizeF(part.size()) * pixelRatio));
}

void ChartLayers::draw(const ChartScene& scene, const QRectF& legend, const QSize& size, double pixelRatio)
{
    const QImage& picture = m_canvas.picture(scene, size, pixelRatio);
    if (m_marked.size() != picture.size() || m_marked.devicePixelRatio() != picture.devicePixelRatio()) {
        m_marked = QImage(picture.size(), picture.format());
        m_marked.setDevicePixelRatio(picture.devicePixelRatio());
        m_stale = QRect(QPoint(0, 0), size);
    }
    if (m_stale.isEmpty())
        return;
    QPainter painter(&m_marked);
    painter.setClipRegion(m_stale);
    painter.drawImage(0, 0, picture);
    paintOverlay(painter, scene, lifetimes(scene), m_stale);
    if (m_stale.intersects(legend.toAlignedRect()))
        paintLegend(painter, legend, scene);
    m_stale = {};
}

} // namespace tidemark::ui
