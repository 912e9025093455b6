#include "ui/charts/chart_overlay.h"

#include "ui/charts/curve_painter.h"
#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tidemark::ui {
namespace {

constexpr double kTop = 5;
constexpr double kRowGap = 4;
constexpr double kPadding = 10;
constexpr double kBeyond = 4; // pixels outside the plot, the position of lines that are not visible
constexpr double kWidest = 0.6; // of the plot's width
constexpr int kTagRowsTried = 3;
constexpr double kMostHidden = 0.1; // of the visible steps: a tag that hides more gets a shorter text
constexpr int kRemarkFlags = Qt::AlignCenter | Qt::TextWordWrap;

class Tags
{
public:
    explicit Tags(const ChartScene& scene)
        : m_scene(scene)
        , m_colors(scene.colors)
        , m_content(scene.content)
        , m_view(scene.view())
        , m_g(scene.geometry)
        , m_height(tagHeight(scene))
    { }

    std::vector<ChartTag> make()
    {
        capacity();
        peak();
        failure();
        if (!m_scene.isPicture) {
            cursor();
            selection();
        }
        rowsTogether();
        return std::move(m_tags);
    }

private:
    void capacity()
    {
        if (!m_content.capacity)
            return;
        const std::int64_t bytes = m_content.capacity->bytes;
        QString text = UiText::tr("Capacity %1").arg(m_content.bytes(bytes));
        if (const QString device = QStringLiteral(" · ") + m_content.capacity->device;
            !m_content.capacity->device.isEmpty() && tagWidth(m_scene, text + device) <= kWidest * m_g.width)
            text += device;
        const double width = std::min(tagWidth(m_scene, text), m_g.width - 2);
        QColor fill = m_colors.plot;
        QColor ink = m_colors.secondaryText;
        if (m_content.peakBytes > bytes) {
            fill = m_colors.bad;
            ink = m_colors.textOn(fill);
        }
        m_tags.push_back({text, fill, ink, capacityPlace(m_scene.y(bytes), width)});
    }

    /// The place next to the capacity's line that hides least of the curve: preferably at the right and below the line.
    QRectF capacityPlace(double y, double width) const
    {
        std::vector<QRectF> places;
        for (const double top : {y + 3, y - 3 - m_height})
            for (const double left : {m_g.right() - 2 - width, m_g.left + 2})
                if (top > m_g.top && top + m_height < m_g.bottom())
                    places.emplace_back(left, top, width, m_height);
        if (places.empty())
            return {m_g.right() - 2 - width, y - 3 - m_height, width, m_height};
        return *std::ranges::min_element(places, {}, [this](const QRectF& place) { return hiddenSteps(place); });
    }

    /// A single level has no peak.
    void peak()
    {
        if (!hasCells(m_view.axis))
            return;
        const StepId step = m_view.peakStep;
        const QString bytes = m_content.bytes(m_view.highest()[m_view.peakStep.index()]);
        QString where;
        if (const std::string name = m_view.axis.label(step); m_view.axis.kind == AxisKind::Phases && !name.empty())
            where = ui::text(name);
        else if (m_view.axis.count > 1)
            where = cellText(m_view.axis, step);
        const QString peak = (m_view.isPeakLeast ? UiText::tr("Peak at least %1") : UiText::tr("Peak %1")).arg(bytes);
        QString text = joined({peak, where});
        if (tagWidth(m_scene, text) > kWidest * m_g.width)
            text = peak;
        add(step, {text}, 0, m_colors.peakMark, m_colors.textOn(m_colors.peakMark));
    }

    /// Names the first failed allocation.
    void failure()
    {
        if (m_view.failures.empty())
            return;
        const StepId step = m_view.failures.front();
        const QString text = capitalised(m_view.axis.label(step));
        add(step, {joined({text, cellText(m_view.axis, step)}), UiText::tr("Failed allocation")}, 1, m_colors.bad,
            m_colors.textOn(m_colors.bad));
    }

