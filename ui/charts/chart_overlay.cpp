#include "ui/charts/chart_overlay.h"

#include "ui/charts/chart_tags.h"
#include "ui/charts/curve_painter.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <iterator>

namespace tidemark::ui {
namespace {

constexpr double kWideStep = 5; // pixels: minimum width of a step that is drawn as a cell
constexpr double kWidestTint = 0.2; // of the plot's width
constexpr double kNamesFrom = 4; // minimum width of a cell, in label heights
constexpr double kNameMargin = 3;
constexpr double kHandleArrow = 4;
constexpr double kHandleBeyond = 14; // pixels beyond the plot's right edge
constexpr double kHandleBefore = 3; // and beyond the left edge, where the 0 of the byte axis is

/// Returns whether the axis shows the names of the phases, which it does if there is room for them.
bool hasNames(const ChartScene& scene)
{
    return scene.view().axis.kind == AxisKind::Phases
        && scene.geometry.steps.perStep() >= kNamesFrom * QFontMetricsF(scene.fonts.small).height();
}

/// One label for each cell.
std::vector<AxisLabel> names(const ChartScene& scene)
{
    const StepScale& steps = scene.geometry.steps;
    const QFontMetricsF metrics(scene.fonts.small);
    std::vector<AxisLabel> labels;
    for (std::uint32_t cell = steps.range.begin; cell < steps.range.end; ++cell)
        labels.push_back({centreOf(steps, StepId(cell)),
                          metrics.elidedText(text(scene.view().axis.label(StepId(cell))), Qt::ElideMiddle,
                                             steps.perStep() - 2 * kNameMargin)});
    return labels;
}

class Overlay
{
public:
    Overlay(QPainter& painter, const ChartScene& scene, const QRegion& dirty)
        : m_painter(painter)
        , m_scene(scene)
        , m_content(scene.content)
        , m_view(scene.view())
        , m_g(scene.geometry)
        , m_dirty(dirty)
    { }

    void selection()
    {
        if (m_content.range)
            paintRange(m_painter, m_g, *m_content.range, m_scene.colors);
    }

    void capacity()
    {
        if (!m_content.capacity)
            return;
        const std::int64_t bytes = m_content.capacity->bytes;
        const std::int64_t over = m_content.peakBytes - bytes;
        const QColor color = over > 0 ? m_scene.colors.bad : m_scene.colors.secondaryText;
        const double y = m_scene.y(bytes);
        m_painter.setPen(over > 0 ? QPen(color, 2) : QPen(color, 1, Qt::DashLine));
        m_painter.drawLine(QPointF(m_g.left, y), QPointF(m_g.right(), y));
    }

    /// Draws lines over lifetimes, except over lifetimes so narrow that a line would hide them.
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
        const StepId peak = m_view.peakStep;
        if (contains(m_g.steps.range, peak))
            line(peak, m_view.highest()[peak.index()], m_scene.colors.peakMark, 2);
        if (m_content.marked && contains(m_g.steps.range, *m_content.marked)) {
            m_painter.setPen(QPen(m_scene.colors.text, 1, Qt::DashLine));
            const double x = std::round(centreOf(m_g.steps, *m_content.marked)) + 0.5;
            m_painter.drawLine(QPointF(x, m_g.top), QPointF(x, m_g.bottom()));
        }
        const StepId step = m_content.cursor;
        if (m_scene.isPicture || !contains(m_g.steps.range, step))
            return;
        const QColor& color = m_scene.colors.highlight;
        if (m_g.steps.perStep() >= kWideStep)
            cell(step);
        if (!m_content.isCursorAtPeak())
            line(step, cursorBytes(step), color, 1.5);
    }

