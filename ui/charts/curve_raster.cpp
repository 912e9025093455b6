#include "ui/charts/curve_raster.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr int kDash = 4; // line widths
constexpr int kDashPeriod = 7;
constexpr int kHatchPeriod = 6;
constexpr int kHatchLine = 2;

class Raster
{
public:
    Raster(QImage& image, const QRect& plot, const CurveRaster& curve)
        : m_image(image)
        , m_plot(plot.intersected(image.rect()))
        , m_curve(curve)
        , m_width(std::min(static_cast<std::size_t>(std::max(m_plot.width(), 0)), curve.level.size()))
    { }

    void draw()
    {
        fillArea();
        drawLine(m_curve.unpadded, m_curve.dashes, true);
        drawLine(m_curve.level, m_curve.line, false);
    }

private:
    /// Rows from the top of the plot.
    int rowOf(std::int64_t bytes) const
    {
        const double share = static_cast<double>(bytes) / m_curve.top;
        return std::clamp(static_cast<int>(std::lround((1 - share) * m_plot.height())), 0, m_plot.height());
    }

    QRgb* scanLine(int row) { return reinterpret_cast<QRgb*>(m_image.scanLine(m_plot.top() + row)) + m_plot.left(); }

    void fillArea()
    {
        std::vector<int> tops(m_width);
        for (std::size_t x = 0; x < m_width; ++x)
            tops[x] = rowOf(m_curve.level[x].max);
        const int baseTop = rowOf(m_curve.base);
        const int capacityRow = m_curve.capacity ? rowOf(*m_curve.capacity) : 0;
        std::vector<bool> isGrid(static_cast<std::size_t>(m_plot.height()) + 1, false);
        for (const std::int64_t level : m_curve.gridLevels)
            isGrid[static_cast<std::size_t>(rowOf(level))] = true;
        for (int y = 0; y < m_plot.height(); ++y) {
            QRgb* const line = scanLine(y);
            if (y < capacityRow) {
                hatchRow(line, y, tops);
                continue;
            }
            const bool grid = isGrid[static_cast<std::size_t>(y)];
            const QRgb fill = (y >= baseTop ? m_curve.baseBand : grid ? m_curve.areaGrid : m_curve.area).rgb();
            for (std::size_t x = 0; x < m_width; ++x)
                line[x] = tops[x] <= y ? fill : line[x];
        }
    }

    void hatchRow(QRgb* line, int y, const std::vector<int>& tops)
    {
        const QRgb fill = m_curve.over.rgb();
        const QRgb hatch = m_curve.overHatch.rgb();
        const int period = kHatchPeriod * m_curve.lineWidth;
        for (std::size_t x = 0; x < m_width; ++x)
            if (tops[x] <= y)
                line[x] = (static_cast<int>(x) + y) % period < kHatchLine * m_curve.lineWidth ? hatch : fill;
    }

    /// In each column the line covers its levels and reaches to where the column before it ended.
    void drawLine(const std::vector<Column>& columns, const QColor& color, bool isDashed)
    {
        const QRgb rgb = color.rgb();
        const int thickness = m_curve.lineWidth;
        for (std::size_t x = 0; x < std::min(m_width, columns.size()); ++x) {
            if (isDashed && (static_cast<int>(x) / thickness) % kDashPeriod >= kDash)
                continue;
            const std::int64_t before = columns[x == 0 ? 0 : x - 1].last;
            const int first = rowOf(x == 0 ? columns[x].max : std::max(columns[x].max, before));
            const int last = rowOf(x == 0 ? columns[x].min : std::min(columns[x].min, before));
            const int begin = std::clamp(first - thickness / 2, 0, m_plot.height() - thickness);
            const int end = std::min(std::max(last - thickness / 2, begin) + thickness, m_plot.height());
            for (int y = begin; y < end; ++y)
                scanLine(y)[x] = rgb;
        }
    }

    QImage& m_image;
    QRect m_plot;
    const CurveRaster& m_curve;
    std::size_t m_width;
};

} // namespace

void rasterCurve(QImage& image, const QRect& plot, const CurveRaster& curve)
{
    if (!plot.isEmpty() && curve.top > 0)
        Raster(image, plot, curve).draw();
}

} // namespace tidemark::ui
