#pragma once

#include "ui/charts/chart_overlay.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/plot.h"

#include <QImage>
#include <QRegion>

namespace tidemark::ui {

/// "Optimizer state 1.00 GiB": the group that the stack shows at a height of the plot, with all of its bytes at the
/// step. Empty without a stack and above it.
QString layerText(const ChartScene& scene, StepId step, double y);

/// Makes the input of paintCurve from the visible cells of a scene, for a surface with `columns` columns. Lines are
/// `pixelRatio` times as thick as on a screen with a pixel ratio of 1.
CurveDrawing curveOf(const ChartScene& scene, int columns, double pixelRatio);

/// The chart of a widget as cached images: the frame, the curve over it, and legend and marks over both. Only stale
/// images are redrawn. A hover redraws neither frame nor curve.
class ChartLayers
{
public:
    /// Marks parts of the cached images as stale after the scene changed: everything, everything except the frame, or
    /// the marks only. Each function returns the region that the widget must update.
    QRegion invalidateAll(const QRect& widget);
    QRegion invalidateCurve(const QRect& widget);
    QRegion invalidateMarks(const QRect& widget);
    /// Sets other lifetimes; the rest of the scene is unchanged. Returns the region that the widget must update.
    QRegion setLifetimes(const ChartScene& scene);
    const std::vector<ChartLifetime>& lifetimes(const ChartScene& scene);

    void paint(QPainter& painter, const QRegion& region, const ChartScene& scene, const QRectF& legend,
               const QSize& size, double pixelRatio);

private:
    QRegion stale(const QRegion& region);
    void drawFrame(const ChartScene& scene, const QSize& size, double pixelRatio);
    void drawCurve(const ChartScene& scene, double pixelRatio);
    void draw(const ChartScene& scene, const QRectF& legend, const QSize& size, double pixelRatio);

    PlotChart m_chart;
    QImage m_frame; // null: stale
    QImage m_curve; // the frame with the curve; null: stale
    QImage m_marked; // the same with legend and marks
    QRegion m_stale; // the part of m_marked that must be redrawn
    std::vector<ChartLifetime> m_lifetimes;
    bool m_hasLifetimes = false; // m_lifetimes belong to the scene
};

} // namespace tidemark::ui
