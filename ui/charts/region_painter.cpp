#include "ui/charts/region_painter.h"

#include "core/view/row_uses.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/swatch.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>

namespace tidemark::ui {
namespace {

constexpr double kLargeFrom = 4; // pixels, minimum of both sides
constexpr double kBorderShare = 0.7; // of a pixel
constexpr float kLeastMissing = 1e-3F; // rounding error of a share

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
        std::vector<RowTenant> tenants;
        if (m_content.uses)
            tenants = tenantsOf(m_content.rows(), *m_content.uses, piece.row);
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

QImage imageOf(const RegionRaster& raster, const RowFills& fills, double ratio, QRgb ground,
               const RegionRaster& held = {}, QRgb notHeld = 0)
{
    QImage image(raster.width, raster.height,
                 qAlpha(ground) == 255 ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    const int period = qRound(kHatchPeriod * ratio);
    const int line = qRound(kHatchLine * ratio);
    RowId last;
    QRgb fill = 0;
    QRgb hatch = 0;
    for (int y = 0; y < raster.height; ++y) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < raster.width; ++x) {
            const std::size_t pixel = raster.at(x, y);
            const RowId row = raster.row[pixel];
            const float missing = held.width > 0 ? 1 - held.share[pixel] : 0;
            const QRgb below = missing > kLeastMissing ? mixedOver(notHeld, ground, alphaOf(missing)) : ground;
            if (row.isNone()) {
                pixels[x] = below;
                continue;
            }
            if (row != last) {
                last = row;
                fill = fills.of(row).color.rgb();
                hatch = fills.of(row).isHatched ? Colors::hatchOn(fill).rgb() : fill;
            }
            pixels[x] = mixedOver((x + y) % period < line ? hatch : fill, below, alphaOf(raster.share[pixel]));
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

constexpr double kBoxBorder = 0.7;
constexpr double kNameRoom = 4; // pixels on either side of a name
constexpr int kFreePeriod = 8; // pixels along an edge
constexpr double kOutlinedFrom = 6; // pixels; selected boxes with a thinner side are shaded, not outlined
constexpr double kLegendMargin = 9; // pixels next to the area and below the titles
constexpr double kLegendFrom = 12; // in text heights: minimum height of a picture with a legend
constexpr float kZoomShade = 0.16F; // of the highlight colour
constexpr int kFrameRoom = 8; // maximum pixels between a row and the outer edge of its frame

bool hasAxis(const RegionScene& scene)
{
    return hasCells(scene.chart.view().axis);
}

/// Draws free memory.
void paintHatched(QPainter& painter, const QRectF& rect, const Colors& colors)
{
    painter.fillRect(rect, colors.plot);
    paintHatch(painter, rect, QPen(colors.secondaryText, 1, Qt::SolidLine, Qt::FlatCap), kFreePeriod);
}

/// Returns the height of the legend.
double paintRegionLegend(QPainter& painter, const QRectF& area, const RegionLegend& legend, const Colors& colors,
                         const ChartFonts& fonts)
{
    const double line = QFontMetricsF(fonts.small).height();
    if (legend.looks.empty() || area.height() < kLegendFrom * line)
        return 0;
    std::vector<std::pair<Fill, QString>> entries;
    for (const GroupLook& look : legend.looks)
        entries.emplace_back(look.fill(colors), written(look.name));
    return paintLegendLines(painter, area.topLeft() + QPointF(kLegendMargin, 0), area.width() - 2 * kLegendMargin,
                            legend.scale, entries, colors, fonts);
}

QRegion framesOf(const RegionScene& scene, const Focus& rows)
{
    QRegion frames;
    for (const auto& row : {rows.pointed(), rows.pinned()})
        if (row)
            if (const QRectF rect = scene.rectOf(*row); !rect.isNull())
                frames += rect.adjusted(-kFrameRoom, -kFrameRoom, kFrameRoom, kFrameRoom).toAlignedRect();
    return frames;
}

/// The vertical lines over the boxes, as x coordinates.
std::vector<double> lineXs(const RegionScene& scene)
{
    std::vector<double> all;
    if (!hasAxis(scene))
        return all;
    const auto add = [&](StepId step) {
        if (scene.content.window.steps.contains(step.value))
            all.push_back(centreOf(scene.chart.geometry.steps, step));
    };
    add(scene.content.map->view().peakStep);
    add(scene.content.chart.cursor);
    if (const auto marked = scene.content.chart.marked)
        add(*marked);
    return all;
}

/// The left edge of a name in a box where no line crosses the name. None: there is no such place.
std::optional<double> nameLeft(const QRectF& box, double width, const std::vector<double>& lines)
{
    const auto isFree = [&](double left) {
        return left + width + kNameRoom <= box.right() && std::ranges::none_of(lines, [&](double x) {
                   return left - kNameRoom < x && x < left + width + kNameRoom;
               });
    };
    const double first = box.left() + kNameRoom;
    if (isFree(first))
        return first;
    for (const double x : lines)
        if (x > box.left() && isFree(x + kNameRoom))
            return x + kNameRoom;
    return std::nullopt;
}

/// Draws boxes as rectangles, grouped by colour. A box thinner than a pixel covers the full pixel, with an alpha equal
/// to its share of the pixel, because the numbers in the file are too coarse for thinner rectangles.
void paintVectors(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing)
{
    const RowFills fills(scene.content, scene.chart.colors);
    std::vector<std::pair<QRectF, QColor>> hatched;
    std::map<QRgb, QList<QRectF>, std::greater<>> rects; // faint ones last: they are over the boxes in the same pixel
    scene.content.map->pieces().forEach(drawing.window, [&](const MapBox& piece) {
        QRectF rect = scene.rectOf(piece);
        if (rect.isEmpty())
            return;
        const double share = std::min(1.0, rect.width()) * std::min(1.0, rect.height());
        if (rect.width() < 1)
            rect = QRectF(std::floor(rect.center().x()), rect.top(), 1, rect.height());
        if (rect.height() < 1)
            rect = QRectF(rect.left(), std::floor(rect.center().y()), rect.width(), 1);
        const Fill& fill = fills.of(piece.row);
        const QRgb color = fill.color.rgb();
        rects[qRgba(qRed(color), qGreen(color), qBlue(color), alphaOf(share))].append(rect);
        if (fill.isHatched && share >= 1)
            hatched.emplace_back(rect, Colors::hatchOn(fill.color));
    });
    painter.setPen(Qt::NoPen);
    for (const auto& [color, own] : rects) {
        painter.setBrush(QColor::fromRgba(color));
        painter.drawRects(own);
    }
    for (const auto& [rect, ink] : hatched)
        paintHatch(painter, rect, hatchPen(ink));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(scene.chart.colors.plot, kBoxBorder));
    QList<QRectF> large;
    for (const MapBox& box : drawing.large)
        large.append(scene.rectOf(box));
    painter.drawRects(large);
}

/// Marks the memory that the allocator does not hold, before anything else is drawn.
void paintHeld(QPainter& painter, const RegionScene& scene)
{
    const RegionMap& map = *scene.content.map;
    if (map.isAllHeld())
        return;
    painter.fillRect(scene.plot(), scene.chart.colors.grid);
    map.held().forEach(scene.content.window,
                       [&](const MapBox& box) { painter.fillRect(scene.rectOf(box), scene.chart.colors.plot); });
}

/// Calls take(rect, bytes) for each gap of which at least one pixel is visible. `rect` is its visible part over the
/// full width of `area`, `bytes` the size of the whole gap.
template <class Take>
void forEachGap(const RegionScene& scene, const RegionLevel& level, const QRectF& area, Take take)
{
    for (const AddressRange& gap : level.gaps)
        if (const QRectF rect = scene.across(area, gap.begin, gap.end); rect.height() >= 1)
            take(rect, gap.end - gap.begin);
}

/// Writes the size of a gap on one line or two, in the chosen unit or a unit with a shorter number. Writes nothing if
/// there is no room: a part of a number would be another number.
void paintFree(QPainter& painter, const RegionScene& scene, const QRectF& gap, std::int64_t bytes)
{
    const QString chosen = scene.content.chart.bytes(bytes);
    const QString shorter = QString::fromStdString(bytesText(bytes, ByteUnit::Auto));
    const QString onTwo = UiText::tr("free\n%1");
    const QFontMetricsF metrics(scene.chart.fonts.small);
    for (const QString& words : {UiText::tr("free %1").arg(chosen), onTwo.arg(chosen), onTwo.arg(shorter)}) {
        QRectF box(QPointF(0, 0), metrics.size(0, words) + QSizeF(4, 4));
        box.moveCenter(gap.center());
        if (box.width() + 4 > gap.width() || box.height() + 4 > gap.height())
            continue;
        painter.fillRect(box, scene.chart.colors.plot);
        paintText(painter, box, Qt::AlignCenter, words, scene.chart.fonts.small, scene.chart.colors.text);
        return;
    }
}

/// Draws free and used memory at the cursor.
void paintColumn(QPainter& painter, const RegionScene& scene, const RegionLevel& level)
{
    const Colors& colors = scene.chart.colors;
    const QRectF& column = scene.column;
    const QFontMetricsF metrics(scene.chart.fonts.small);
    const QRectF title(column.left() - kRegionColumnGap, column.top() - metrics.height() - 3,
                       column.width() + 2 * kRegionColumnGap, metrics.height());
    paintText(painter, title, Qt::AlignCenter, cellText(scene.chart.view().axis, scene.content.chart.cursor),
              scene.chart.fonts.small, colors.secondaryText);
    paintHatched(painter, column, colors);
    for (const AddressRange& part : level.notHeld)
        painter.fillRect(scene.across(column, part.begin, part.end), colors.grid); // not the allocator's at this moment
    const RowFills fills(scene.content, colors);
    for (const MapBox& box : level.boxes) {
        const QRectF rect = scene.across(column, box.begin, box.end);
        if (rect.isEmpty())
            continue;
        paintFill(painter, rect, fills.of(box.row));
        if (rect.height() > 3)
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), kBoxBorder), colors.plot);
    }
    painter.setPen(colors.border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(column);
    forEachGap(scene, level, column,
               [&](const QRectF& gap, std::int64_t bytes) { paintFree(painter, scene, gap, bytes); });
}

/// Draws the free memory in a view without an axis. Such a view has only one level, shown by the whole plot.
void paintGaps(QPainter& painter, const RegionScene& scene, const RegionLevel& level)
{
    forEachGap(scene, level, scene.plot(), [&](const QRectF& gap, std::int64_t bytes) {
        paintHatched(painter, gap, scene.chart.colors);
        paintFree(painter, scene, gap, bytes);
    });
}

void paintSelected(QPainter& painter, const RegionScene& scene)
{
    const std::vector<RowId>& selected = scene.content.selected;
    const auto mark = [&](const QRectF& rect) {
        if (!rect.isEmpty())
            paintSelectedItem(painter, rect, kOutlinedFrom, scene.chart.colors);
    };
    for (const RowId row : selected)
        if (const MapBox* box = scene.content.map->boxOf(row))
            mark(scene.rectOf(*box));
    if (!scene.bands.isEmpty() && !selected.empty())
        for (const MapBox& band : scene.content.map->bands().boxes())
            if (std::ranges::binary_search(selected, band.row.value, {}, &RowId::value))
                mark(scene.rectOfBand(band));
}

/// Returns whether there are few enough pieces and held ranges that an SVG can have each as a rectangle.
bool areFew(const RegionMap& map, const MapWindow& window)
{
    std::size_t count = 0;
    const auto add = [&](const MapBox&) { ++count; };
    map.pieces().forEach(window, add);
    if (!map.isAllHeld())
        map.held().forEach(window, add);
    return count <= kVectorBoxes;
}

/// Draws a frame around a row.
void paintRowFrame(QPainter& painter, const RegionScene& scene, RowId row, Qt::PenStyle style)
{
    const QRectF rect = scene.rectOf(row);
    if (rect.isNull())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintItemFrame(painter, rect.adjusted(-1, -1, 1, 1), scene.chart.colors, scene.chart.colors.text, style);
}

/// `scale` is the number of pixels per point.
void paintPicture(QPainter& painter, QRectF area, const RegionContent& content, const RegionLegend& legend,
                  const QString& title, const Colors& colors, const QFont& font, double scale)
{
    const ChartFonts fonts = chartFonts(font);
    area.setTop(area.top() + paintRegionLegend(painter, area, legend, colors, fonts));
    RegionScene scene = makeRegionScene(content, area, colors, fonts);
    scene.chart.isPicture = true;
    const RegionPixels pixels = pixelsOf(scene, scale);
    const auto drawing = drawRegion(content, pixels, fonts.fixed);
    paintRegion(painter, scene, **drawing, pixels);
    paintRegionMarks(painter, scene, content.map->levelAt(content.chart.cursor));
    if (content.chart.pinned)
        paintRowFrame(painter, scene, *content.chart.pinned, Qt::SolidLine);
    // To the right of the base address, if there is one.
    const QFontMetricsF metrics(fonts.small);
    const double left = area.left() + metrics.horizontalAdvance(scene.baseText() + QStringLiteral("   "));
    const QRectF line(QPointF(left, area.top()), QPointF(scene.plot().right(), scene.plot().top()));
    paintText(painter, line, Qt::AlignRight | Qt::AlignTop, metrics.elidedText(title, Qt::ElideRight, line.width()),
              fonts.small, colors.secondaryText);
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
    if (!map.isAllHeld()) {
        auto held = rasterOf(map.held(), window, pixels.plot.width(), pixels.plot.height(), progress);
        if (!held)
            return held.error();
        drawing->held = std::move(*held);
    }
    LargeBoxes large(*drawing, content, pixels, fixed);
    map.pieces().forEach(window, [&](const MapBox& piece) { large.add(piece); });
    return std::shared_ptr<const RegionDrawing>(std::move(drawing));
}

RegionImages imagesOf(const RegionDrawing& drawing, const RegionPixels& pixels, const RowFills& fills,
                      const QColor& ground, const QColor& notHeld)
{
    const QRgb color = qPremultiply(ground.rgba());
    RegionImages images;
    images.boxes = imageOf(drawing.raster, fills, pixels.ratio, color, drawing.held, notHeld.rgb());
    if (!images.boxes.isNull())
        addBorders(images.boxes, drawing, pixels.ratio, color);
    if (drawing.bands.width > 0)
        images.bands = imageOf(drawing.bands, fills, pixels.ratio, color);
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

void paintRegionFrame(QPainter& painter, const RegionScene& scene)
{
    const QRectF plot = scene.plot();
    const QFontMetricsF metrics(scene.chart.fonts.small);
    painter.setFont(scene.chart.fonts.small);
    painter.setPen(scene.chart.colors.secondaryText);
    for (const ByteTick& tick : scene.addresses.ticks)
        painter.drawText(
            QRectF(0, scene.y(tick.bytes) - metrics.height() / 2, plot.left() - kAddressGap, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, tick.text);
    if (scene.addresses.base > 0)
        painter.drawText(QRectF(kNameRoom, plot.top() - metrics.height() - 3, plot.right(), metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, scene.baseText());
    if (!scene.bands.isEmpty())
        painter.drawText(QRectF(0, scene.bands.top(), scene.bands.left() - kAddressGap, scene.bands.height()),
                         Qt::AlignRight | Qt::AlignVCenter, UiText::tr("elsewhere"));
    painter.setPen(scene.chart.colors.border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot.adjusted(-1, -1, 0, 0)); // outside, so that boxes at the edges are visible
}

void paintRegionNames(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing)
{
    const std::vector<double> lines = lineXs(scene);
    const QFontMetricsF metrics(scene.chart.fonts.fixed);
    const Colors& colors = scene.chart.colors;
    const RowFills fills(scene.content, colors);
    for (const RegionName& name : drawing.names) {
        const QRectF rect = scene.rectOf(name.box);
        const std::optional<double> left = nameLeft(rect, name.width, lines);
        if (rect.height() < metrics.height() || !left)
            continue;
        QColor ink = colors.secondaryText;
        if (!scene.content.isLeftOut(name.box.row))
            ink = colors.textOn(fills.of(name.box.row).color);
        const double baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
        paintText(painter, {*left, baseline}, name.text, scene.chart.fonts.fixed, ink);
    }
}

void paintRegion(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing, const RegionPixels& pixels)
{
    const Colors& colors = scene.chart.colors;
    const QRectF plot = scene.plot();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const bool isVector
        = painter.paintEngine()->type() == QPaintEngine::SVG && areFew(*scene.content.map, drawing.window);
    painter.fillRect(plot, colors.plot);
    if (isVector)
        paintHeld(painter, scene);
    for (const ByteTick& tick : scene.addresses.ticks)
        painter.fillRect(QRectF(plot.left(), std::round(scene.y(tick.bytes)), plot.width(), 1), colors.grid);
    const RegionImages images
        = imagesOf(drawing, pixels, RowFills(scene.content, colors), Qt::transparent, colors.grid);
    if (isVector)
        paintVectors(painter, scene, drawing);
    else
        painter.drawImage(plot, images.boxes);
    paintRegionNames(painter, scene, drawing);
    if (!scene.bands.isEmpty()) {
        painter.fillRect(scene.bands, colors.plot);
        painter.drawImage(scene.bands, images.bands);
    }
    paintRegionFrame(painter, scene);
}

void paintRegionMarks(QPainter& painter, const RegionScene& scene, const RegionLevel& level)
{
    paintSelected(painter, scene);
    if (!hasAxis(scene)) {
        paintGaps(painter, scene, level);
        return;
    }
    const RegionContent& content = scene.content;
    ChartScene below = scene.chart; // with the bands; the axis is below them
    if (!scene.bands.isEmpty())
        below.geometry.height = scene.bands.bottom() - below.geometry.top;
    const Colors& colors = scene.chart.colors;
    if (content.range)
        paintRange(painter, below.geometry, *content.range, colors);
    paintStepLine(painter, below.geometry, content.map->view().peakStep, colors.peakMark, 2);
    if (content.chart.marked)
        paintDashedStepLine(painter, below.geometry, *content.chart.marked, colors.text);
    if (!content.chart.isCursorAtPeak())
        paintStepLine(painter, below.geometry, content.chart.cursor, colors.highlight, 1.5);
    for (const ChartTag& tag : makeTags(scene.chart))
        paintTag(painter, scene.chart, tag);
    if (scene.chart.isPicture)
        paintCellAxis(painter, below);
    else
        paintCursorAxis(painter, below);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintColumn(painter, scene, level);
}

std::shared_ptr<const Picture> regionPicture(RegionContent content, RegionLegend legend, const QString& title,
                                             const PictureOptions& options)
{
    return titledPicture(options,
                         [content = std::move(content), legend = std::move(legend), title, scale = options.scale](
                             QPainter& painter, const QRectF& area, const Colors& colors, const QFont& font) {
                             paintPicture(painter, area, content, legend, title, colors, font, scale);
                         });
}

void RegionOverlay::paint(QPainter& painter, const RegionScene& scene, const Focus& rows, const QRectF& zoom,
                          bool hasFocus)
{
    m_framed = framesOf(scene, rows);
    painter.save();
    painter.setClipRect(scene.plot().united(scene.bands).adjusted(-2, -2, 2, 2));
    const auto pinned = rows.pinned();
    const auto pointed = rows.pointed();
    if (pinned && pinned != pointed)
        paintRowFrame(painter, scene, *pinned, Qt::DotLine);
    if (pointed)
        paintRowFrame(painter, scene, *pointed, Qt::SolidLine);
    painter.restore();
    const Colors& colors = scene.chart.colors;
    if (!zoom.isEmpty()) {
        painter.fillRect(zoom, withAlpha(colors.highlight, kZoomShade));
        paintFocusFrame(painter, zoom, colors);
    }
    if (hasFocus)
        paintFocusFrame(painter, scene.plot().toRect().adjusted(-1, -1, 0, 0), colors);
}

QRegion RegionOverlay::reframed(const RegionScene& scene, const Focus& rows) const
{
    return m_framed + framesOf(scene, rows);
}

} // namespace tidemark::ui
