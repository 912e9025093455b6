#include "ui/charts/curve_painter.h"

#include "ui/widgets/swatch.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr int kDash = 4; // in line widths
constexpr int kDashPeriod = 7;
constexpr double kInside = 0.5; // share of the area's colour for memory that is in use only for a while inside a cell
constexpr double kAreaGrid = 0.07;
constexpr double kOver = 0.45;

/// Rows with the same fill. A line over them needs enough contrast to it.
struct Layer {
    int from = 0;
    int to = 0;
    QColor color;
};

class CurvePainter
{
public:
    CurvePainter(CurveSurface& surface, const CurveDrawing& curve, const Colors& colors)
        : m_surface(surface)
        , m_curve(curve)
        , m_colors(colors)
    { }

    void paint(const Progress& progress)
    {
        area();
        if (progress.cancelled())
            return;
        unpadded();
        if (!m_curve.reserved.empty())
            m_surface.fillSpans(lineOf(m_curve.reserved), 0, m_surface.height(), m_colors.secondaryText);
        if (!m_curve.inside.empty())
            m_surface.fillSpans(lineOf(m_curve.inside), 0, m_surface.height(), m_curve.line);
        m_surface.fillSpans(lineOf(m_curve.level), 0, m_surface.height(), m_curve.line);
    }

private:
    int rowOf(std::int64_t bytes) const
    {
        return curveRow(m_surface, static_cast<double>(bytes - m_curve.below), m_curve.top);
    }

    std::vector<int> topsOf(const std::vector<Column>& columns) const
    {
        std::vector<int> tops(static_cast<std::size_t>(m_surface.width()), m_surface.height());
        for (std::size_t x = 0; x < std::min(tops.size(), columns.size()); ++x)
            if (columns[x].steps.size() > 0)
                tops[x] = rowOf(columns[x].max);
        return tops;
    }

    /// Fills the part of the area that is above the capacity.
    void over(const std::vector<int>& tops, int limit, double share)
    {
        if (limit > 0)
            m_surface.fillBelow(tops, 0, limit, mixed(m_colors.bad, m_colors.plot, share));
    }

    void area()
    {
        const int height = m_surface.height();
        const int limit = m_curve.capacity ? rowOf(*m_curve.capacity) : 0;
        gaps();
        if (!m_curve.inside.empty()) {
            const std::vector<int> inside = topsOf(m_curve.inside);
            m_surface.fillBelow(inside, limit, height, insideColor(m_colors));
            over(inside, limit, kOver * kInside);
        }
        const std::vector<int> tops = topsOf(m_curve.level);
        if (!m_curve.layers.empty()) {
            layers();
            return;
        }
        over(tops, limit, kOver);
        m_surface.fillBelow(tops, limit, height, m_curve.area);
        m_layers = {{limit, height, m_curve.area}};
        grid(tops, limit, m_curve.area);
        // From the highest to the lowest, each over the previous one, so that no seam is visible between them.
        for (auto band = m_curve.bands.rbegin(); band != m_curve.bands.rend(); ++band) {
            const int from = rowOf(band->top + m_curve.below);
            m_layers.back().to = from;
            m_layers.push_back({from, height, band->color});
            m_surface.fillBelow(tops, from, height, band->color);
        }
    }

    /// Draws faint lines from top to bottom where the level is unknown, so that it is not mistaken for 0.
    void gaps()
    {
        const auto isUnknown = [](const std::vector<Column>& columns, std::size_t x) {
            return x >= columns.size() || columns[x].steps.size() == 0;
        };
        std::vector<int> tops(static_cast<std::size_t>(m_surface.width()), m_surface.height());
        for (std::size_t x = 0; x < tops.size(); ++x)
            if (isUnknown(m_curve.level, x) && isUnknown(m_curve.inside, x))
                tops[x] = 0;
        if (std::ranges::find(tops, 0) != tops.end())
            m_surface.hatchBelow(tops, 0, m_surface.height(), m_colors.border, m_curve.lineWidth);
    }

