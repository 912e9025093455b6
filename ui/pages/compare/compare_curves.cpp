#include "ui/pages/compare/compare_curves.h"

#include "ui/charts/chart_metrics.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/step_curve.h"
#include "ui/charts/titled_picture.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kAreaAlpha = 0.11;
constexpr double kLifeAlpha = 0.5;
constexpr double kFloorAlpha = 0.35;
constexpr double kCurveLine = 1.4;
constexpr double kLegendLine = 14;
constexpr double kLegendGap = 20;
constexpr double kTagPadding = 8;
constexpr double kTagDistance = 9;
constexpr double kDot = 4;
constexpr double kTickWidth = 7; // heights of a label
constexpr double kTick = 4;

struct CompareCurvesText {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

QColor withAlpha(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

class ComparePainter
{
public:
    ComparePainter(QPainter& painter, const QRectF& area, const CompareCurves& curves, const Colors& colors,
                   const QFont& font)
        : m_painter(painter)
        , m_curves(curves)
        , m_comparison(*curves.comparison)
        , m_colors(colors)
        , m_scene(curves, area, font)
        , m_font(font)
    { }

    void paint()
    {
        paintFrame();
        paintAxis();
        m_painter.save();
        m_painter.setClipRect(m_scene.plot);
        paintFloor();
        for (const ComparedSide side : kComparedSides)
            paintCurveOf(side);
        if (m_curves.lives)
            for (const ComparedSide side : kComparedSides)
                paintLife(side);
        m_painter.restore();
        paintMarks();
        paintLegend();
    }

private:
    const View& view(ComparedSide side) const { return *stepOf(m_comparison, side).view; }
    /// The floor, if both curves have the same.
    std::int64_t commonFloor() const
    {
        const std::int64_t a = view(ComparedSide::A).floorBytes();
        return a == view(ComparedSide::B).floorBytes() ? a : 0;
    }

    void paintFrame()
    {
        const QRectF& plot = m_scene.plot;
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.fillRect(plot, m_colors.plot);
        const QFontMetricsF metrics(m_scene.small);
        m_painter.setFont(m_scene.small);
        for (const ByteTick& tick : m_scene.bytes.ticks) {
            const double y = std::round(m_scene.yOf(tick.bytes));
            m_painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), m_colors.grid);
            m_painter.setPen(m_colors.secondaryText);
            m_painter.drawText(
                QPointF(plot.left() - 7 - metrics.horizontalAdvance(tick.text), y + metrics.capHeight() / 2),
                tick.text);
        }
        m_painter.setPen(m_colors.border);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(plot.adjusted(0, 0, -1, 0));
    }

    /// The axis of the longer program. Steps are counted on it.
    const Axis& longer() const
    {
        const Axis& a = view(ComparedSide::A).axis;
        const Axis& b = view(ComparedSide::B).axis;
        return a.count >= b.count ? a : b;
    }

    std::vector<std::pair<double, QString>> ticks(int count) const
    {
        std::vector<std::pair<double, QString>> all; // share of the width, label
        const double seen = m_curves.end - m_curves.begin;
        if (m_curves.isByStep) {
            const double length = m_curves.length(ComparedSide::A);
            const auto begin = static_cast<std::uint32_t>(m_curves.begin * length);
            const auto end = static_cast<std::uint32_t>(std::ceil(m_curves.end * length));
            for (const CellTick& tick : cellTicks(longer(), {begin, std::min(end, longer().count)}, count))
                all.emplace_back((tick.cell.value / length - m_curves.begin) / seen, tick.text);
            return all;
        }
        double interval = 0.1;
        for (const double factor : {2.0, 2.5, 2.0})
            if (seen / interval > count)
                interval *= factor;
        while (seen / interval < 3 && interval > 1e-4)
            interval /= 10;
        for (double share = std::ceil(m_curves.begin / interval) * interval; share <= m_curves.end + interval / 1000;
             share += interval)
            all.emplace_back((share - m_curves.begin) / seen,
                             QString::number(std::round(share * 1e5) / 1e3) + QStringLiteral("\u00a0%"));
        return all;
    }