    void cursor()
    {
        const StepId step = m_content.cursor;
        if (m_content.isCursorAtPeak())
            return;
        if (!m_view.curves.front().knows(step.index()))
            return;
        const std::int64_t below = m_view.highest()[m_view.peakStep.index()] - m_view.levelAt(step);
        const QString level = m_content.bytes(m_view.levelAt(step));
        QString text = UiText::tr("%1 · %2 below the peak").arg(level, m_content.bytes(below));
        if (!m_g.steps.range.contains(step.value))
            text = UiText::tr("%1 · %2").arg(level, cellText(m_view.axis, step));
        else if (below == 0)
            return; // the label of the peak has the level
        add(step, {text, level}, 1, m_colors.highlight, m_colors.highlightedText);
    }

    void selection()
    {
        const std::optional<StepRange>& range = m_content.range;
        if (!range || !m_content.rangePeak || range->end <= m_g.steps.range.begin
            || range->begin >= m_g.steps.range.end)
            return;
        const StepId peak = *m_content.rangePeak;
        const QString bytes = m_content.bytes(m_view.highest()[peak.index()]);
        const QString at = cellText(m_view.axis, peak);
        QString text = UiText::tr("%1 · %2").arg(at, bytes);
        if (range->size() > 1)
            text = UiText::tr("%1 · peak %2 at %3").arg(rangeText(m_view.axis, *range), bytes, at);
        place(std::max(m_g.left, xOf(m_g.steps, range->begin)), {capitalised(text)}, 2,
              mixed(m_colors.highlight, m_colors.plot, 0.25), m_colors.text);
    }

    void rowsTogether()
    {
        if (!m_content.together)
            return;
        const RowsTogether& life = *m_content.together;
        QString text = UiText::tr("%1 selected · together at most %2");
        if (life.isFound) {
            const auto live = std::ranges::count_if(
                life.found, [&](RowId row) { return m_view.rows.isLive(row, m_content.cursor); });
            text = UiText::tr("%1 found, %3 of them live at %4 · together at most %2")
                       .replace(QLatin1String("%3"), grouped(static_cast<std::size_t>(live)))
                       .replace(QLatin1String("%4"), cellText(m_view.axis, m_content.cursor));
        }
        text = text.arg(grouped(life.rows), m_content.bytes(life.bytes[life.peak.index()]));
        add(life.peak, {text}, 3, mixed(m_content.togetherColor(m_colors), m_colors.plot, 0.35), m_colors.text);
    }

    /// Adds a tag next to a step, or at the edge on whose side the step is. See place() for the texts.
    void add(StepId step, QStringList texts, int row, const QColor& fill, const QColor& ink)
    {
        double x = centreOf(m_g.steps, step);
        if (step.value < m_g.steps.range.begin) {
            x = m_g.left - kBeyond;
            for (QString& text : texts)
                text.prepend(QStringLiteral("‹ "));
        } else if (step.value >= m_g.steps.range.end) {
            x = m_g.right() + kBeyond;
            for (QString& text : texts)
                text.append(QStringLiteral(" ›"));
        }
        place(x, texts, row, fill, ink);
    }

    /// The number of steps whose level is behind or above a box. Cost: a pass over the steps in the box, if any level
    /// reaches it.
    std::ptrdiff_t hiddenSteps(const QRectF& box) const
    {
        if (m_scene.y(m_view.highest()[m_view.peakStep.index()]) >= box.bottom())
            return 0;
        const auto all = m_view.level();
        const std::size_t begin = stepAt(m_g.steps, box.left()).index();
        const std::size_t end = std::min(stepAt(m_g.steps, box.right()).index() + 1, all.size());
        if (begin >= end)
            return 0; // the plot has no room
        const auto levels = all.subspan(begin, end - begin);
        const double lowest = m_g.bytes.top * (m_g.bottom() - box.bottom()) / m_g.height;
        return std::ranges::count_if(
            levels, [&](std::int64_t level) { return static_cast<double>(level - m_content.below()) > lowest; });
    }