    void grid(const std::vector<int>& tops, int limit, const QColor& area)
    {
        const QColor grid = mixed(m_colors.text, area, kAreaGrid);
        for (const std::int64_t bytes : m_curve.gridLevels)
            if (const int row = rowOf(bytes + m_curve.below); row >= limit && row < m_surface.height())
                m_surface.fillBelow(tops, row, row + m_curve.lineWidth, grid);
    }

    std::vector<int> topsOf(const CurveLayer& layer) const
    {
        std::vector<int> tops(static_cast<std::size_t>(m_surface.width()), m_surface.height());
        for (std::size_t x = 0; x < std::min(tops.size(), layer.tops.size()); ++x)
            if (m_curve.level[x].steps.size() > 0)
                tops[x] = rowOf(layer.tops[x] + m_curve.below);
        return tops;
    }

    /// Draws the layers from the highest to the lowest, as bands are drawn.
    void layers()
    {
        for (auto layer = m_curve.layers.rbegin(); layer != m_curve.layers.rend(); ++layer) {
            const std::vector<int> tops = topsOf(*layer);
            const QColor& color = layer->fill.color;
            m_surface.fillBelow(tops, 0, m_surface.height(), color);
            if (layer->fill.isHatched)
                m_surface.hatchBelow(tops, 0, m_surface.height(), Colors::hatchOn(color), m_curve.lineWidth);
            grid(tops, 0, color);
        }
    }

    /// Draws each part of the line in a colour with enough contrast to the layer under it.
    void unpaddedOverLayers(const std::vector<RowSpan>& line)
    {
        std::vector<int> lower(line.size(), m_surface.height());
        for (const CurveLayer& layer : m_curve.layers) {
            const std::vector<int> tops = topsOf(layer);
            std::vector<RowSpan> part = line;
            for (std::size_t x = 0; x < part.size(); ++x) {
                part[x] = {std::max(part[x].begin, tops[x]), std::min(part[x].end, lower[x])};
                lower[x] = std::min(lower[x], tops[x]);
            }
            m_surface.fillSpans(part, 0, m_surface.height(), m_colors.lineOn(layer.fill.color));
        }
    }

    void unpadded()
    {
        if (m_curve.unpadded.empty())
            return;
        std::vector<RowSpan> line = lineOf(m_curve.unpadded);
        for (std::size_t x = 0; x < line.size(); ++x)
            if ((static_cast<int>(x) / m_curve.lineWidth) % kDashPeriod >= kDash)
                line[x] = {};
        unpaddedOverLayers(line);
        for (const Layer& layer : m_layers)
            m_surface.fillSpans(line, layer.from, layer.to, m_colors.lineOn(layer.color));
    }

    /// In each column the line covers the levels of the column and extends to the last level of the column before.
    std::vector<RowSpan> lineOf(const std::vector<Column>& columns) const
    {
        const int height = m_surface.height();
        const int thickness = std::min(m_curve.lineWidth, height);
        std::vector<RowSpan> line(static_cast<std::size_t>(m_surface.width()));
        for (std::size_t x = 0; x < std::min(line.size(), columns.size()); ++x) {
            if (columns[x].steps.size() == 0)
                continue;
            const bool isFirst = x == 0 || columns[x - 1].steps.size() == 0;
            const std::int64_t before = isFirst ? columns[x].first : columns[x - 1].last;
            const int first = rowOf(std::max(columns[x].max, before));
            const int last = rowOf(std::min(columns[x].min, before));
            const int begin = std::clamp(first - thickness / 2, 0, height - thickness);
            line[x] = {begin, std::min(std::max(last - thickness / 2, begin) + thickness, height)};
        }
        return line;
    }

    CurveSurface& m_surface;
    const CurveDrawing& m_curve;
    const Colors& m_colors;
    std::vector<Layer> m_layers;
};

} // namespace

