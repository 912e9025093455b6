#pragma once

#include "ui/charts/coordinates.h"
#include "ui/charts/ticks.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QList>
#include <QPointF>

#include <memory>

class QPainter;

namespace tidemark::ui {

/// The chart proper, by Qt Charts, which no other file includes: plot area, byte axis with its grid and, for pictures
/// that need lines at any scale, the curves.
///
/// On screen the curves come from rasterCurve instead: a series takes 2 ms for the 2,000 points of a window when they
/// change, for a shape that only its own hover needs, while a whole zoom step may take no longer than three repaints of
/// an empty QChartView (0.6 ms each).
class PlotChart
{
public:
    struct Curves {
        QList<QPointF> level; // (step, share of the byte axis)
        QList<QPointF> unpadded; // empty: not drawn
        double base = 0; // share of the byte axis
        QColor baseColor;
    };

    PlotChart();
    ~PlotChart();

    void setFrame(const PlotGeometry& geometry, const ByteAxis& axis, const Colors& colors, const QFont& font);
    void setCurves(const Curves& curves, const Colors& colors);
    /// Draws what is around and in the plot area of setFrame, in its coordinates.
    void render(QPainter& painter, const QSizeF& size);

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace tidemark::ui
