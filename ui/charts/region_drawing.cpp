#include "ui/charts/region_drawing.h"

#include "core/view/row_tenants.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tidemark::ui {
namespace {

constexpr double kLargeFrom = 4; // pixels, minimum of both sides
constexpr double kBorderShare = 0.7; // of a pixel

/// Collects the boxes that are large enough for borders and names.
class LargeBoxes
{
public:
    LargeBoxes(RegionDrawing& drawing, const RegionContent& content, const RegionPixels& pixels, const QFont& fixed)
        : m_drawing(drawing)
        , m_content(content)
        , m_metrics(fixed)
        , m_stepsPerPixel(drawing.window.steps.size() * pixels.ratio / pixels.plot.width())
        , m_bytesPerPixel(static_cast<double>(drawing.window.size()) * pixels.ratio / pixels.plot.height())
    { }

    void add(const MapBox& piece)
    {
        if (!isLarge(piece))
            return;
        const auto ownName = [&] { return text(m_content.rows().label(piece.row)); };
        const auto tenants
            = m_content.uses ? tenantsOf(m_content.rows(), *m_content.uses, piece.row) : std::vector<RowTenant>();
        bool isNamed = false;
        m_drawing.large.push_back(piece);
        for (const RowTenant& tenant : tenants) {
            MapBox part = piece;
            part.first = std::max(piece.first, tenant.first);
            part.past = std::min(piece.past, tenant.past);
            if (tenants.size() == 1 || part.first >= part.past || !isLarge(part))
                continue;
            m_drawing.large.push_back(part);
            const auto name
                = [&] { return tenant.takeover ? text(m_content.uses->actor(*tenant.takeover).name) : ownName(); };
            isNamed = addName(part, name) || isNamed;
        }
        // If no part has room for its name, the row's own name is shown over the whole piece.
        if (!isNamed)
            addName(piece, ownName);
    }

private:
    double wide(const MapBox& box) const { return (box.past - box.first) / m_stepsPerPixel; }
    double high(const MapBox& box) const { return static_cast<double>(box.size()) / m_bytesPerPixel; }
    bool isLarge(const MapBox& box) const { return wide(box) >= kLargeFrom && high(box) >= kLargeFrom; }

    template <class Text>
    bool addName(const MapBox& box, const Text& words)
    {
        const MapWindow& window = m_drawing.window;
        const MapBox seen{box.row, std::max(box.first, window.steps.begin), std::min(box.past, window.steps.end),
                          std::max(box.begin, window.begin), std::min(box.end, window.end)};
        if (seen.first >= seen.past || high(seen) < m_metrics.height() || wide(seen) < 3 * m_metrics.height())
            return false;
        RegionName name{seen, words(), 0};
        name.width = m_metrics.horizontalAdvance(name.text);
        if (name.width > wide(seen))
            return false;
        m_drawing.names.push_back(std::move(name));
        return true;
    }

    RegionDrawing& m_drawing;
    const RegionContent& m_content;
    QFontMetricsF m_metrics;
    double m_stepsPerPixel;
    double m_bytesPerPixel;
};

QRgb mixedOver(QRgb above, QRgb ground, int alpha)
{
    if (alpha == 255)
        return above;
    const auto part = [&](int a, int b) { return (a * alpha + b * (255 - alpha) + 127) / 255; };
    return qRgba(part(qRed(above), qRed(ground)), part(qGreen(above), qGreen(ground)),
                 part(qBlue(above), qBlue(ground)), part(qAlpha(above), qAlpha(ground)));
}

QImage imageOf(const RegionRaster& raster, const RowFills& fills, QRgb ground)
{
    QImage image(raster.width, raster.height,
                 qAlpha(ground) == 255 ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    RowId last;
    QRgb fill = 0;
    for (int y = 0; y < raster.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < raster.width; ++x) {
            const std::size_t pixel = raster.at(x, y);
            const RowId row = raster.row[pixel];
            if (row.isNone()) {
                line[x] = ground;
                continue;
            }
            if (row != last) {
                last = row;
                fill = fills.of(row);
            }
            line[x] = mixedOver(fill, ground, alphaOf(raster.share[pixel]));
        }
    }
    return image;
}

/// Draws borders in the background colour on the left and upper side of each box, so that adjacent boxes are
/// distinguishable, and a box from free memory.
void addBorders(QImage& image, const RegionDrawing& drawing, double ratio, QRgb ground)
{
    const MapWindow& window = drawing.window;
    const double perStep = static_cast<double>(image.width()) / window.steps.size();
    const double perByte = image.height() / static_cast<double>(window.size());
    const int thick = std::max(1, static_cast<int>(std::lround(ratio * kBorderShare)));
    const auto fillRect = [&](int left, int top, int right, int bottom) {
        for (int y = std::max(0, top); y < std::min(bottom, image.height()); ++y) {
            auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (int x = std::max(0, left); x < std::min(right, image.width()); ++x)
                line[x] = mixedOver(ground, line[x], static_cast<int>(255 * kBorderShare));
        }
    };
    const auto x = [&](std::uint32_t step) {
        const double at = (static_cast<double>(step) - window.steps.begin) * perStep;
        return static_cast<int>(std::clamp(std::round(at), -10.0, image.width() + 10.0));
    };
    const auto y = [&](std::int64_t address) {
        const double at = (static_cast<double>(window.end) - static_cast<double>(address)) * perByte;
        return static_cast<int>(std::clamp(std::round(at), -10.0, image.height() + 10.0));
    };
    for (const MapBox& box : drawing.large) {
        const int left = x(box.first);
        const int top = y(box.end);
        fillRect(left, top, x(box.past), top + thick);
        fillRect(left, top + thick, left + thick, y(box.begin));
    }
}

} // namespace

