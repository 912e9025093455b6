#pragma once

#include "core/base/progress.h"
#include "core/view/curve.h"
#include "core/view/step_series.h"
#include "ui/theme/colors.h"

#include <QImage>
#include <QPainter>
#include <QRect>

#include <optional>
#include <span>
#include <vector>

namespace tidemark::ui {

/// One column per pixel with the values of its steps. If a step is wider than a pixel, all of its pixels have the same
/// values.
std::vector<Column> pixelColumns(std::span<const std::int64_t> levels, StepRange range, int pixels);

/// The same for a curve. A column without known values has no steps.
std::vector<Column> pixelColumns(const Curve& curve, StepRange range, int pixels);

/// The columns of memory that is in use only for a while inside each cell, drawn in front of the level after the cell.
/// Where cells are wide enough, the first half of a cell is the maximum inside it and the second half is the level.
std::vector<Column> spikeColumns(const Curve& inside, const Curve& level, StepRange range, int pixels);

/// Rows [begin, end) of a column. Empty: no row.
struct RowSpan {
    int begin = 0;
    int end = 0;
};

/// The target of a curve: columns from left to right, rows from top to bottom. `tops` and `spans` have one entry per
/// column. The functions fill only rows [from, to).
class CurveSurface
{
public:
    virtual ~CurveSurface() = default;
    virtual int width() const = 0;
    virtual int height() const = 0;
    /// Fills each column from row tops[x] downwards.
    virtual void fillBelow(const std::vector<int>& tops, int from, int to, const QColor& color) = 0;
    /// Hatches the same area with slanting lines of thickness `line`.
    virtual void hatchBelow(const std::vector<int>& tops, int from, int to, const QColor& color, int line) = 0;
    virtual void fillSpans(const std::vector<RowSpan>& spans, int from, int to, const QColor& color) = 0;
};

/// The device pixels of an image, filled row by row with opaque colours. Some ten times faster than filling the same
/// polygon.
class PixelSurface : public CurveSurface
{
public:
    /// REQUIRES: a 32-bit image that outlives this object
    PixelSurface(QImage& image, const QRect& plot);
    int width() const override { return m_plot.width(); }
    int height() const override { return m_plot.height(); }
    void fillBelow(const std::vector<int>& tops, int from, int to, const QColor& color) override;
    void hatchBelow(const std::vector<int>& tops, int from, int to, const QColor& color, int line) override;
    void fillSpans(const std::vector<RowSpan>& spans, int from, int to, const QColor& color) override;

private:
    QRgb* scanLine(int row);

    QImage& m_image;
    QRect m_plot;
};

/// The same areas as polygons of a painter, for vector pictures and for colours that are not opaque. `plot` is divided
/// into columns × rows.
class PolygonSurface : public CurveSurface
{
public:
    PolygonSurface(QPainter& painter, const QRectF& plot, QSize cells);
    int width() const override { return m_cells.width(); }
    int height() const override { return m_cells.height(); }
    void fillBelow(const std::vector<int>& tops, int from, int to, const QColor& color) override;
    void hatchBelow(const std::vector<int>& tops, int from, int to, const QColor& color, int line) override;
    void fillSpans(const std::vector<RowSpan>& spans, int from, int to, const QColor& color) override;

private:
    QPointF at(int column, int row) const;
    QPolygonF areaBelow(const std::vector<int>& tops, int from, int to) const;
    void fill(const QPolygonF& polygon, const QBrush& brush);

    QPainter& m_painter;
    QRectF m_plot;
    QSize m_cells;
};

struct CurveBand {
    std::int64_t top = 0; // bytes, from the lower edge of the axis
    QColor color;
};

struct CurveLayer {
    std::vector<std::int64_t> tops; // per column: bytes, from the lower edge of the axis
    Fill fill;
};

/// The input of paintCurve. Columns are those of the surface; levels are in bytes. The level of a column without steps
/// is unknown, and the curve has a gap there.
struct CurveDrawing {
    std::vector<Column> level;
    std::vector<Column> inside; // maximum inside each cell, above the level; empty: not drawn
    std::vector<Column> unpadded; // empty: not drawn
    std::vector<Column> reserved; // memory that the allocator holds; empty: unknown
    std::int64_t below = 0; // level at the lower edge, bytes
    double top = 1; // bytes at the upper edge, counted from `below`
    std::vector<CurveBand> bands; // from the bottom up
    std::vector<CurveLayer> layers; // from the bottom up; if not empty, drawn instead of area and bands
    std::optional<std::int64_t> capacity; // the area above it is red; layers keep their colours
    std::vector<std::int64_t> gridLevels; // grid lines visible through the area, counted from `below`
    int lineWidth = 1;
    QColor area;
    QColor line; // colour of the level's line
};

/// Draws bands, area and lines of a curve. Every drawing of a curve goes through this function, so screen, PNG and SVG
/// have the same columns, rows and colours. When cancelled it returns early and leaves the drawing incomplete.
void paintCurve(CurveSurface& surface, const CurveDrawing& curve, const Colors& colors, const Progress& progress = {});

/// An image of a whole curve in one colour, for small charts. `size` is in logical pixels. The highest level takes
/// 1/`headroom` of the height.
QImage curveImage(const Curve& curve, const QSizeF& size, double pixelRatio, double headroom, const QColor& color,
                  const QColor& ground, const Colors& colors);

/// The colour of memory that is in use only for a while inside a cell.
QColor insideColor(const Colors& colors);

/// The row of a level that is `bytes` above the lower edge, in [0, height].
int curveRow(const CurveSurface& surface, double bytes, double top);

} // namespace tidemark::ui
