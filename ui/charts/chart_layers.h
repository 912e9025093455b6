#pragma once

#include "ui/charts/chart_canvas.h"
#include "ui/charts/chart_header.h"
#include "ui/charts/chart_lifetime.h"

#include <QImage>
#include <QRegion>

namespace tidemark::ui {

/// The chart of a widget as kept pictures: the canvas, and over it header and marks. Only what is stale is drawn anew,
/// so that pointing at something costs what it changes.
class ChartLayers
{
public:
    /// The scene is another one: everything of it, or all but the frame, or the marks alone. Regions are what the
    /// widget has to update.
    QRegion invalidateAll(const QRect& widget);
    QRegion invalidateCurve(const QRect& widget, const ChartHeader& header);
    QRegion invalidateMarks(const QRect& widget, const ChartHeader& header);
    /// Other lifetimes in a scene that is the same otherwise.
    QRegion setLifetimes(const ChartScene& scene);

    /// Draws `region` of what is shown.
    void paint(QPainter& painter, const QRegion& region, const ChartScene& scene, const ChartHeader& header,
               const QSize& size, double pixelRatio);

private:
    QRegion stale(const QRegion& region);
    void draw(const ChartScene& scene, const ChartHeader& header, const QSize& size, double pixelRatio);
    QColor lifetimeColor(const ChartScene& scene) const; // which the legend shows

    ChartCanvas m_canvas;
    QImage m_marked; // the canvas with header and marks
    QRegion m_stale; // what of it must be drawn again
    std::vector<ChartLifetime> m_lifetimes;
    bool m_hasLifetimes = false; // they are those of the scene
    QRect m_swatch; // of the lifetime, in the legend
};

} // namespace tidemark::ui