int alphaOf(double share)
{
    constexpr double kNoise = 1e-4; // rounding error of sums of shares, in 255ths
    return std::clamp(static_cast<int>(std::ceil(share * 255 - kNoise)), 1, 255);
}

Result<std::shared_ptr<const RegionDrawing>> drawRegion(const RegionContent& content, const RegionPixels& pixels,
                                                        const QFont& fixed, const Progress& progress)
{
    const RegionMap& map = *content.map;
    const MapWindow& window = content.window;
    auto drawing = std::make_shared<RegionDrawing>();
    drawing->window = window;
    auto raster = rasterOf(map.pieces(), window, pixels.plot.width(), pixels.plot.height(), progress);
    if (!raster)
        return raster.error();
    drawing->raster = std::move(*raster);
    if (pixels.bands > 0) {
        const MapWindow all{window.steps, 0, std::max<std::int64_t>(1, map.bandsHeight())};
        auto bands = rasterOf(map.bands(), all, pixels.plot.width(), pixels.bands, progress);
        if (!bands)
            return bands.error();
        drawing->bands = std::move(*bands);
    }
    LargeBoxes large(*drawing, content, pixels, fixed);
    map.pieces().forEach(window, [&](const MapBox& piece) { large.add(piece); });
    return std::shared_ptr<const RegionDrawing>(std::move(drawing));
}

RegionImages imagesOf(const RegionDrawing& drawing, const RegionPixels& pixels, const RowFills& fills,
                      const QColor& ground)
{
    const QRgb color = qPremultiply(ground.rgba());
    RegionImages images;
    images.boxes = imageOf(drawing.raster, fills, color);
    if (!images.boxes.isNull())
        addBorders(images.boxes, drawing, pixels.ratio, color);
    if (drawing.bands.width > 0)
        images.bands = imageOf(drawing.bands, fills, color);
    return images;
}

void placeImage(QImage& target, const QRect& area, const QImage& image, const QRectF& place, QRgb ground)
{
    const QRect seen = area & target.rect();
    if (seen.isEmpty())
        return;
    // The image pixel that each column and row shows. Negative: none.
    const auto sources = [](int first, int count, double begin, double size, int pixels) {
        std::vector<int> of(static_cast<std::size_t>(count), -1);
        for (int i = 0; i < count; ++i) {
            const double at = (first + i + 0.5 - begin) / size * pixels;
            if (at >= 0 && at < pixels)
                of[static_cast<std::size_t>(i)] = static_cast<int>(at);
        }
        return of;
    };
    const std::vector<int> columns = sources(seen.left(), seen.width(), place.left(), place.width(), image.width());
    const std::vector<int> rows = sources(seen.top(), seen.height(), place.top(), place.height(), image.height());
    const auto begin = std::ranges::find_if(columns, [](int column) { return column >= 0; });
    const auto end = std::find(begin, columns.end(), -1);
    const auto before = begin - columns.begin();
    const auto count = end - begin;
    const bool isMoved = count > 0 && *std::prev(end) - *begin == count - 1; // not stretched
    const std::size_t bytes = static_cast<std::size_t>(seen.width()) * sizeof(QRgb);
    const QRgb* last = nullptr;
    for (int y = 0; y < seen.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(target.scanLine(seen.top() + y)) + seen.left();
        const int row = rows[static_cast<std::size_t>(y)];
        if (y > 0 && row == rows[static_cast<std::size_t>(y) - 1]) {
            std::memcpy(line, last, bytes);
            continue;
        }
        last = line;
        if (row < 0 || count == 0) {
            std::fill_n(line, seen.width(), ground);
            continue;
        }
        std::fill_n(line, before, ground);
        const auto* source = reinterpret_cast<const QRgb*>(image.constScanLine(row));
        if (isMoved)
            std::memcpy(line + before, source + *begin, static_cast<std::size_t>(count) * sizeof(QRgb));
        else
            std::transform(begin, end, line + before, [source](int column) { return source[column]; });
        std::fill(line + before + count, line + seen.width(), ground);
    }
}

} // namespace tidemark::ui