    void paintAxis()
    {
        const QRectF& plot = m_scene.plot;
        const QFontMetricsF metrics(m_scene.small);
        m_painter.setFont(m_scene.small);
        m_painter.setPen(m_colors.secondaryText);
        const double baseline = plot.bottom() + kTick + 2 + metrics.ascent();
        for (const auto& [share, label] : ticks(static_cast<int>(plot.width() / (kTickWidth * metrics.height())) + 1)) {
            const double x = std::round(plot.left() + share * (plot.width() - 1));
            const double width = metrics.horizontalAdvance(label);
            m_painter.fillRect(QRectF(x, plot.bottom() + 1, 1, kTick), m_colors.border);
            m_painter.drawText(QPointF(std::min(x - width / 2, plot.right() + kRightMargin - 2 - width), baseline),
                               label);
        }
        const Axis& a = view(ComparedSide::A).axis;
        const Axis& b = view(ComparedSide::B).axis;
        const QString counts
            = CompareCurvesText::tr("A: %1 %2, B: %3").arg(grouped(a.count), cellsText(a), grouped(b.count));
        QString title;
        if (m_curves.isByStep)
            title = QStringLiteral("%1 (%2)").arg(text(longer().title).section(QStringLiteral(" ("), 0, 0), counts);
        else if (longer().kind == AxisKind::Steps)
            title = CompareCurvesText::tr("Share of the program, by scheduled %1 (%2)").arg(text(longer().cell), counts);
        else
            title = CompareCurvesText::tr("Share of the whole, by %1 (%2)").arg(text(longer().cell), counts);
        const QString shown = metrics.elidedText(title, Qt::ElideRight, plot.width());
        m_painter.drawText(
            QPointF(plot.center().x() - metrics.horizontalAdvance(shown) / 2, baseline + metrics.height()), shown);
    }

    void paintFloor()
    {
        const std::int64_t floor = commonFloor();
        if (floor <= 0)
            return;
        const double y = std::round(m_scene.yOf(floor));
        m_painter.fillRect(QRectF(m_scene.plot.left(), y, m_scene.plot.width(), m_scene.plot.bottom() - y),
                           withAlpha(m_colors.secondaryText, kFloorAlpha));
    }

    /// The visible cells of a side; empty if there are none.
    StepRange visibleOf(ComparedSide side) const
    {
        const double length = m_curves.length(side);
        const std::uint32_t count = view(side).axis.count;
        const auto begin = static_cast<std::uint32_t>(std::clamp<double>(m_curves.begin * length, 0, count));
        const auto end = static_cast<std::uint32_t>(std::clamp<double>(std::ceil(m_curves.end * length), 0, count));
        return {std::min(begin, end), end};
    }

    /// Draws the curve of a side in its own columns; draws nothing if no cell is visible.
    template <class Draw>
    void withSurface(ComparedSide side, const Draw& draw)
    {
        const StepRange range = visibleOf(side);
        if (range.size() == 0)
            return;
        const double left = m_scene.xOf(side, range.begin);
        const QRectF place(left, m_scene.plot.top(), m_scene.xOf(side, range.end) - left, m_scene.plot.height());
        const double ratio = m_painter.device() ? m_painter.device()->devicePixelRatio() : 1;
        const QSize cells(std::max(1, static_cast<int>(std::round(place.width() * ratio))),
                          std::max(1, static_cast<int>(std::round(place.height() * ratio))));
        PolygonSurface surface(m_painter, place, cells);
        CurveDrawing curve;
        curve.top = m_scene.bytes.top;
        curve.lineWidth = std::max(2, static_cast<int>(kCurveLine * ratio));
        draw(surface, curve, range);
        paintCurve(surface, curve, m_colors);
    }

    void paintCurveOf(ComparedSide side)
    {
        withSurface(side, [&](const PolygonSurface& surface, CurveDrawing& curve, StepRange range) {
            const Curve& level = view(side).curves.front();
            curve.level = pixelColumns(level, range, surface.width());
            if (const Curve* inside = view(side).curve(CurveRole::Inside); inside && !inside->values.empty())
                curve.inside = spikeColumns(*inside, level, range, surface.width());
            curve.line = colorOf(m_colors, side);
            curve.area = withAlpha(curve.line, kAreaAlpha);
        });
    }

