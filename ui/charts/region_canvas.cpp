#include "ui/charts/region_canvas.h"

#include "ui/theme/text.h"

#include <QPainter>

#include <cmath>

namespace tidemark::ui {
namespace {

constexpr std::size_t kFewPieces = 20'000; // pieces, which take some milliseconds

} // namespace

void RegionCanvas::forget()
{
    m_tasks.abandon();
    m_drawn = {};
    m_failed.reset();
    m_failure.clear();
    invalidateColors();
}

void RegionCanvas::invalidateColors()
{
    ++m_colors;
    m_drawn.images = {};
    m_isStale = true;
}

bool RegionCanvas::isDrawn(const RegionScene& scene, double ratio) const
{
    return m_drawn.boxes && m_shown == wantedOf(scene, ratio);
}

RegionCanvas::Wanted RegionCanvas::wantedOf(const RegionScene& scene, double ratio)
{
    return {scene.content.window, pixelsOf(scene, ratio), scene.content.uses};
}

Result<RegionCanvas::Drawn> RegionCanvas::drawnOf(const RegionContent& content, const Colors& colors,
                                                  const QFont& fixed, const RegionPixels& pixels,
                                                  const Progress& progress)
{
    auto boxes = drawRegion(content, pixels, fixed, progress);
    if (!boxes)
        return boxes.error();
    RegionImages images = imagesOf(**boxes, pixels, RowFills(content, colors), colors.plot, colors.grid);
    return Drawn{std::move(*boxes), std::move(images)};
}

void RegionCanvas::draw(const RegionScene& scene, double ratio)
{
    const Wanted wanted = wantedOf(scene, ratio);
    if (isDrawn(scene, ratio) || m_failed == wanted)
        return;
    const bool isFew = scene.content.map->pieces().atMost(wanted.window) <= kFewPieces;
    if (!m_drawn.boxes && isFew) {
        m_tasks.abandon();
        m_drawn = *drawnOf(scene.content, scene.chart.colors, scene.chart.fonts.fixed, wanted.pixels, {});
        m_shown = wanted;
        m_failed.reset();
        m_failure.clear();
        return;
    }
    // Wait for a short drawing, so that results appear even while the window keeps moving.
    if (m_tasks.isBusy() && (m_drawing == wanted || m_isDrawingFew))
        return;
    m_drawing = wanted;
    m_isDrawingFew = isFew;
    m_tasks.run<Drawn>(
        {},
        [content = scene.content, colors = scene.chart.colors, fixed = scene.chart.fonts.fixed, pixels = wanted.pixels](
            const Progress& progress) { return drawnOf(content, colors, fixed, pixels, progress); },
        [this, wanted, asked = m_colors](Result<Drawn> now) {
            m_drawn = {};
            m_failed.reset();
            m_failure.clear();
            if (now) {
                m_drawn = std::move(*now);
            } else {
                m_failed = wanted;
                m_failure = text(now.error().message);
            }
            m_shown = wanted;
            if (asked != m_colors)
                m_drawn.images = {};
            m_isStale = true;
            emit drawn();
        });
}

void RegionCanvas::place(const RegionScene& scene, double ratio)
{
    const Colors& colors = scene.chart.colors;
    if (m_drawn.images.boxes.isNull())
        m_drawn.images
            = imagesOf(*m_drawn.boxes, m_shown.pixels, RowFills(scene.content, colors), colors.plot, colors.grid);
    const RegionPixels pixels = pixelsOf(scene, ratio);
    const QRect plot(QPoint(qRound(scene.plot().left() * ratio), qRound(scene.plot().top() * ratio)), pixels.plot);
    const MapWindow& now = scene.content.window;
    const MapWindow& then = m_shown.window;
    const double perStep = static_cast<double>(plot.width()) / now.steps.size();
    const double perByte = plot.height() / static_cast<double>(now.size());
    const double left = plot.left() + (static_cast<double>(then.steps.begin) - now.steps.begin) * perStep;
    const double top = plot.top() + static_cast<double>(now.end - then.end) * perByte;
    const double width = then.steps.size() * perStep;
    const QRgb ground = colors.plot.rgb();
    placeImage(m_picture, plot, m_drawn.images.boxes,
               QRectF(left, top, width, static_cast<double>(then.size()) * perByte), ground);
    // The grid is behind the boxes: draw it only in free memory.
    for (const ByteTick& tick : scene.addresses.ticks) {
        const int first = qRound(std::round(scene.y(tick.bytes)) * ratio);
        for (int y = std::max(first, plot.top()); y < std::min(first + qCeil(ratio), plot.bottom() + 1); ++y) {
            auto* line = reinterpret_cast<QRgb*>(m_picture.scanLine(y));
            std::replace(line + plot.left(), line + plot.right() + 1, ground, colors.grid.rgb());
        }
    }
    const QRect bands(plot.left(), qRound(scene.bands.top() * ratio), plot.width(), pixels.bands);
    if (!m_drawn.images.bands.isNull())
        placeImage(m_picture, bands, m_drawn.images.bands, QRectF(left, bands.top(), width, bands.height()), ground);
}

void RegionCanvas::paintAround(const RegionScene& scene, const RegionLevel& level)
{
    QPainter painter(&m_picture);
    if (m_drawn.boxes) {
        paintRegionNames(painter, scene, *m_drawn.boxes);
    } else {
        painter.fillRect(scene.plot().united(scene.bands), scene.chart.colors.plot);
        painter.setPen(scene.chart.colors.secondaryText);
        const bool hasFailed = m_failed == wantedOf(scene, m_picture.devicePixelRatio());
        painter.drawText(scene.plot(), Qt::AlignCenter | Qt::TextWordWrap, hasFailed ? m_failure : tr("Drawing…"));
    }
    paintRegionFrame(painter, scene);
    paintRegionMarks(painter, scene, level);
}

const QImage& RegionCanvas::picture(const RegionScene& scene, const RegionLevel& level, const QSize& size, double ratio)
{
    const QSize pixels = size * ratio;
    if (m_picture.size() != pixels || m_picture.devicePixelRatio() != ratio) {
        m_picture = QImage(pixels, QImage::Format_RGB32);
        m_picture.setDevicePixelRatio(ratio);
        m_isStale = true;
    }
    if (!m_isStale)
        return m_picture;
    m_isStale = false;
    draw(scene, ratio);
    // The part that the boxes do not cover.
    const QRect plot = scene.plot().toRect();
    const QRegion around = QRegion(QRect(QPoint(0, 0), size)) - plot.adjusted(1, 1, -1, -1);
    {
        QPainter painter(&m_picture);
        for (const QRect& part : around)
            painter.fillRect(part, scene.chart.colors.base);
    }
    if (m_drawn.boxes)
        place(scene, ratio);
    paintAround(scene, level);
    return m_picture;
}

} // namespace tidemark::ui
