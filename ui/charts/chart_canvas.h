#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/plot_chart.h"

#include <QImage>

namespace tidemark::ui {

/// The visible cells of a scene as paintCurve takes them, for a surface of `columns`; a line is `pixelRatio` times as
/// thick as on a plain screen.
CurveDrawing curveOf(const ChartScene& scene, int columns, double pixelRatio);

/// The chart without marks, as a picture that marks are drawn over. Keeps two: the frame, made anew for another size,
/// axis or palette, and the frame with the curve of the visible steps.
class ChartCanvas
{
public:
    void invalidate() { m_curve = {}; }
    void invalidateFrame();
    /// In device pixels, with its ratio set.
    const QImage& picture(const ChartScene& scene, const QSize& size, double pixelRatio);

private:
    void makeFrame(const ChartScene& scene, const QSize& size, double pixelRatio);
    void drawCurve(const ChartScene& scene, double pixelRatio);

    PlotChart m_chart;
    QImage m_frame;
    QImage m_curve;
};

} // namespace tidemark::ui
