#include "ui/charts/chart_tags.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kTop = 5;
constexpr double kRowGap = 4;
constexpr double kPadding = 10;
constexpr double kBeyond = 4; // pixels outside the plot, the position of lines that are not visible
constexpr double kWidest = 0.6; // of the plot's width
constexpr int kRemarkFlags = Qt::AlignCenter | Qt::TextWordWrap;

struct ChartTagsText {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

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
        if (!m_scene.isPicture) {
            cursor();
            selection();
        }
        selectedRows();
        return std::move(m_tags);
    }

private:
    void capacity()
    {
        if (!m_content.capacity)
            return;
        const std::int64_t bytes = m_content.capacity->bytes;
        const bool isExceeded = m_content.peakBytes > bytes;
        QString text = ChartTagsText::tr("Capacity %1").arg(m_content.bytes(bytes));
        if (const QString device = QStringLiteral(" · ") + m_content.capacity->device;
            !m_content.capacity->device.isEmpty() && tagWidth(m_scene, text + device) <= kWidest * m_g.width)
            text += device;
        const double y = m_scene.y(bytes);
        const double width = std::min(tagWidth(m_scene, text), m_g.width - 2);
        const double top = y + 3 + m_height < m_g.bottom() ? y + 3 : y - 3 - m_height;
        const QColor& fill = isExceeded ? m_colors.bad : m_colors.plot;
        const QColor ink = isExceeded ? m_colors.textOn(fill) : m_colors.secondaryText;
        m_tags.push_back({text, fill, ink, QRectF(m_g.right() - 2 - width, top, width, m_height)});
    }

    void peak()
    {
        const StepId step = m_view.peakStep;
        const QString bytes = m_content.bytes(m_view.highest()[m_view.peakStep.index()]);
        const std::string name = m_view.axis.kind == AxisKind::Phases ? m_view.axis.label(step) : std::string();
        const QString peak
            = (m_view.isPeakLeast ? ChartTagsText::tr("Peak at least %1") : ChartTagsText::tr("Peak %1")).arg(bytes);
        QString text
            = ChartTagsText::tr("%1 · %2").arg(peak, name.empty() ? cellText(m_view.axis, step) : ui::text(name));
        if (tagWidth(m_scene, text) > kWidest * m_g.width)
            text = peak;
        add(step, text, 0, m_colors.peakMark, m_colors.textOn(m_colors.peakMark));
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
        QString text = below == 0 ? ChartTagsText::tr("%1 · as high as the peak").arg(level)
                                  : ChartTagsText::tr("%1 · %2 below the peak").arg(level, m_content.bytes(below));
        if (!contains(m_g.steps.range, step))
            text = ChartTagsText::tr("%1 · %2").arg(level, cellText(m_view.axis, step));
        add(step, text, 1, m_colors.highlight, m_colors.highlightedText);
    }

    void selection()
    {
        const std::optional<StepRange>& range = m_content.range;
        if (!range || !m_content.rangePeak || range->end <= m_g.steps.range.begin
            || range->begin >= m_g.steps.range.end)
            return;
        const StepId peak = *m_content.rangePeak;
        const QString bytes = m_content.bytes(m_view.highest()[peak.index()]);
        const QString text = range->size() == 1
            ? capitalised(ChartTagsText::tr("%1 · %2").arg(cellText(m_view.axis, peak), bytes))
            : capitalised(ChartTagsText::tr("%1 · peak %2 at %3")
                              .arg(rangeText(m_view.axis, *range), bytes, cellText(m_view.axis, peak)));
        place(std::max(m_g.left, xOf(m_g.steps, range->begin)), text, 2, mixed(m_colors.highlight, m_colors.plot, 0.25),
              m_colors.text);
    }

    void selectedRows()
    {
        if (!m_content.selected)
            return;
        const SelectedLife& life = *m_content.selected;
        const QString text
            = ChartTagsText::tr("%1 selected · together at most %2")
                  .arg(grouped(static_cast<std::int64_t>(life.rows)), m_content.bytes(life.bytes[life.peak.index()]));
        add(life.peak, text, 3, mixed(m_scene.content.lifetimeColor(m_colors, life.largest), m_colors.plot, 0.35),
            m_colors.text);
    }

    /// Adds a tag next to a step, or at the edge on whose side the step is.
    void add(StepId step, const QString& text, int row, const QColor& fill, const QColor& ink)
    {
        if (step.value < m_g.steps.range.begin)
            place(m_g.left - kBeyond, QStringLiteral("‹ ") + text, row, fill, ink);
        else if (step.value >= m_g.steps.range.end)
            place(m_g.right() + kBeyond, text + QStringLiteral(" ›"), row, fill, ink);
        else
            place(centreOf(m_g.steps, step), text, row, fill, ink);
    }

    /// The number of steps whose level is behind or above a box. Cost: a pass over the steps in the box, if any level
    /// reaches it.
    std::ptrdiff_t hiddenSteps(const QRectF& box) const
    {
        if (m_scene.y(m_view.highest()[m_view.peakStep.index()]) >= box.bottom())
            return 0;
        const std::uint32_t begin = stepAt(m_g.steps, box.left()).value;
        const auto levels = m_view.level().subspan(begin, stepAt(m_g.steps, box.right()).value + 1 - begin);
        const double lowest = m_g.bytes.top * (m_g.bottom() - box.bottom()) / m_g.height;
        return std::ranges::count_if(
            levels, [&](std::int64_t level) { return static_cast<double>(level - m_content.below()) > lowest; });
    }

    /// Places a tag in the first free row next to x, in the topmost row at the side where it hides less of the curve.
    void place(double x, const QString& text, int row, const QColor& fill, const QColor& ink)
    {
        const double first = m_g.top + kTop;
        const double top = first + row * tagPitch(m_scene);
        QRectF tag = besideLine(m_scene, x, top, text);
        const QRectF before = besideLine(m_scene, x, top, text, true);
        if (row == 0 && before.left() > m_g.left + 1 && hiddenSteps(before) < hiddenSteps(tag))
            tag = before;
        m_tags.push_back({text, fill, ink, freePlace(m_scene, tag, m_tags, std::round(first + tagPitch(m_scene)))});
    }

    const ChartScene& m_scene;
    const Colors& m_colors;
    const ChartContent& m_content;
    const View& m_view;
    const PlotGeometry& m_g;
    double m_height;
    std::vector<ChartTag> m_tags;
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
    const QRectF box = words.adjusted(-kPadding, -kPadding / 2, kPadding, kPadding / 2);
    const std::vector<ChartTag> tags = makeTags(scene);
    std::vector<double> tops = {box.top()};
    for (const ChartTag& tag : tags)
        tops.insert(tops.end(), {tag.rect.bottom() + kRowGap, tag.rect.top() - kRowGap - box.height()});
    std::ranges::stable_sort(tops, {}, [&](double top) { return std::abs(top - box.top()); });
    for (const double left : {box.left(), room.left(), room.right() - box.width()})
        for (const double top : tops) {
            const QRectF place(QPointF(left, top), box.size());
            if (room.contains(place)
                && std::ranges::none_of(tags, [&](const ChartTag& tag) { return tag.rect.intersects(place); }))
                return place;
        }
    return {};
}

void paintRemark(QPainter& painter, const ChartScene& scene)
{
    const QRectF box = remarkBox(scene);
    if (box.isEmpty())
        return;
    painter.setPen(scene.colors.border);
    painter.setBrush(scene.colors.base);
    painter.drawRect(box);
    painter.setPen(scene.colors.text);
    painter.setFont(scene.fonts.normal);
    painter.drawText(box, kRemarkFlags, text(scene.view().axis.remark));
}

} // namespace tidemark::ui