    /// The lines from top to bottom.
    std::vector<double> lines() const
    {
        std::vector<double> lines;
        const auto add = [&](StepId step) {
            if (m_g.steps.range.contains(step.value))
                lines.push_back(centreOf(m_g.steps, step));
        };
        if (!hasCells(m_view.axis))
            return lines;
        add(m_view.peakStep);
        std::ranges::for_each(m_view.failures, add);
        if (m_content.marked)
            add(*m_content.marked);
        if (m_scene.isPicture)
            return lines;
        add(m_content.cursor);
        if (m_content.range)
            for (const std::uint32_t edge : {m_content.range->begin, m_content.range->end})
                lines.push_back(xOf(m_g.steps, edge));
        return lines;
    }

    /// Places a tag with the first of the texts that hides little of the curve, else with the last.
    void place(double x, const QStringList& texts, int row, const QColor& fill, const QColor& ink)
    {
        const double most = kMostHidden * m_g.steps.range.size();
        QRectF rect;
        QString shown;
        for (const QString& text : texts) {
            rect = placeOf(x, text, row);
            shown = text;
            if (static_cast<double>(hiddenSteps(rect)) <= most)
                break;
        }
        m_tags.push_back({shown, fill, ink, rect});
    }

    /// The place of a tag next to x in the first row where no tag and no line crosses it, preferably at the side where
    /// it hides less of the curve.
    QRectF placeOf(double x, const QString& text, int row) const
    {
        const double first = m_g.top + kTop;
        const double top = first + row * tagPitch(m_scene);
        QRectF tag = besideLine(m_scene, x, top, text);
        QRectF other = besideLine(m_scene, x, top, text, true);
        if (other.left() > m_g.left + 1 && hiddenSteps(other) < hiddenSteps(tag))
            std::swap(tag, other);
        const auto isFree = [&, lines = lines()](const QRectF& place) {
            return place.bottom() <= m_g.bottom()
                && std::ranges::none_of(m_tags, [&](const ChartTag& each) { return each.rect.intersects(place); })
                && std::ranges::none_of(lines,
                                        [&](double line) { return place.left() <= line && line <= place.right(); });
        };
        for (int down = 0; down < kTagRowsTried; ++down)
            for (const QRectF& side : {tag, other})
                if (const QRectF place = side.translated(0, std::round(down * tagPitch(m_scene))); isFree(place))
                    return place;
        return freePlace(m_scene, tag, m_tags, std::round(first + tagPitch(m_scene)));
    }

