#pragma once

#include "core/view/axis.h"
#include "ui/charts/scales.h"
#include "ui/charts/tip_box.h"
#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"

#include <QPicture>
#include <QPointF>
#include <QRect>
#include <QRectF>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

/// Sizes that charts stacked above each other share, in pixels.
constexpr int kRightMargin = 14;
constexpr int kWideFrom = 900; // the widget width from which on a chart shows more

/// The plot of a chart of bytes over cells, with everything that its parts are drawn with: the axis of cells, marks,
/// tags, the pointer and its tip. PlotChart draws the frame, curve_painter the curves.
struct Plot {
    PlotGeometry geometry;
    ByteAxis byteAxis;
    Colors colors;
    ChartFonts fonts;

    QRectF plot() const { return {geometry.left, geometry.top, geometry.width, geometry.height}; }
    /// Places the plot. REQUIRES: the byte axis
    void place(const QRectF& plot, StepRange visible);
};

/// The width that the labels of the byte axis take, including their distance to the plot, in pixels. At least the width
/// that most charts need, so that it changes seldom.
double gutterFor(const ByteAxis& axis, const QFont& small);

struct AxisLabel {
    double x = 0; // of the tick mark and of the middle of the text
    QString text;
};
/// The number of labels that an axis of this width has room for.
int labelCount(const Plot& plot);
/// Round numbers of the visible cells.
std::vector<AxisLabel> cellLabels(const Plot& plot, const Axis& axis);
/// The height of tick marks, labels and title below the plot, in pixels.
double cellAxisHeight(const QFont& small);
/// Paints labels with their tick marks, and the title without its part in parentheses if there is no room for that.
/// Skips labels that would touch one of the rectangles in `covered`, because something is painted over these.
void paintAxis(QPainter& painter, const Plot& plot, const std::vector<AxisLabel>& labels, const QString& title,
               const std::vector<QRectF>& covered = {});

/// Paints a vertical line at the middle of a step, if the step is visible.
void paintStepLine(QPainter& painter, const PlotGeometry& plot, StepId step, const QColor& color, double width);
void paintDashedStepLine(QPainter& painter, const PlotGeometry& plot, StepId step, const QColor& color);
void paintRange(QPainter& painter, const PlotGeometry& plot, StepRange range, const Colors& colors);
void paintDot(QPainter& painter, const QPointF& at, const QColor& color);

struct ChartTag {
    QString text;
    QColor fill;
    QColor ink;
    QRectF rect;
};
double tagHeight(const Plot& plot);
/// The distance between the tops of two tags, one below the other.
double tagPitch(const Plot& plot);
double tagWidth(const Plot& plot, const QString& text);
/// The place of a tag next to x: to its right, or to its left if that is preferred or if there is no room.
QRectF besideLine(const Plot& plot, double x, double top, const QString& text, bool prefersLeft = false);
/// Moves a tag down until it touches none of the others. If it would end below the plot, it is moved up instead, but
/// not above `highest`.
QRectF freePlace(const Plot& plot, const QRectF& tag, const std::vector<ChartTag>& others, double highest);
void paintTag(QPainter& painter, const Plot& plot, const ChartTag& tag);

/// The line under the pointer, and the tip next to the pointer.
struct ChartPointer {
    std::optional<StepId> step; // absent: nothing is drawn
    double x = 0; // of the line
    TipText tip = {}; // without lines: no tip
    QRectF box = {};
};
/// Places the tip next to `at` and below `highest`, where it touches none of the boxes in `covered` if there is such a
/// place: below the pointer, else above or below a box.
void placeTip(ChartPointer& pointer, const Plot& plot, const QPointF& at, double highest,
              const std::vector<QRectF>& covered = {});
/// The area that paintPointer may touch. One rectangle, because painting a region of several rectangles is slower than
/// painting the pixels between them.
QRect boundsOf(const Plot& plot, const ChartPointer& pointer);
void paintPointer(QPainter& painter, const Plot& plot, const ChartPointer& pointer);

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
