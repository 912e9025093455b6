#include "ui/charts/chart_overlay.h"

#include "ui/charts/chart_tags.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <iterator>

namespace tidemark::ui {
namespace {

constexpr double kDot = 3.5;
constexpr double kWideStep = 5; // pixels, from which a step shows as a cell
constexpr double kHandleArrow = 4;
constexpr double kHandleBeyond = 14; // pixels of the plot's right edge

class Overlay
{
public:
    Overlay(QPainter& painter, const ChartScene& scene, const QRegion& dirty)
        : m_painter(painter)
        , m_scene(scene)
        , m_state(*scene.state)
        , m_timeline(scene.timeline())
        , m_g(scene.geometry)
        , m_dirty(dirty)
    { }

    void selection()
    {
        const std::optional<StepRange>& range = m_state.selectedRange();
        if (!range)
            return;
        const double left = std::max(m_g.left, xOf(m_g.steps, range->begin));
        const double right = std::min(m_g.right(), xOf(m_g.steps, range->end));
        if (right <= left)
            return;
        QColor shade = m_scene.colors.highlight;
        shade.setAlphaF(0.16F);
        m_painter.fillRect(QRectF(left, m_g.top, right - left, m_g.height), shade);
        verticalLine(left, m_scene.colors.highlight, 1);
        verticalLine(right - 1, m_scene.colors.highlight, 1);
    }

    void capacity()
    {
        if (!m_scene.capacity)
            return;
        const std::int64_t bytes = m_scene.capacity->bytes;
        const std::int64_t over = m_timeline.occupiedPeakBytes() - bytes;
        const QColor color = over > 0 ? m_scene.colors.bad : m_scene.colors.secondaryText;
        const double y = yOf(m_g.bytes, static_cast<double>(bytes));
        m_painter.setPen(QPen(color, over > 0 ? 2 : 1, Qt::DashLine));
        m_painter.drawLine(QPointF(m_g.left, y), QPointF(m_g.right(), y));
    }

    /// Lines go through lifetimes, but under those that are too narrow to be seen behind them.
    void lifetimesAndLines(const std::vector<ChartLifetime>& lifetimes)
    {
        const auto boxes = [&](bool narrow) {
            for (const ChartLifetime& lifetime : lifetimes)
                if (lifetime.isNarrow == narrow)
                    paintLifetime(m_painter, m_scene, lifetime);
        };
        boxes(false);
        capacity();
        lines();
        boxes(true);
        for (const ChartLifetime& lifetime : lifetimes)
            paintLifetimeName(m_painter, m_scene, lifetime);
    }

    void lines()
    {
        const std::uint32_t peak = m_timeline.occupiedPeakStep;
        if (contains(m_g.steps.range, peak))
            line(peak, m_scene.colors.peakMark, 2);
        const std::uint32_t step = m_state.cursor();
        if (m_scene.isPicture || !contains(m_g.steps.range, step))
            return;
        const QColor& color = m_scene.colors.highlight;
        if (m_g.steps.perStep() >= kWideStep) {
            QColor cell = color;
            cell.setAlphaF(0.14F);
            m_painter.fillRect(QRectF(xOf(m_g.steps, step), m_g.top, m_g.steps.perStep(), m_g.height), cell);
        }
        if (!m_state.isCursorAtPeak())
            line(step, color, 1.5);
    }

    /// The cursor's number on the axis, at the edge beyond which it is when it cannot be seen.
    void handle()
    {
        const std::uint32_t step = m_state.cursor();
        const QString text = stepText(step);
        if (step < m_g.steps.range.begin)
            handle(m_g.left, QStringLiteral("‹ ") + text, m_g.left, m_g.right());
        else if (step >= m_g.steps.range.end)
            handle(m_g.right(), text + QStringLiteral(" ›"), m_g.left, m_g.right());
        else
            handle(centreOf(m_g.steps, step), text, 0, m_g.right() + kHandleBeyond);
    }

    void tags()
    {
        for (const ChartTag& tag : makeTags(m_scene))
            if (m_dirty.intersects(tag.rect.toAlignedRect()))
                paintTag(m_painter, m_scene, tag);
    }

private:
    void verticalLine(double x, const QColor& color, double width)
    {
        m_painter.fillRect(QRectF(x, m_g.top, width, m_g.height), color);
    }

    /// With a dot on the curve.
    void line(std::uint32_t step, const QColor& color, double width)
    {
        const double x = centreOf(m_g.steps, step);
        verticalLine(x - width / 2, color, width);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawEllipse(QPointF(x, m_scene.levelY(step)), kDot, kDot);
    }

    /// Between `begin` and `end`, with a tip that points at x.
    void handle(double x, const QString& text, double begin, double end)
    {
        const QFontMetricsF metrics(m_scene.smallFont);
        const double width = std::max(30.0, metrics.horizontalAdvance(text) + 14);
        const double left = std::clamp(x - width / 2, begin, std::max(begin, end - width));
        const QRectF box(left, m_g.bottom() + kHandleArrow, width, metrics.height() + 1);
        if (!m_dirty.intersects(box.adjusted(0, -kHandleArrow, 0, 1).toAlignedRect()))
            return;
        QPainterPath shape;
        shape.addPolygon(QPolygonF({box.bottomLeft(),
                                    box.topLeft(),
                                    {std::max(x - kHandleArrow, box.left()), box.top()},
                                    {x, m_g.bottom()},
                                    {std::min(x + kHandleArrow, box.right()), box.top()},
                                    box.topRight(),
                                    box.bottomRight()}));
        m_painter.fillPath(shape, m_scene.colors.highlight);
        m_painter.setPen(m_scene.colors.highlightedText);
        m_painter.setFont(m_scene.smallFont);
        const double textWidth = metrics.horizontalAdvance(text);
        m_painter.drawText(QPointF(box.center().x() - textWidth / 2, box.top() + metrics.ascent() + 0.5), text);
    }

    QPainter& m_painter;
    const ChartScene& m_scene;
    const ViewState& m_state;
    const SpaceTimeline& m_timeline;
    const PlotGeometry& m_g;
    QRegion m_dirty; // what is outside need not be drawn
};

} // namespace

void paintOverlay(QPainter& painter, const ChartScene& scene, const std::vector<ChartLifetime>& lifetimes,
                  const QRegion& dirty)
{
    painter.setRenderHint(QPainter::Antialiasing);
    Overlay overlay(painter, scene, dirty);
    overlay.selection();
    std::vector<ChartLifetime> touched;
    std::ranges::copy_if(lifetimes, std::back_inserter(touched), [&](const ChartLifetime& lifetime) {
        return dirty.intersects(lifetime.bounds().toAlignedRect());
    });
    overlay.lifetimesAndLines(touched);
    overlay.handle();
    overlay.tags();
}

void paintPictureMarks(QPainter& painter, const ChartScene& scene)
{
    Overlay overlay(painter, scene,
                    QRect(QPoint(0, 0), QPointF(scene.geometry.right(), scene.geometry.bottom()).toPoint() * 2));
    std::vector<ChartLifetime> lifetimes;
    if (const auto pinned = scene.state->pinned())
        lifetimes.push_back(makeLifetime(scene, *pinned, false));
    overlay.lifetimesAndLines(lifetimes);
    overlay.tags();
}

} // namespace tidemark::ui
