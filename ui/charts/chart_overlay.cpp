#include "ui/charts/chart_overlay.h"

#include "ui/charts/chart_tags.h"
#include "ui/charts/hover_tip.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr double kDot = 3.5;
constexpr double kLifetimeFill = 0.62;
constexpr double kFaintFill = 0.25;
constexpr double kLifetimeBorder = 1.5;
constexpr double kSmallestLifetime = 3;
constexpr double kWideStep = 5; // pixels, from which a step shows as a cell
constexpr double kHandleArrow = 4;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

class Overlay
{
public:
    Overlay(QPainter& painter, const ChartScene& scene)
        : m_painter(painter)
        , m_scene(scene)
        , m_state(*scene.state)
        , m_timeline(scene.timeline())
        , m_g(scene.geometry)
        , m_tags(scene)
    {
    }

    void lifetime(std::uint32_t row, bool isFaint)
    {
        const BufferRow& buffer = m_timeline.rows[row];
        const BufferKind kind = kindOf(m_timeline.plan->assignment().allocations[buffer.allocation]);
        const double left = std::max(m_g.left, xOf(m_g.steps, buffer.start));
        const double right = std::min(m_g.right(), xOf(m_g.steps, buffer.end));
        if (right <= left)
            return;
        const std::int64_t stand = kind == BufferKind::Temporary ? m_timeline.totals.base : 0;
        const double bottom = yOf(m_g.bytes, static_cast<double>(stand));
        const double height
            = std::max(kSmallestLifetime, bottom - yOf(m_g.bytes, static_cast<double>(stand + buffer.size)));
        const double width = std::max(kSmallestLifetime, right - left);
        const QRectF box(std::min(left, m_g.right() - width), std::max(m_g.top, bottom - height), width,
                         std::min(height, bottom - m_g.top));
        QColor fill = m_scene.colors.lifetime(kind);
        const QColor under = mixed(fill, m_scene.colors.area, kLifetimeFill);
        fill.setAlphaF(static_cast<float>(isFaint ? kFaintFill : kLifetimeFill));
        const double inset = std::min(kLifetimeBorder / 2, std::min(box.width(), box.height()) / 3);
        m_painter.setBrush(fill);
        m_painter.setPen(QPen(m_scene.colors.text, std::min(kLifetimeBorder, 2 * inset),
                              isFaint ? Qt::DashLine : Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        m_painter.drawRect(box.adjusted(inset, inset, -inset, -inset));
        if (!isFaint)
            lifetimeName(box, row, m_scene.colors.textOn(under));
    }

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

    void selectionTag()
    {
        const std::optional<StepRange>& range = m_state.selectedRange();
        if (!range || !m_scene.selectedPeak || range->end <= m_g.steps.range.begin || range->begin >= m_g.steps.range.end)
            return;
        const std::uint32_t peak = *m_scene.selectedPeak;
        const QString bytes = m_state.bytes(m_timeline.occupied[peak]);
        const QString text = range->size() == 1
            ? Text::tr("Step %1 · %2").arg(peak).arg(bytes)
            : Text::tr("Steps %1–%2 · peak %3 at step %4").arg(range->begin).arg(range->end - 1).arg(bytes).arg(peak);
        const double begin = std::max(m_g.left, xOf(m_g.steps, range->begin));
        const QRectF rect = m_tags.place(begin, text, 2);
        m_tags.paint(m_painter, rect, text, mixed(m_scene.colors.highlight, m_scene.colors.plot, 0.25), m_scene.colors.text);
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
        QString text = Text::tr("Capacity %1").arg(m_state.bytes(bytes));
        if (!m_scene.capacity->device.isEmpty())
            text += QStringLiteral(" · ") + m_scene.capacity->device;
        if (over > 0)
            text += QStringLiteral(" · ") + Text::tr("exceeded by %1").arg(m_state.bytes(over));
        const double width = std::min(m_tags.widthOf(text), m_g.width - 2);
        const double top = y + 3 + m_tags.height() < m_g.bottom() ? y + 3 : y - 3 - m_tags.height();
        const QRectF rect(m_g.right() - 2 - width, top, width, m_tags.height());
        m_tags.reserve(rect);
        m_tags.paint(m_painter, rect, text, over > 0 ? color : m_scene.colors.plot,
                     over > 0 ? m_scene.colors.textOn(color) : color);
    }

    void peak()
    {
        const std::uint32_t step = m_timeline.occupiedPeakStep;
        const QColor& color = m_scene.colors.peakMark;
        QString text = Text::tr("Peak %1 · step %2").arg(m_state.bytes(m_timeline.occupiedPeakBytes())).arg(step);
        double x = centreOf(m_g.steps, step);
        if (step < m_g.steps.range.begin) {
            text = QStringLiteral("‹ ") + text;
            x = m_g.left - 4;
        } else if (step >= m_g.steps.range.end) {
            text += QStringLiteral(" ›");
            x = m_g.right() + 4;
        } else {
            verticalLine(x - 1, color, 2);
            dot(x, m_scene.levelY(step), color);
        }
        m_tags.paint(m_painter, m_tags.place(x, text, 0), text, color, m_scene.colors.textOn(color));
    }

    void cursor()
    {
        const std::uint32_t step = m_state.cursor();
        if (!contains(m_g.steps.range, step))
            return;
        const double x = centreOf(m_g.steps, step);
        const QColor& color = m_scene.colors.highlight;
        if (m_g.steps.perStep() >= kWideStep) {
            QColor cell = color;
            cell.setAlphaF(0.14F);
            m_painter.fillRect(QRectF(xOf(m_g.steps, step), m_g.top, m_g.steps.perStep(), m_g.height), cell);
        }
        if (!m_state.isCursorAtPeak()) {
            verticalLine(x - 0.75, color, 1.5);
            dot(x, m_scene.levelY(step), color);
            const std::int64_t below = m_timeline.occupiedPeakBytes() - m_timeline.occupied[step];
            const QString level = m_state.bytes(m_timeline.occupied[step]);
            const QString text = below == 0 ? Text::tr("%1 · as high as the peak").arg(level)
                                            : Text::tr("%1 · %2 below the peak").arg(level, m_state.bytes(below));
            m_tags.paint(m_painter, m_tags.place(x, text, 1), text, color, m_scene.colors.highlightedText);
        }
        handle(x, QString::fromStdString(groupedNumber(step)));
    }

    void pointer(const ChartPointer& pointer)
    {
        if (!pointer.step || !contains(m_g.steps.range, *pointer.step))
            return;
        const double x = std::round(centreOf(m_g.steps, *pointer.step)) + 0.5;
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(QPen(m_scene.colors.secondaryText, 1, Qt::DotLine));
        m_painter.drawLine(QPointF(x, m_g.top), QPointF(x, m_g.bottom()));
        m_painter.setRenderHint(QPainter::Antialiasing);
        tip(stepTip(m_state, *pointer.step), pointer.position);
    }

private:
    void verticalLine(double x, const QColor& color, double width)
    {
        m_painter.fillRect(QRectF(x, m_g.top, width, m_g.height), color);
    }

    void dot(double x, double y, const QColor& color)
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawEllipse(QPointF(x, y), kDot, kDot);
    }

    /// The cursor's number on the axis, with a tip that points at the step.
    void handle(double x, const QString& text)
    {
        const QFontMetricsF metrics(m_scene.smallFont);
        const double width = std::max(30.0, metrics.horizontalAdvance(text) + 14);
        const double left = std::clamp(x - width / 2, 0.0, std::max(0.0, m_g.right() + 14 - width));
        const QRectF box(left, m_g.bottom() + kHandleArrow, width, metrics.height() + 1);
        QPainterPath shape;
        shape.addPolygon(QPolygonF({box.bottomLeft(), box.topLeft(), {x - kHandleArrow, box.top()}, {x, m_g.bottom()},
                                    {x + kHandleArrow, box.top()}, box.topRight(), box.bottomRight()}));
        m_painter.fillPath(shape, m_scene.colors.highlight);
        m_painter.setPen(m_scene.colors.highlightedText);
        m_painter.setFont(m_scene.smallFont);
        const double textWidth = metrics.horizontalAdvance(text);
        m_painter.drawText(QPointF(box.center().x() - textWidth / 2, box.top() + metrics.ascent() + 0.5), text);
    }

    /// Inside the box when there is room, else above it.
    void lifetimeName(const QRectF& box, std::uint32_t row, const QColor& ink)
    {
        const BufferRow& buffer = m_timeline.rows[row];
        const QString text = fromFile(nameOf(m_timeline, buffer)) + QStringLiteral(" · ") + m_state.bytes(buffer.size)
            + QStringLiteral(" · ") + lifetimeText(m_timeline, buffer);
        const QFontMetricsF metrics(m_scene.fixedFont);
        const QString shown = metrics.elidedText(text, Qt::ElideMiddle, m_g.width - 12);
        const double width = metrics.horizontalAdvance(shown);
        const bool isInside = box.height() >= metrics.height() + 2 && box.width() >= width + 16;
        const double left = isInside ? box.left() + 8 : std::clamp(box.left(), m_g.left + 4, m_g.right() - width - 4);
        double baseline = box.bottom() - (std::min(box.height(), 24.0) - metrics.height()) / 2 - metrics.descent();
        if (!isInside) {
            baseline = std::max(box.top() - 4 - metrics.descent(), m_g.top + metrics.ascent() + 2);
            QColor ground = m_scene.colors.plot;
            ground.setAlphaF(0.8F);
            m_painter.fillRect(QRectF(left - 3, baseline - metrics.ascent(), width + 6, metrics.height()), ground);
        }
        m_painter.setPen(isInside ? ink : m_scene.colors.text);
        m_painter.setFont(m_scene.fixedFont);
        m_painter.drawText(QPointF(left, baseline), shown);
    }

    void tip(const QStringList& lines, const QPointF& at)
    {
        const QFontMetricsF metrics(m_scene.smallFont);
        QFont bold = m_scene.smallFont;
        bold.setBold(true);
        double width = 0;
        QStringList shown;
        for (const QString& line : lines) {
            shown << metrics.elidedText(line, Qt::ElideMiddle, m_g.width / 2);
            width = std::max(width, QFontMetricsF(shown.size() == 1 ? bold : m_scene.smallFont).horizontalAdvance(shown.last()));
        }
        const QSizeF size(width + 16, metrics.height() * static_cast<double>(lines.size()) + 8);
        double left = at.x() + 14;
        if (left + size.width() > m_g.right())
            left = at.x() - 14 - size.width();
        const double top = std::clamp(at.y() + 10, m_g.top + 1, std::max(m_g.top + 1, m_g.bottom() - size.height() - 1));
        const QRectF box(QPointF(std::round(std::max(left, m_g.left)) + 0.5, std::round(top) + 0.5), size);
        m_painter.setPen(QPen(m_scene.colors.border, 1));
        m_painter.setBrush(m_scene.colors.base);
        m_painter.drawRect(box);
        m_painter.setPen(m_scene.colors.text);
        double baseline = box.top() + 4 + metrics.ascent();
        for (qsizetype i = 0; i < shown.size(); ++i, baseline += metrics.height()) {
            m_painter.setFont(i == 0 ? bold : m_scene.smallFont);
            m_painter.drawText(QPointF(box.left() + 8, baseline), shown[i]);
        }
    }

    QPainter& m_painter;
    const ChartScene& m_scene;
    const ViewState& m_state;
    const SpaceTimeline& m_timeline;
    const PlotGeometry& m_g;
    ChartTags m_tags;
};

} // namespace

void paintOverlay(QPainter& painter, const ChartScene& scene, const ChartPointer& pointer)
{
    painter.setRenderHint(QPainter::Antialiasing);
    Overlay overlay(painter, scene);
    overlay.selection();
    const std::optional<std::uint32_t> shown = scene.state->shown();
    if (const auto pinned = scene.state->pinned(); pinned && pinned != shown)
        overlay.lifetime(*pinned, true);
    if (shown)
        overlay.lifetime(*shown, false);
    overlay.capacity();
    overlay.peak();
    overlay.cursor();
    overlay.selectionTag();
    overlay.pointer(pointer);
}

void paintPictureMarks(QPainter& painter, const ChartScene& scene)
{
    Overlay overlay(painter, scene);
    if (const auto pinned = scene.state->pinned())
        overlay.lifetime(*pinned, false);
    overlay.capacity();
    overlay.peak();
}

} // namespace tidemark::ui
