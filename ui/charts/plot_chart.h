#pragma once

#include "ui/charts/plot.h"

#include <QPicture>

#include <memory>

namespace tidemark::ui {

/// The frame of the chart: plot area, byte axis and grid. Uses Qt Charts, which no other file includes.
///
/// The curves are drawn by paintCurve instead, on the screen and in pictures. A Qt Charts series takes 2 ms for the
/// 2,000 points of a window whenever they change, for a shape that only its own hover needs. A whole zoom step must not
/// take longer than three repaints of an empty QChartView (0.6 ms each). This class must be used on the interface
/// thread; a QPicture that it painted may be used on any thread.
class PlotChart
{
public:
    PlotChart();
    ~PlotChart();

    void setFrame(const Plot& plot);
    /// Draws the frame around and in the plot area, in the coordinates of setFrame.
    void render(QPainter& painter, const QSizeF& size);

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

/// The frame of a plot in a picture of this size. REQUIRES: the interface thread
QPicture framePicture(const Plot& plot, const QSizeF& size);

} // namespace tidemark::ui
