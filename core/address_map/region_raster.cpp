#include "core/address_map/region_raster.h"

#include "core/base/by_group.h"

#include <algorithm>
#include <cmath>

namespace tidemark {
namespace {

constexpr std::size_t kPollRasterEvery = 1 << 12; // boxes

/// A part of a box that is less than a pixel high or wide, along a line of pixels from `begin` to `end`, in pixels.
struct Sliver {
    std::uint32_t line;
    RowId row;
    float across; // covered share of the line's thickness
    double begin;
    double end;
};

/// A range in pixels, and the whole pixels inside it.
struct PixelSpan {
    double begin;
    double end;
    int firstWhole; // may be after pastWhole if no pixel is covered as a whole
    int pastWhole;

    PixelSpan(double from, double to)
        : begin(from)
        , end(to)
        , firstWhole(static_cast<int>(std::ceil(from)))
        , pastWhole(static_cast<int>(std::floor(to)))
    { }
};

class RasterPainting
{
public:
    RasterPainting(const MapWindow& window, int width, int height)
        : m_window(window)
        , m_xScale(static_cast<double>(width) / window.steps.size())
        , m_yScale(height / static_cast<double>(window.size()))
    {
        const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
        m_raster.width = width;
        m_raster.height = height;
        m_raster.row.assign(pixels, RowId());
        m_raster.share.assign(pixels, 0);
        m_most.assign(pixels, 0);
        m_sum.assign(pixels, 0);
    }

    /// Adds a box: its whole pixels, and slivers along its edges.
    void add(const MapBox& box)
    {
        const PixelSpan x(x_(box.first), x_(box.past));
        const PixelSpan y(y_(box.end), y_(box.begin));
        // The rows of pixels above and below that the box covers partly.
        const int upper = static_cast<int>(y.begin);
        if (y.firstWhole > y.pastWhole) { // inside one row of pixels
            addSliver(m_flat, upper, box.row, y.end - y.begin, x);
            return;
        }
        if (upper < y.firstWhole)
            addSliver(m_flat, upper, box.row, y.firstWhole - y.begin, x);
        if (y.pastWhole < y.end)
            addSliver(m_flat, y.pastWhole, box.row, y.end - y.pastWhole, x);
        if (y.firstWhole == y.pastWhole)
            return;
        const PixelSpan rows(y.firstWhole, y.pastWhole);
        const int left = static_cast<int>(x.begin);
        if (x.firstWhole > x.pastWhole) {
            addSliver(m_narrow, left, box.row, x.end - x.begin, rows);
            return;
        }
        if (left < x.firstWhole)
            addSliver(m_narrow, left, box.row, x.firstWhole - x.begin, rows);
        if (x.pastWhole < x.end)
            addSliver(m_narrow, x.pastWhole, box.row, x.end - x.pastWhole, rows);
        for (int line = rows.firstWhole; line < rows.pastWhole; ++line)
            for (int column = x.firstWhole; column < x.pastWhole; ++column) {
                const std::size_t pixel = m_raster.at(column, line);
                m_raster.row[pixel] = box.row;
                m_most[pixel] = 1;
                m_sum[pixel] += 1;
            }
    }

    Result<RegionRaster> take(const Progress& progress)
    {
        const auto width = static_cast<std::size_t>(m_raster.width);
        if (!lay(m_flat, m_raster.height, m_raster.width, width, 1, progress)
            || !lay(m_narrow, m_raster.width, m_raster.height, 1, width, progress))
            return Progress::cancelledError();
        for (std::size_t i = 0; i < m_sum.size(); ++i)
            // Sums of differences may leave rounding errors in empty pixels.
            m_raster.share[i]
                = m_raster.row[i].isNone() ? 0 : std::max(m_most[i], static_cast<float>(std::min(m_sum[i], 1.0)));
        return std::move(m_raster);
    }

private:
    /// A run of whole pixels in a line.
    struct Run {
        float share;
        RowId row;
        int past;
        /// The greater share is visible; of equal shares, the row that comes first.
        bool operator<(const Run& other) const { return share != other.share ? share < other.share : other.row < row; }
    };

    double x_(std::uint32_t step) const
    {
        return std::clamp((static_cast<double>(step) - m_window.steps.begin) * m_xScale, 0.0,
                          static_cast<double>(m_raster.width));
    }
    double y_(std::int64_t address) const
    {
        // Clamped first, because the address may be far outside.
        const std::int64_t inside = std::clamp(address, m_window.begin, m_window.end);
        return std::clamp(static_cast<double>(m_window.end - inside) * m_yScale, 0.0,
                          static_cast<double>(m_raster.height));
    }