std::vector<Column> pixelColumns(std::span<const std::int64_t> levels, StepRange range, int pixels)
{
    const auto count = static_cast<std::uint32_t>(std::max(pixels, 0));
    if (range.size() >= count)
        return decimate(levels, range, count);
    std::vector<Column> columns;
    columns.reserve(count);
    for (std::uint64_t pixel = 0; pixel < count; ++pixel) {
        const auto step = range.begin + static_cast<std::uint32_t>((2 * pixel + 1) * range.size() / (2ULL * count));
        const std::int64_t level = levels[step];
        columns.push_back({{step, step + 1}, level, level, level, level});
    }
    return columns;
}

std::vector<Column> pixelColumns(const Curve& curve, StepRange range, int pixels)
{
    std::vector<Column> columns = pixelColumns(curve.values, range, pixels);
    if (!curve.known.empty())
        for (Column& column : columns)
            if (std::ranges::count(curve.known.subspan(column.steps.begin, column.steps.size()), 0)
                == static_cast<std::ptrdiff_t>(column.steps.size()))
                column.steps.end = column.steps.begin;
    return columns;
}

std::vector<Column> spikeColumns(const Curve& inside, const Curve& level, StepRange range, int pixels)
{
    std::vector<Column> columns = pixelColumns(inside, range, pixels);
    constexpr std::uint64_t kLeast = 4; // pixels, minimum width of a cell with two halves
    const auto count = static_cast<std::uint64_t>(columns.size());
    if (count < kLeast * range.size())
        return columns;
    const std::vector<Column> after = pixelColumns(level, range, pixels);
    for (std::uint64_t pixel = 0; pixel < count; ++pixel)
        if ((2 * pixel + 1) * range.size() % (2 * count) > count) // in the second half of its cell
            columns[pixel] = after[pixel];
    return columns;
}

QColor insideColor(const Colors& colors)
{
    return mixed(colors.area, colors.plot, kInside);
}

int curveRow(const CurveSurface& surface, double bytes, double top)
{
    const double row = std::round((1 - bytes / top) * surface.height());
    return static_cast<int>(std::clamp<double>(row, 0, surface.height()));
}

void paintCurve(CurveSurface& surface, const CurveDrawing& curve, const Colors& colors, const Progress& progress)
{
    if (surface.width() > 0 && surface.height() > 0 && curve.top > 0)
        CurvePainter(surface, curve, colors).paint(progress);
}

