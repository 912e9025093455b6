#pragma once

#include "ui/charts/coordinates.h"
#include "ui/charts/ticks.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <memory>

class QPainter;

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

    void setFrame(const PlotGeometry& geometry, const ByteAxis& axis, const Colors& colors, const QFont& font);
    /// Draws the frame around and in the plot area, in the coordinates of setFrame.
    void render(QPainter& painter, const QSizeF& size);

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace tidemark::ui
