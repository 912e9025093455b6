#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/plot_chart.h"

#include <QImage>

namespace tidemark::ui {

/// Makes the input of paintCurve from the visible cells of a scene, for a surface with `columns` columns. Lines are
/// `pixelRatio` times as thick as on a screen with a pixel ratio of 1.
CurveDrawing curveOf(const ChartScene& scene, int columns, double pixelRatio);

/// The chart without marks, as a cached image over which marks are drawn. Caches two images: the frame, and the frame
/// with the curve of the visible steps. The frame is redrawn when size, axis or palette change.
class ChartCanvas
{
public:
    void invalidate() { m_curve = {}; }
    void invalidateFrame();
    /// The image in device pixels, with its device pixel ratio set.
    const QImage& picture(const ChartScene& scene, const QSize& size, double pixelRatio);

private:
    void makeFrame(const ChartScene& scene, const QSize& size, double pixelRatio);
    void drawCurve(const ChartScene& scene, double pixelRatio);

    PlotChart m_chart;
    QImage m_frame;
    QImage m_curve;
};

} // namespace tidemark::ui
