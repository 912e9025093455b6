#pragma once

#include "ui/charts/coordinates.h"
#include "ui/charts/ticks.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <memory>

class QPainter;

namespace tidemark::ui {

/// The frame of the chart, by Qt Charts, which no other file includes: plot area, byte axis and its grid.
///
/// The curves are paintCurve's, on screen and in pictures: a series takes 2 ms for the 2,000 points of a window when
/// they change, for a shape that only its own hover needs, while a whole zoom step may take no longer than three
/// repaints of an empty QChartView (0.6 ms each). Interface thread only; what it painted (a QPicture) may go elsewhere.
class PlotChart
{
public:
    PlotChart();
    ~PlotChart();

    void setFrame(const PlotGeometry& geometry, const ByteAxis& axis, const Colors& colors, const QFont& font);
    /// Draws what is around and in the plot area of setFrame, in its coordinates.
    void render(QPainter& painter, const QSizeF& size);

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace tidemark::ui