    const ChartScene& m_scene;
    const Colors& m_colors;
    const ChartContent& m_content;
    const View& m_view;
    const PlotGeometry& m_g;
    double m_height;
    std::vector<ChartTag> m_tags;
};

constexpr double kFill = 0.62;
constexpr double kBorder = 1.5;
constexpr double kSmallest = 3; // pixels, minimum height
constexpr double kNarrowest = 7; // pixels, visible next to the line of the peak or the cursor
constexpr double kLifeNamesFrom = 250; // minimum width of the plot in pixels
constexpr double kNameInset = 8;
constexpr double kLifeNameMargin = 4;

/// The position of a name that does not fit into the box: above, at the side of, or below the box, where it covers
/// neither the box nor a label.
QPointF besideBox(const QRectF& box, const QSizeF& size, const ChartScene& scene)
{
    const QRectF room = scene.plot().adjusted(kLifeNameMargin, 1, -kLifeNameMargin, -2);
    const std::vector<ChartTag> tags = makeTags(scene);
    double labels = room.top();
    for (const ChartTag& tag : tags)
        labels = std::max(labels, tag.rect.bottom() + kLifeNameMargin);
    const double x = std::clamp(box.left(), room.left(), std::max(room.left(), room.right() - size.width()));
    const double right = box.right() + 2 * kLifeNameMargin;
    const double left = box.left() - 2 * kLifeNameMargin - size.width();
    const double level = box.top() + std::min(kLifeNameMargin, (box.height() - size.height()) / 2);
    std::vector<QPointF> places = {{x, box.top() - kLifeNameMargin - size.height()}, {right, level}, {left, level}};
    // The sides of a tall box may also have room below the labels.
    if (labels + size.height() < box.bottom())
        places.insert(places.end(), {{right, labels}, {left, labels}});
    places.push_back({x, box.bottom() + kLifeNameMargin});
    const auto isFree = [&](const QPointF& place) {
        const QRectF name(place, size);
        return room.contains(name)
            && std::ranges::none_of(tags, [&](const ChartTag& tag) { return tag.rect.intersects(name); });
    };
    const auto found = std::ranges::find_if(places, isFree);
    if (found != places.end())
        return *found;
    return {x, std::min(std::max(box.bottom() + kLifeNameMargin, labels), room.bottom() - size.height())};
}

/// Puts the name inside the box if there is room.
void placeName(ChartLifetime& lifetime, const ChartScene& scene, const QString& text)
{
    const PlotGeometry& g = scene.geometry;
    const QRectF& box = lifetime.box;
    const QFontMetricsF metrics(scene.fonts.fixed);
    lifetime.name = metrics.elidedText(text, Qt::ElideMiddle, g.width - 3 * kLifeNameMargin);
    const QSizeF size(std::ceil(metrics.horizontalAdvance(lifetime.name)), metrics.height());
    lifetime.isNameInside = box.height() >= size.height() + 2 && box.width() >= size.width() + 2 * kNameInset;
    if (lifetime.isNameInside) {
        const double gap = (std::min(box.height(), 1.5 * size.height()) - size.height()) / 2;
        lifetime.nameBox = {{box.left() + kNameInset, box.bottom() - gap - size.height()}, size};
        return;
    }
    lifetime.nameBox = {besideBox(box, size, scene), size};
}

/// The fill is mixed with the plot's colour only, not with the area below it. This and the border distinguish it from
/// an area of the same colour.
QColor fillOf(const Colors& colors, const QColor& color)
{
    return mixed(color, colors.plot, kFill);
}

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

/// Paints the box. Lines may be painted over it; the name goes above the lines.
void paintLifetime(QPainter& painter, const ChartScene& scene, const ChartLifetime& lifetime)
{
    const QRectF& box = lifetime.box;
    if (box.isEmpty())
        return;
    const Colors& colors = scene.colors;
    if (lifetime.isFaint) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.text, 1, Qt::DashLine));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        painter.setRenderHint(QPainter::Antialiasing);
        return;
    }
    const double border = std::min(kBorder, std::min(box.width(), box.height()) / 3);
    painter.fillRect(box, colors.text);
    painter.fillRect(box.adjusted(border, border, -border, -border), fillOf(colors, lifetime.color));
}

void paintLifetimeName(QPainter& painter, const ChartScene& scene, const ChartLifetime& lifetime)
{
    if (lifetime.name.isEmpty())
        return;
    const Colors& colors = scene.colors;
    const QFontMetricsF metrics(scene.fonts.fixed);
    QColor ink = colors.textOn(fillOf(colors, lifetime.color));
    if (!lifetime.isNameInside) {
        painter.fillRect(lifetime.nameBox.adjusted(-3, 0, 3, 0), withAlpha(colors.plot, 0.8F));
        ink = colors.text;
    }
    paintText(painter, {lifetime.nameBox.left(), lifetime.nameBox.top() + metrics.ascent()}, lifetime.name,
              scene.fonts.fixed, ink);
}