QImage curveImage(const Curve& curve, const QSizeF& size, double pixelRatio, double headroom, const QColor& color,
                  const QColor& ground, const Colors& colors)
{
    QImage image((size * pixelRatio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(ground);
    CurveDrawing drawing;
    drawing.level = pixelColumns(curve, {0, static_cast<std::uint32_t>(curve.values.size())}, image.width());
    drawing.top = std::max(1.0, headroom * static_cast<double>(*std::ranges::max_element(curve.values)));
    drawing.area = color;
    drawing.line = color;
    PixelSurface surface(image, image.rect());
    paintCurve(surface, drawing, colors);
    return image;
}

PixelSurface::PixelSurface(QImage& image, const QRect& plot)
    : m_image(image)
    , m_plot(plot.intersected(image.rect()))
{ }

QRgb* PixelSurface::scanLine(int row)
{
    return reinterpret_cast<QRgb*>(m_image.scanLine(m_plot.top() + row)) + m_plot.left();
}

void PixelSurface::fillBelow(const std::vector<int>& tops, int from, int to, const QColor& color)
{
    const QRgb fill = color.rgb();
    const int lowest = tops.empty() ? 0 : std::ranges::max(tops); // rows from here on are filled completely
    for (int y = std::max(from, 0); y < std::min(to, height()); ++y) {
        QRgb* const line = scanLine(y);
        if (y >= lowest)
            std::fill_n(line, tops.size(), fill);
        else
            for (std::size_t x = 0; x < tops.size(); ++x)
                line[x] = tops[x] <= y ? fill : line[x]; // without a branch
    }
}

void PixelSurface::hatchBelow(const std::vector<int>& tops, int from, int to, const QColor& color, int line)
{
    const QRgb fill = color.rgb();
    for (int y = std::max(from, 0); y < std::min(to, height()); ++y) {
        QRgb* const pixels = scanLine(y);
        for (std::size_t x = 0; x < tops.size(); ++x)
            if (tops[x] <= y && (static_cast<int>(x) + y) % (kHatchPeriod * line) < kHatchLine * line)
                pixels[x] = fill;
    }
}

void PixelSurface::fillSpans(const std::vector<RowSpan>& spans, int from, int to, const QColor& color)
{
    const QRgb fill = color.rgb();
    for (std::size_t x = 0; x < spans.size(); ++x)
        for (int y = std::max(spans[x].begin, from); y < std::min(spans[x].end, to); ++y)
            scanLine(y)[x] = fill;
}

PolygonSurface::PolygonSurface(QPainter& painter, const QRectF& plot, QSize cells)
    : m_painter(painter)
    , m_plot(plot)
    , m_cells(cells)
{ }

QPointF PolygonSurface::at(int column, int row) const
{
    return {m_plot.left() + m_plot.width() * column / m_cells.width(),
            m_plot.top() + m_plot.height() * row / m_cells.height()};
}

QPolygonF PolygonSurface::areaBelow(const std::vector<int>& tops, int from, int to) const
{
    QPolygonF area;
    area << at(0, to);
    const auto topAt = [&](std::size_t x) { return std::clamp(tops[x], from, to); };
    for (std::size_t begin = 0; begin < tops.size();) {
        std::size_t end = begin + 1;
        while (end < tops.size() && topAt(end) == topAt(begin))
            ++end;
        area << at(static_cast<int>(begin), topAt(begin)) << at(static_cast<int>(end), topAt(begin));
        begin = end;
    }
    area << at(static_cast<int>(tops.size()), to);
    return area;
}

void PolygonSurface::fill(const QPolygonF& polygon, const QBrush& brush)
{
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(brush);
    m_painter.drawPolygon(polygon);
}

void PolygonSurface::fillBelow(const std::vector<int>& tops, int from, int to, const QColor& color)
{
    if (std::ranges::any_of(tops, [to](int top) { return top < to; }) && from < to)
        fill(areaBelow(tops, from, to), color);
}

void PolygonSurface::hatchBelow(const std::vector<int>& tops, int from, int to, const QColor& color, int)
{
    for (std::size_t begin = 0; begin < tops.size();) {
        std::size_t end = begin + 1;
        while (end < tops.size() && tops[end] == tops[begin])
            ++end;
        if (const int top = std::max(tops[begin], from); top < to)
            paintHatch(m_painter, {at(static_cast<int>(begin), top), at(static_cast<int>(end), to)}, hatchPen(color));
        begin = end;
    }
}

void PolygonSurface::fillSpans(const std::vector<RowSpan>& spans, int from, int to, const QColor& color)
{
    const auto clipped = [&](std::size_t x) {
        const int begin = std::max(spans[x].begin, from);
        return RowSpan{begin, std::max(begin, std::min(spans[x].end, to))};
    };
    for (std::size_t begin = 0; begin < spans.size();) {
        std::size_t end = begin;
        QPolygonF upper;
        QPolygonF lower;
        for (; end < spans.size() && clipped(end).begin < clipped(end).end; ++end) {
            const RowSpan span = clipped(end);
            const int column = static_cast<int>(end);
            const auto add = [&](QPolygonF& edge, int row) {
                if (end > begin && edge.last().y() == at(column, row).y())
                    edge.last() = at(column + 1, row);
                else
                    edge << at(column, row) << at(column + 1, row);
            };
            add(upper, span.begin);
            add(lower, span.end);
        }
        std::ranges::reverse(lower);
        if (!upper.isEmpty())
            fill(upper + lower, color);
        begin = std::max(end, begin + 1);
    }
}

} // namespace tidemark::ui