    /// Draws the axis of cells, with the numbers of the cursor and of the marked step on it. If one of them is outside
    /// of the visible steps, its number is at the edge on that side. A picture has no cursor and only numbers of
    /// visible steps.
    void axis()
    {
        std::vector<QRectF> boxes;
        std::optional<Handle> cursor;
        if (!m_scene.isPicture) {
            cursor = makeHandle(m_content.cursor);
            boxes.push_back(cursor->box);
        }
        std::optional<Handle> marked;
        const std::optional<StepId>& step = m_content.marked;
        if (step && (m_scene.isPicture ? contains(m_g.steps.range, *step) : step != m_content.cursor)) {
            marked = makeHandle(*step);
            boxes.push_back(marked->box);
        }
        paintCellAxis(m_painter, m_scene, boxes);
        if (marked)
            paintHandle(*marked, m_scene.colors.secondaryText, m_scene.colors.base);
        if (cursor)
            paintHandle(*cursor, m_scene.colors.highlight, m_scene.colors.highlightedText);
    }

    /// Draws the sum of the selected rows.
    void selectedRows()
    {
        if (!m_content.selected)
            return;
        const SelectedLife& life = *m_content.selected;
        const std::int64_t stand = std::max(life.stand, m_content.below());
        const double bottom = m_scene.y(stand);
        const QRectF room(m_g.left, m_g.top, m_g.width, bottom - m_g.top);
        if (room.height() < 1)
            return;
        PolygonSurface surface(m_painter, room, room.size().toSize());
        const double top = m_g.bytes.top * room.height() / m_g.height;
        std::vector<int> tops;
        std::vector<RowSpan> edges;
        for (const Column& column : pixelColumns(life.bytes, m_g.steps.range, surface.width())) {
            tops.push_back(curveRow(surface, static_cast<double>(column.max), top));
            const int before = edges.empty() ? tops.back() : tops[tops.size() - 2];
            edges.push_back({std::min(tops.back(), before), std::max(tops.back(), before) + 1});
        }
        QColor fill = m_content.lifetimeColor(m_scene.colors, life.largest);
        fill.setAlphaF(0.45F);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        surface.fillBelow(tops, 0, surface.height(), fill);
        surface.fillSpans(edges, 0, surface.height(), m_scene.colors.text);
        m_painter.setRenderHint(QPainter::Antialiasing);
    }

    void tags()
    {
        for (const ChartTag& tag : makeTags(m_scene))
            if (m_dirty.intersects(tag.rect.toAlignedRect()))
                paintTag(m_painter, m_scene, tag);
    }

private:
    /// Highlights a wide step. The cell is tinted, or only its edges are drawn: over a stack, because a tint would
    /// change the colours of the groups, and for a very wide cell, because the tint would cover much of the chart.
    void cell(StepId step)
    {
        const QRectF box(xOf(m_g.steps, step.value), m_g.top, m_g.steps.perStep(), m_g.height);
        const bool isTinted = !m_content.isStacked() && box.width() <= kWidestTint * m_g.width;
        QColor color = m_scene.colors.highlight;
        color.setAlphaF(isTinted ? 0.14F : 0.6F);
        if (isTinted) {
            m_painter.fillRect(box, color);
            return;
        }
        verticalLine(box.left(), color, 1);
        verticalLine(box.right() - 1, color, 1);
    }

    void verticalLine(double x, const QColor& color, double width)
    {
        m_painter.fillRect(QRectF(x, m_g.top, width, m_g.height), color);
    }

    /// The level, or the maximum inside the cell if the level is not known.
    std::int64_t cursorBytes(StepId step) const
    {
        return m_view.curves.front().knows(step.index()) ? m_view.levelAt(step) : m_view.highest()[step.index()];
    }

    /// Draws a vertical line with a dot on the curve.
    void line(StepId step, std::int64_t bytes, const QColor& color, double width)
    {
        const double x = centreOf(m_g.steps, step);
        verticalLine(x - width / 2, color, width);
        paintDot(m_painter, {x, m_scene.y(bytes)}, color);
    }

    struct Handle {
        QString text;
        QRectF box;
        double x = 0; // where the tip of the handle points
    };