void paintRemark(QPainter& painter, const ChartScene& scene)
{
    const QRectF box = remarkBox(scene);
    if (box.isEmpty())
        return;
    painter.setPen(scene.colors.border);
    painter.setBrush(scene.colors.base);
    painter.drawRect(box);
    paintText(painter, box, kRemarkFlags, text(scene.view().axis.remark), scene.fonts.normal, scene.colors.text);
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
        const double y = m_scene.y(bytes);
        QPen pen(m_scene.colors.secondaryText, 1, Qt::DashLine);
        if (m_content.peakBytes > bytes)
            pen = QPen(m_scene.colors.bad, 2);
        m_painter.setPen(pen);
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

    /// Marks the failed allocations, one for each pixel.
    void failures()
    {
        double last = m_g.left - 1;
        for (const StepId step : m_view.failures) {
            const double x = std::round(centreOf(m_g.steps, step));
            if (x == last)
                continue;
            paintDashedStepLine(m_painter, m_g, step, m_scene.colors.bad);
            last = x;
        }
    }

    void lines()
    {
        if (!hasCells(m_view.axis))
            return;
        const StepId peak = m_view.peakStep;
        peakLine(peak, m_view.highest()[peak.index()]);
        failures();
        if (m_content.marked)
            paintDashedStepLine(m_painter, m_g, *m_content.marked, m_scene.colors.text);
        const StepId step = m_content.cursor;
        if (m_scene.isPicture || !m_g.steps.range.contains(step.value))
            return;
        if (m_g.steps.perStep() >= kWideStep)
            cell(step);
        if (!m_content.isCursorAtPeak())
            line(step, cursorBytes(step), m_scene.colors.highlight, 1.5);
    }

    /// Draws the axis of cells, with the numbers of the cursor and of the marked step on it. If one of them is outside
    /// of the visible steps, its number is at the edge on that side. A picture has no cursor and only numbers of
    /// visible steps.
    void axis()
    {
        std::vector<QRectF> boxes;
        std::optional<Handle> cursor;
        if (!m_scene.isPicture && hasCells(m_view.axis)) {
            cursor = makeHandle(m_content.cursor);
            boxes.push_back(cursor->box);
        }
        std::optional<Handle> marked;
        const std::optional<StepId>& step = m_content.marked;
        if (step && (m_scene.isPicture ? m_g.steps.range.contains(step->value) : step != m_content.cursor)) {
            marked = makeHandle(*step);
            if (cursor && marked->box.intersects(cursor->box))
                moveAside(*marked, cursor->box);
            boxes.push_back(marked->box);
        }
        paintCellAxis(m_painter, m_scene, boxes);
        if (marked)
            paintHandle(*marked, m_scene.colors.secondaryText, m_scene.colors.base);
        if (cursor)
            paintHandle(*cursor, m_scene.colors.highlight, m_scene.colors.highlightedText);
    }

    /// Draws the sum of the selected or found rows.
    void rowsTogether()
    {
        if (!m_content.together)
            return;
        const RowsTogether& life = *m_content.together;
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
        const QColor fill = withAlpha(m_content.togetherColor(m_scene.colors), 0.45F);
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
        if (isTinted) {
            m_painter.fillRect(box, withAlpha(m_scene.colors.highlight, 0.14F));
            return;
        }
        for (const double x : {box.left(), box.right() - 1})
            m_painter.fillRect(QRectF(x, m_g.top, 1, m_g.height), withAlpha(m_scene.colors.highlight, 0.6F));
    }

    /// The level, or the maximum inside the cell if the level is not known.
    std::int64_t cursorBytes(StepId step) const
    {
        return m_view.curves.front().knows(step.index()) ? m_view.levelAt(step) : m_view.highest()[step.index()];
    }

    /// Draws a line with a dot on the curve, if the step is visible. The line is only above the curve: it would hide a
    /// peak of one step.
    void peakLine(StepId step, std::int64_t bytes)
    {
        constexpr double kWidth = 2;
        if (!m_g.steps.range.contains(step.value))
            return;
        const QPointF dot(centreOf(m_g.steps, step), m_scene.y(bytes));
        const QColor& color = m_scene.colors.peakMark;
        m_painter.fillRect(QRectF(dot.x() - kWidth / 2, m_g.top, kWidth, dot.y() - m_g.top), color);
        paintDot(m_painter, dot, color);
    }

    /// Draws a vertical line with a dot on the curve, if the step is visible.
    void line(StepId step, std::int64_t bytes, const QColor& color, double width)
    {
        paintStepLine(m_painter, m_g, step, color, width);
        if (m_g.steps.range.contains(step.value))
            paintDot(m_painter, {centreOf(m_g.steps, step), m_scene.y(bytes)}, color);
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
        if (!m_g.steps.range.contains(step.value)) {
            begin = m_g.left;
            end = m_g.right();
            handle.x = std::clamp(handle.x, begin, end);
            if (step.value < m_g.steps.range.begin)
                handle.text.prepend(QStringLiteral("‹ "));
            else
                handle.text.append(QStringLiteral(" ›"));
        }
        const QFontMetricsF metrics(m_scene.fonts.small);
        const double width = std::max(2 * metrics.height(), metrics.horizontalAdvance(handle.text) + 14);
        const double left = std::clamp(handle.x - width / 2, begin, std::max(begin, end - width));
        handle.box = QRectF(left, m_g.bottom() + kHandleArrow, width, metrics.height() + 1);
        return handle;
    }

    /// Moves a handle to the nearer side of a box that it must not cover.
    void moveAside(Handle& handle, const QRectF& box) const
    {
        constexpr double kGap = 1;
        const bool isRightFull = box.right() + kGap + handle.box.width() > m_g.right() + kHandleBeyond;
        const bool isLeftFull = box.left() - kGap - handle.box.width() < m_g.left - kHandleBefore;
        if (isLeftFull || (handle.x >= box.center().x() && !isRightFull))
            handle.box.moveLeft(box.right() + kGap);
        else
            handle.box.moveRight(box.left() - kGap);
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
        const double left = box.center().x() - metrics.horizontalAdvance(handle.text) / 2;
        paintText(m_painter, {left, box.top() + metrics.ascent() + 0.5}, handle.text, m_scene.fonts.small, ink);
    }

    QPainter& m_painter;
    const ChartScene& m_scene;
    const ChartContent& m_content;
    const View& m_view;
    const PlotGeometry& m_g;
    QRegion m_dirty; // drawing outside may be skipped
};

} // namespace