    void paintLife(ComparedSide side)
    {
        const std::vector<std::int64_t>& bytes = m_curves.lives->bytes[indexOf(side)];
        if (bytes.empty())
            return;
        const double floor = m_scene.yOf(m_curves.lives->stands[indexOf(side)]);
        m_painter.save();
        m_painter.setClipRect(m_scene.plot.intersected({m_scene.plot.left(), 0, m_scene.plot.width(), floor + 1}));
        withSurface(side, [&](const PolygonSurface& surface, CurveDrawing& curve, StepRange range) {
            curve.level = pixelColumns(bytes, range, surface.width());
            // Starts above the floor, as other lives over a chart do.
            const std::int64_t stand = m_curves.lives->stands[indexOf(side)];
            for (Column& column : curve.level)
                for (std::int64_t* level : {&column.first, &column.min, &column.max, &column.last})
                    *level += stand;
            curve.line = mixed(colorOf(m_colors, side), m_colors.text, 0.6);
            curve.area = withAlpha(colorOf(m_colors, side), kLifeAlpha);
        });
        m_painter.restore();
    }

    QString tagText(ComparedSide side) const
    {
        const ComparedStep& of = stepOf(m_comparison, side);
        const QString level = text(bytesText(of.isPeak() ? peakOf(*of.view) : of.level(), m_curves.unit));
        const QString words = of.isPeak() ? CompareCurvesText::tr("%1: peak %2").arg(letterOf(side), level)
                                          : CompareCurvesText::tr("%1: %2").arg(letterOf(side), level);
        return of.view->axis.kind == AxisKind::None ? words : QStringLiteral("%1 · %2").arg(words, stepText(of));
    }

    /// Draws the peak as a dot and the cursor as a line, each with a tag.
    void paintMarks()
    {
        std::vector<QRectF> tags;
        for (const ComparedSide side : kComparedSides) {
            const ComparedStep& of = stepOf(m_comparison, side);
            const QColor color = colorOf(m_colors, side);
            m_painter.setRenderHint(QPainter::Antialiasing);
            if (m_scene.isVisible(side, of.view->peakStep)) {
                m_painter.setPen(Qt::NoPen);
                m_painter.setBrush(color);
                m_painter.drawEllipse(
                    QPointF(m_scene.xOf(side, of.view->peakStep.value + 0.5), m_scene.yOf(peakOf(*of.view))), kDot,
                    kDot);
            }
            if (!m_scene.isVisible(side, of.step))
                continue;
            const double x = std::round(m_scene.xOf(side, of.step.value + 0.5)) + 0.5;
            const double y = m_scene.yOf(of.isPeak() ? peakOf(*of.view) : of.view->levelAt(of.step));
            m_painter.setPen(QPen(color, 1.5, Qt::DashLine));
            m_painter.drawLine(QPointF(x, y), QPointF(x, m_scene.plot.bottom()));
            paintTag(tagText(side), {x, y}, color, tags);
        }
    }