    Handle makeHandle(StepId step) const
    {
        Handle handle{positionText(m_view.axis, step), {}, centreOf(m_g.steps, step)};
        if (hasNames(m_scene))
            if (const QString name = text(m_view.axis.label(step)); !name.isEmpty())
                handle.text = name;
        double begin = m_g.left - kHandleBefore;
        double end = m_g.right() + kHandleBeyond;
        if (!contains(m_g.steps.range, step)) {
            const bool isBefore = step.value < m_g.steps.range.begin;
            handle.text = isBefore ? QStringLiteral("‹ ") + handle.text : handle.text + QStringLiteral(" ›");
            handle.x = isBefore ? m_g.left : m_g.right();
            begin = m_g.left;
            end = m_g.right();
        }
        const QFontMetricsF metrics(m_scene.fonts.small);
        const double width = std::max(2 * metrics.height(), metrics.horizontalAdvance(handle.text) + 14);
        const double left = std::clamp(handle.x - width / 2, begin, std::max(begin, end - width));
        handle.box = QRectF(left, m_g.bottom() + kHandleArrow, width, metrics.height() + 1);
        return handle;
    }

    void paintHandle(const Handle& handle, const QColor& fill, const QColor& ink)
    {
        const QRectF& box = handle.box;
        if (!m_dirty.intersects(box.adjusted(0, -kHandleArrow, 0, 1).toAlignedRect()))
            return;
        QPainterPath shape;
        shape.addPolygon(QPolygonF({box.bottomLeft(),
                                    box.topLeft(),
                                    {std::max(handle.x - kHandleArrow, box.left()), box.top()},
                                    {handle.x, m_g.bottom()},
                                    {std::min(handle.x + kHandleArrow, box.right()), box.top()},
                                    box.topRight(),
                                    box.bottomRight()}));
        const QFontMetricsF metrics(m_scene.fonts.small);
        m_painter.fillPath(shape, fill);
        m_painter.setPen(ink);
        m_painter.setFont(m_scene.fonts.small);
        const double textWidth = metrics.horizontalAdvance(handle.text);
        m_painter.drawText(QPointF(box.center().x() - textWidth / 2, box.top() + metrics.ascent() + 0.5), handle.text);
    }

    QPainter& m_painter;
    const ChartScene& m_scene;
    const ChartContent& m_content;
    const View& m_view;
    const PlotGeometry& m_g;
    QRegion m_dirty; // drawing outside may be skipped
};

} // namespace

void paintCellAxis(QPainter& painter, const ChartScene& scene, const std::vector<QRectF>& covered)
{
    const Axis& axis = scene.view().axis;
    std::vector<AxisLabel> labels;
    if (axis.kind != AxisKind::None)
        labels = hasNames(scene) ? names(scene) : cellLabels(scene, axis);
    paintAxis(painter, scene, labels, text(axis.title), covered);
}

void paintOverlay(QPainter& painter, const ChartScene& scene, const std::vector<ChartLifetime>& lifetimes,
                  const QRegion& dirty)
{
    painter.setRenderHint(QPainter::Antialiasing);
    Overlay overlay(painter, scene, dirty);
    overlay.selection();
    overlay.selectedRows();
    std::vector<ChartLifetime> touched;
    std::ranges::copy_if(lifetimes, std::back_inserter(touched), [&](const ChartLifetime& lifetime) {
        return dirty.intersects(lifetime.bounds().toAlignedRect());
    });
    overlay.lifetimesAndLines(touched);
    overlay.axis();
    paintRemark(painter, scene);
    overlay.tags();
}

void paintCursorAxis(QPainter& painter, const ChartScene& scene)
{
    painter.setRenderHint(QPainter::Antialiasing);
    Overlay(painter, scene, scene.plot().adjusted(-1e4, -1e4, 1e4, 1e4).toRect()).axis();
}

void paintPictureMarks(QPainter& painter, const ChartScene& scene)
{
    Overlay overlay(painter, scene,
                    QRect(QPoint(0, 0), QPointF(scene.geometry.right(), scene.geometry.bottom()).toPoint() * 2));
    std::vector<ChartLifetime> lifetimes;
    if (scene.content.pinned)
        lifetimes.push_back(makeLifetime(scene, *scene.content.pinned, false));
    overlay.axis();
    overlay.selectedRows();
    overlay.lifetimesAndLines(lifetimes);
    overlay.tags();
}

} // namespace tidemark::ui