    static void addSliver(std::vector<Sliver>& slivers, int line, RowId row, double across, const PixelSpan& along)
    {
        if (across > 0 && along.end > along.begin)
            slivers.push_back(
                {static_cast<std::uint32_t>(line), row, static_cast<float>(across), along.begin, along.end});
    }

    void cover(std::size_t pixel, RowId row, double share)
    {
        m_sum[pixel] += share;
        see(pixel, row, static_cast<float>(share));
    }
    void see(std::size_t pixel, RowId row, float share)
    {
        RowId& shown = m_raster.row[pixel];
        if (shown.isNone() || share > m_most[pixel] || (share == m_most[pixel] && row < shown)) {
            shown = row;
            m_most[pixel] = share;
        }
    }

    /// Covers the pixels of all slivers of one direction. Returns false if cancelled.
    bool lay(std::vector<Sliver>& slivers, int lines, int length, std::size_t lineStride, std::size_t stride,
             const Progress& progress)
    {
        ByGroup<Sliver> byLine(static_cast<std::size_t>(lines), [&](const auto& take) {
            for (const Sliver& sliver : slivers)
                take(sliver.line, sliver);
        });
        slivers.clear();
        slivers.shrink_to_fit();
        for (int line = 0; line < lines; ++line) {
            if (progress.cancelled())
                return false;
            const auto at = static_cast<std::size_t>(line);
            if (const std::span own = byLine.of(at); !own.empty())
                layLine(own, length, at * lineStride, stride);
        }
        return true;
    }

    void layLine(std::span<Sliver> slivers, int length, std::size_t first, std::size_t stride)
    {
        if (!std::ranges::is_sorted(slivers, {}, &Sliver::begin))
            std::ranges::stable_sort(slivers, {}, &Sliver::begin);
        m_runs.clear();
        m_change.assign(static_cast<std::size_t>(length) + 1, 0);
        int done = 0; // runs are done up to this pixel
        const auto seeRuns = [&](int until) {
            for (; done < until; ++done) {
                while (!m_runs.empty() && m_runs.front().past <= done) {
                    std::pop_heap(m_runs.begin(), m_runs.end());
                    m_runs.pop_back();
                }
                if (m_runs.empty()) {
                    done = until;
                    return;
                }
                see(first + static_cast<std::size_t>(done) * stride, m_runs.front().row, m_runs.front().share);
            }
        };
        for (const Sliver& sliver : slivers) {
            const PixelSpan span(sliver.begin, sliver.end);
            const auto pixel = [&](int i) { return first + static_cast<std::size_t>(i) * stride; };
            const int begin = static_cast<int>(span.begin);
            if (span.firstWhole > span.pastWhole) { // inside one pixel
                cover(pixel(begin), sliver.row, sliver.across * (span.end - span.begin));
                continue;
            }
            if (begin < span.firstWhole)
                cover(pixel(begin), sliver.row, sliver.across * (span.firstWhole - span.begin));
            if (span.pastWhole < span.end)
                cover(pixel(span.pastWhole), sliver.row, sliver.across * (span.end - span.pastWhole));
            if (span.firstWhole == span.pastWhole)
                continue;
            seeRuns(span.firstWhole);
            m_change[static_cast<std::size_t>(span.firstWhole)] += sliver.across;
            m_change[static_cast<std::size_t>(span.pastWhole)] -= sliver.across;
            m_runs.push_back({sliver.across, sliver.row, span.pastWhole});
            std::push_heap(m_runs.begin(), m_runs.end());
        }
        seeRuns(length);
        double share = 0;
        for (int i = 0; i < length; ++i) {
            share += m_change[static_cast<std::size_t>(i)];
            m_sum[first + static_cast<std::size_t>(i) * stride] += share;
        }
    }

    MapWindow m_window;
    double m_xScale; // pixels per step
    double m_yScale; // pixels per byte
    RegionRaster m_raster;
    std::vector<float> m_most; // by pixel: covered share of the visible box
    std::vector<double> m_sum; // by pixel: covered share of all boxes
    std::vector<Sliver> m_flat; // slivers along rows of pixels, in the order of the boxes, by first step
    std::vector<Sliver> m_narrow; // slivers along columns of pixels
    std::vector<Run> m_runs; // a heap: the visible run is the first
    std::vector<double> m_change;
};

} // namespace

Result<RegionRaster> rasterOf(const BoxIndex& boxes, const MapWindow& window, int width, int height,
                              const Progress& progress)
{
    RasterPainting painting(window, width, height);
    std::size_t added = 0;
    bool isCancelled = false;
    boxes.forEach(window, [&](const MapBox& box) {
        if (++added % kPollRasterEvery == 0)
            isCancelled = isCancelled || progress.cancelled();
        if (!isCancelled)
            painting.add(box);
    });
    return painting.take(progress);
}

} // namespace tidemark