    /// Draws the tag next to the point, where it covers no other tag.
    void paintTag(const QString& words, const QPointF& at, const QColor& fill, std::vector<QRectF>& others)
    {
        const QFontMetricsF metrics(m_font);
        const QRectF room = m_scene.plot.adjusted(2, 2, -2, -2);
        const QSizeF size(std::min(metrics.horizontalAdvance(words) + 2 * kTagPadding, room.width()),
                          metrics.height() + 3);
        const bool isRight = at.x() + kTagDistance + size.width() <= room.right();
        QRectF tag(
            QPointF(isRight ? at.x() + kTagDistance : at.x() - kTagDistance - size.width(), at.y() - size.height() / 2),
            size);
        const auto into = [&](QRectF box) {
            box.moveLeft(std::clamp(box.left(), room.left(), std::max(room.left(), room.right() - box.width())));
            box.moveTop(std::clamp(box.top(), room.top(), std::max(room.top(), room.bottom() - box.height())));
            return box;
        };
        tag = into(tag);
        for (const QRectF& other : others)
            if (tag.adjusted(-2, -2, 2, 2).intersects(other)) {
                QRectF below = tag;
                below.moveTop(other.bottom() + 3);
                QRectF above = tag;
                above.moveBottom(other.top() - 3);
                tag = into(room.contains(below) ? below : above);
            }
        others.push_back(tag);
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(fill);
        m_painter.drawRoundedRect(tag, 2, 2);
        m_painter.setPen(m_colors.textOn(fill));
        m_painter.setFont(m_font);
        m_painter.drawText(tag.adjusted(kTagPadding, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                           metrics.elidedText(words, Qt::ElideRight, size.width() - 2 * kTagPadding));
    }

    QString floorName() const
    {
        const std::vector<Part>& floor = view(ComparedSide::A).floor;
        return floor.size() == 1 ? text(floor.front().name) : CompareCurvesText::tr("Always live");
    }

    struct LegendEntry {
        QString words;
        QColor color;
        double line; // line width
    };
    std::vector<LegendEntry> legend() const
    {
        const auto names = namesOf(m_comparison);
        std::vector<LegendEntry> entries;
        for (const ComparedSide side : kComparedSides)
            entries.push_back({letterOf(side) + u' ' + names[indexOf(side)], colorOf(m_colors, side), 3});
        if (commonFloor() > 0)
            entries.push_back(
                {CompareCurvesText::tr("%1 (same in both)").arg(floorName()),
                 withAlpha(m_colors.secondaryText, kFloorAlpha), 9});
        return entries;
    }

    void paintLegend()
    {
        const QRectF& line = m_scene.header;
        const QFont bold = boldFont(m_font);
        const QFontMetricsF boldMetrics(bold);
        const double baseline = line.center().y() + (boldMetrics.ascent() - boldMetrics.descent()) / 2;
        QString words = text(longer().title).section(QStringLiteral(" ("), 0, 0);
        words = words.isEmpty() ? CompareCurvesText::tr("Memory")
                                : CompareCurvesText::tr("Memory vs %1").arg(words.left(1).toLower() + words.mid(1));
        if (m_curves.lives)
            words = m_curves.lives->name;
        const QFontMetricsF metrics(m_font);
        double right = line.right();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setFont(m_font);
        const std::vector<LegendEntry> entries = legend();
        const double most = line.width() / 2 / static_cast<double>(entries.size());
        for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
            const QString shown = metrics.elidedText(entry->words, Qt::ElideMiddle, std::max(60.0, most));
            right -= metrics.horizontalAdvance(shown);
            m_painter.setPen(m_colors.secondaryText);
            m_painter.drawText(QPointF(right, baseline), shown);
            right -= kLegendLine + 6;
            m_painter.fillRect(QRectF(right, std::round(line.center().y() - entry->line / 2), kLegendLine, entry->line),
                               entry->color);
            right -= kLegendGap;
        }
        m_painter.setFont(bold);
        m_painter.setPen(m_colors.text);
        m_painter.drawText(QPointF(line.left(), baseline),
                           boldMetrics.elidedText(words, Qt::ElideMiddle, std::max(0.0, right - line.left())));
    }

    QPainter& m_painter;
    const CompareCurves& m_curves;
    const Comparison& m_comparison;
    const Colors& m_colors;
    const CompareScene m_scene;
    const QFont m_font;
};

} // namespace

void paintCompareCurves(QPainter& painter, const QRectF& area, const CompareCurves& curves, const Colors& colors,
                        const QFont& font)
{
    painter.fillRect(area, colors.base);
    if (curves.comparison)
        ComparePainter(painter, area, curves, colors, font).paint();
}

std::shared_ptr<const Picture> comparisonPicture(CompareCurves curves, PictureOptions options)
{
    return std::make_shared<TitledPicture>(
        std::move(options),
        [curves = std::move(curves)](QPainter& painter, const QRectF& area, const Colors& colors, const QFont& font) {
            paintCompareCurves(painter, area, curves, colors, font);
        });
}

} // namespace tidemark::ui