std::vector<ChartTag> makeTags(const ChartScene& scene)
{
    return Tags(scene).make();
}

QRectF remarkBox(const ChartScene& scene)
{
    const QString remark = text(scene.view().axis.remark);
    if (remark.isEmpty())
        return {};
    const QRectF room = scene.plot().adjusted(kPadding, kRowGap, -kPadding, -kRowGap);
    const QRectF words = QFontMetricsF(scene.fonts.normal)
                             .boundingRect(room.adjusted(kPadding, 0, -kPadding, 0), kRemarkFlags, remark);
    QRectF box = words.adjusted(-kPadding, -kPadding / 2, kPadding, kPadding / 2);
    box.moveTop(room.top()); // the middle is the chart's
    const std::vector<ChartTag> tags = makeTags(scene);
    std::vector<double> lines; // the levels of a view with one cell
    for (const Curve& curve : scene.view().curves)
        if (!curve.values.empty() && curve.knows(0))
            lines.push_back(scene.y(curve.values.front()));
    std::vector<double> tops = {box.top()};
    for (const double line : lines)
        tops.insert(tops.end(), {line + kRowGap, line - kRowGap - box.height()});
    for (const ChartTag& tag : tags)
        tops.insert(tops.end(), {tag.rect.bottom() + kRowGap, tag.rect.top() - kRowGap - box.height()});
    std::ranges::stable_sort(tops, {}, [&](double top) { return std::abs(top - box.top()); });
    for (const double left : {box.left(), room.left(), room.right() - box.width()})
        for (const double top : tops) {
            const QRectF place(QPointF(left, top), box.size());
            if (room.contains(place)
                && std::ranges::none_of(tags, [&](const ChartTag& tag) { return tag.rect.intersects(place); })
                && std::ranges::none_of(lines,
                                        [&](double line) { return place.top() <= line && line <= place.bottom(); }))
                return place;
        }
    return {};
}

ChartLifetime makeLifetime(const ChartScene& scene, RowId row, bool isFaint)
{
    const PlotGeometry& g = scene.geometry;
    const View& view = scene.view();
    ChartLifetime lifetime;
    const bool isTemporary = view.rows.kindOf(row).hue == Hue::Temporary;
    lifetime.color = scene.content.lifetimeColor(scene.colors, row);
    lifetime.isFaint = isFaint;
    const double left = std::max(g.left, xOf(g.steps, view.rows.start[row].value));
    const double right = std::min(g.right(), xOf(g.steps, view.rows.end[row].value));
    if (right <= left)
        return lifetime;
    // Memory that is always live is below the rest, and outside of the plot if the floor is subtracted.
    const std::int64_t stand = isTemporary ? view.floorBytes() : 0;
    const double bottom = scene.y(std::max(stand, scene.content.below()));
    const double height = std::max(kSmallest, bottom - scene.y(stand + view.rows.size[row]));
    if (!isTemporary && scene.content.hidesAlwaysLive)
        return lifetime;
    lifetime.isNarrow = right - left < kNarrowest;
    const double width = std::max(kNarrowest, right - left);
    const double top = std::max(g.top, bottom - height);
    const double begin = std::clamp((left + right - width) / 2, g.left, std::max(g.left, g.right() - width));
    const QRectF box(begin, top, width, bottom - top);
    lifetime.box = QRectF(box.toAlignedRect()).intersected(scene.plot());
    if (!isFaint && g.width >= kLifeNamesFrom)
        placeName(lifetime, scene,
                  text(view.rows.label(row)) + QStringLiteral(" · ") + scene.content.bytes(view.rows.size[row])
                      + QStringLiteral(" · ") + lifetimeText(view, row));
    return lifetime;
}

void paintLifetimeSwatch(QPainter& painter, const QRectF& box, const Colors& colors, const QColor& color)
{
    painter.fillRect(box, colors.text);
    painter.fillRect(box.adjusted(1, 1, -1, -1), fillOf(colors, color));
}

std::vector<ChartLifetime> shownLifetimes(const ChartScene& scene)
{
    std::vector<ChartLifetime> result;
    const std::optional<RowId> shown = scene.content.pointed;
    const std::optional<RowId> pinned = scene.content.pinned;
    if (shown)
        result.push_back(makeLifetime(scene, *shown, false));
    if (pinned && pinned != shown)
        result.push_back(makeLifetime(scene, *pinned, true));
    return result;
}

void paintCellAxis(QPainter& painter, const ChartScene& scene, const std::vector<QRectF>& covered)
{
    const Axis& axis = scene.view().axis;
    std::vector<AxisLabel> labels;
    if (hasCells(axis))
        labels = hasNames(scene) ? names(scene) : cellLabels(scene, axis);
    paintAxis(painter, scene, labels, scene.hasAxisTitle && hasCells(axis) ? text(axis.title) : QString(), covered);
}

void paintOverlay(QPainter& painter, const ChartScene& scene, const std::vector<ChartLifetime>& lifetimes,
                  const QRegion& dirty)
{
    painter.setRenderHint(QPainter::Antialiasing);
    Overlay overlay(painter, scene, dirty);
    overlay.selection();
    overlay.rowsTogether();
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
    overlay.rowsTogether();
    overlay.lifetimesAndLines(lifetimes);
    overlay.tags();
}

} // namespace tidemark::ui
