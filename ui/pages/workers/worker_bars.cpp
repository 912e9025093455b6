#include "ui/pages/workers/worker_bars.h"

#include "ui/charts/ticks.h"
#include "ui/charts/titled_picture.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/swatch.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kMargin = 9;
constexpr double kSwatch = 9;
constexpr double kBesideSwatch = 14;
constexpr double kBetweenEntries = 17;
constexpr double kWidestBar = 44;
constexpr double kBarShare = 0.7; // share of a slot
constexpr double kLeastGap = 4; // pixels between bars to draw them apart
constexpr double kMark = 7;
constexpr double kRoomAbove = 1.06; // times the largest bar, for the marks

/// The categories of all workers, the first at the bottom.
std::vector<const WorkerField*> parts(const WorkerTable& table)
{
    std::vector<const WorkerField*> fields;
    for (const WorkerField& field : table.fields)
        if (!field.category.empty() && table.ranges[field.column].most.value_or(0) > 0)
            fields.push_back(&field);
    return fields;
}

ByteAxis axisOf(const WorkerBars& bars)
{
    const std::int64_t most = bars.table->ranges[bars.table->peak().column].most.value_or(0);
    return byteAxis(std::max(1.0, static_cast<double>(most) * kRoomAbove), bars.unit);
}

class Painter
{
public:
    Painter(QPainter& painter, const QRectF& area, const WorkerBars& bars, const Colors& colors, const QFont& font)
        : m_painter(painter)
        , m_area(area)
        , m_bars(bars)
        , m_colors(colors)
        , m_font(font)
        , m_small(smallerFont(font))
        , m_where(bars, area, font)
        , m_axis(axisOf(bars))
        , m_parts(parts(*bars.table))
    { }

    void paint()
    {
        paintLegend();
        paintAxis();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        const double slot = m_where.slot();
        if (slot >= 1)
            for (std::size_t place = 0; place < m_where.count; ++place)
                paintBar(barAt(place), place, place + 1);
        else
            for (double x = 0; x < m_where.plot.width(); ++x)
                paintBar({m_where.plot.left() + x, 0, 1, 0}, placeFrom(x),
                         std::max(placeFrom(x) + 1, placeFrom(x + 1)));
        paintNames();
        paintSelection();
    }

private:
    double yOf(double bytes) const { return m_where.plot.bottom() - bytes / m_axis.top * m_where.plot.height(); }
    std::size_t placeFrom(double x) const
    {
        return std::min(m_where.count - 1, static_cast<std::size_t>(x / m_where.slot()));
    }
    QRectF barAt(std::size_t place) const
    {
        const double slot = m_where.slot();
        const double width = slot < kLeastGap ? slot : std::min(kWidestBar, slot * kBarShare);
        return {m_where.plot.left() + slot * static_cast<double>(place) + (slot - width) / 2, 0, width, 0};
    }
    std::int64_t bytes(std::size_t place, const WorkerField& field) const
    {
        return m_bars.table->bytes(m_bars.order[place], field).value_or(0);
    }

    QString nameAt(std::size_t place) const { return text(m_bars.table->workers->list[m_bars.order[place]].name()); }
    /// The length of the common start of the names up to a word boundary: 4 for "run-w-1" and "run-w-12" ("run-").
    qsizetype commonPart() const
    {
        const auto isBetweenWords = [](QChar c) { return !c.isLetterOrNumber(); };
        const QString first = nameAt(0);
        qsizetype common = m_where.count > 1 ? first.size() : 0;
        for (std::size_t place = 1; place < m_where.count && common > 0; ++place) {
            const QString other = nameAt(place);
            common = std::mismatch(first.begin(), first.begin() + common, other.begin(), other.end()).first
                - first.begin();
        }
        while (common > 0 && isBetweenWords(first[common - 1]))
            --common;
        while (common > 0 && !isBetweenWords(first[common - 1]))
            --common;
        return common;
    }

    void paintLegend()
    {
        const QFontMetricsF metrics(m_font);
        const double baseline = m_where.legend.top() + metrics.ascent();
        m_painter.setFont(boldFont(m_font));
        m_painter.setPen(m_colors.text);
        const QString title = QCoreApplication::translate("tidemark::ui::Workers", "Peak by worker");
        m_painter.drawText(QPointF(m_area.left() + kMargin, baseline), title);
        const double left = m_area.left() + kMargin + QFontMetricsF(m_painter.font()).horizontalAdvance(title) + 24;
        m_painter.setFont(m_font);
        const auto widthOf
            = [&](const WorkerField* field) { return kBesideSwatch + metrics.horizontalAdvance(field->title); };
        // In the order of the columns. The last ones are left out if there is no room.
        double x = m_where.legend.right() + kBetweenEntries;
        auto end = m_parts.begin();
        for (; end != m_parts.end() && x - kBetweenEntries - widthOf(*end) >= left; ++end)
            x -= kBetweenEntries + widthOf(*end);
        m_painter.setPen(m_colors.secondaryText);
        for (auto part = m_parts.begin(); part != end; ++part) {
            paintSwatch(m_painter, {x, baseline - kSwatch, kSwatch, kSwatch}, m_colors.category((*part)->category),
                        (*part)->category);
            m_painter.drawText(QPointF(x + kBesideSwatch, baseline), (*part)->title);
            x += widthOf(*part) + kBetweenEntries;
        }
    }

    void paintAxis()
    {
        const QFontMetricsF metrics(m_small);
        m_painter.setFont(m_small);
        for (const ByteTick& tick : m_axis.ticks) {
            const double y = std::round(yOf(static_cast<double>(tick.bytes)));
            m_painter.fillRect(QRectF(m_where.plot.left(), y, m_where.plot.width(), 1),
                               tick.bytes == 0 ? m_colors.border : m_colors.grid);
            m_painter.setPen(m_colors.secondaryText);
            m_painter.drawText(
                QPointF(m_where.plot.left() - 8 - metrics.horizontalAdvance(tick.text), y + metrics.capHeight() / 2),
                tick.text);
        }
    }

    /// Draws the largest worker of these places across the whole bar.
    void paintBar(const QRectF& bar, std::size_t from, std::size_t to)
    {
        const WorkerField& peak = m_bars.table->peak();
        std::size_t largest = from;
        bool isMarked = false;
        for (std::size_t place = from; place < to; ++place) {
            if (bytes(place, peak) > bytes(largest, peak))
                largest = place;
            isMarked = isMarked || m_bars.table->differs(m_bars.order[place]);
        }
        std::int64_t below = 0;
        for (const WorkerField* field : m_parts) {
            const std::int64_t size = bytes(largest, *field);
            if (size <= 0)
                continue;
            const double bottom = std::round(yOf(static_cast<double>(below)));
            below += size;
            const double top = std::round(yOf(static_cast<double>(below)));
            m_painter.fillRect(QRectF(bar.left(), top, bar.width(), bottom - top), m_colors.category(field->category));
        }
        if (isMarked && bar.center().x() > m_markedTo) {
            paintMark({bar.center().x(), yOf(static_cast<double>(below)) - 3});
            m_markedTo = bar.center().x() + kMark;
        }
    }

    void paintMark(const QPointF& tip)
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_colors.bad);
        m_painter.drawPolygon(QPolygonF({tip, tip + QPointF(-kMark / 2, -kMark), tip + QPointF(kMark / 2, -kMark)}));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    /// Draws as many names as fit, evenly spaced.
    void paintNames()
    {
        const QFontMetricsF metrics(m_small);
        double widest = 1;
        const qsizetype common = commonPart();
        const auto name = [&](std::size_t place) { return nameAt(place).mid(common); };
        constexpr std::size_t kMeasured = 200; // names of one run have similar widths
        const std::size_t step = m_where.count / kMeasured + 1;
        for (std::size_t place = 0; place < m_where.count; place += step)
            widest = std::max(widest, metrics.horizontalAdvance(name(place)));
        const auto every = static_cast<std::size_t>(std::ceil((widest + 12) / m_where.slot()));
        m_painter.setFont(m_small);
        for (std::size_t place = 0; place < m_where.count; place += every) {
            const double x = m_where.plot.left() + m_where.slot() * (static_cast<double>(place) + 0.5);
            const QString text = name(place);
            m_painter.setPen(m_bars.table->differs(m_bars.order[place]) ? m_colors.bad : m_colors.secondaryText);
            const double width = metrics.horizontalAdvance(text);
            const double left
                = std::clamp(x - width / 2, m_area.left(), std::max(m_area.left(), m_area.right() - width));
            m_painter.drawText(QPointF(left, m_where.plot.bottom() + 4 + metrics.ascent()), text);
        }
    }

    void paintSelection()
    {
        const auto found = m_bars.selected ? std::ranges::find(m_bars.order, *m_bars.selected) : m_bars.order.end();
        if (found == m_bars.order.end())
            return;
        const double slot = std::max(m_where.slot(), 5.0);
        const double middle
            = m_where.plot.left() + m_where.slot() * (static_cast<double>(found - m_bars.order.begin()) + 0.5);
        const double bottom = m_where.slot() >= kLeastGap ? m_where.plot.bottom() + QFontMetricsF(m_small).height() + 5
                                                          : m_where.plot.bottom();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(m_colors.highlight, 1.5));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(
            QRectF(QPointF(middle - slot / 2 + 1, m_where.plot.top() - 2), QPointF(middle + slot / 2 - 1, bottom)));
    }

    QPainter& m_painter;
    const QRectF m_area;
    const WorkerBars& m_bars;
    const Colors& m_colors;
    const QFont m_font;
    const QFont m_small;
    const WorkerBarsPlot m_where;
    const ByteAxis m_axis;
    const std::vector<const WorkerField*> m_parts;
    double m_markedTo = -1;
};

} // namespace

WorkerBarsPlot::WorkerBarsPlot(const WorkerBars& bars, const QRectF& area, const QFont& font)
    : count(bars.order.size())
{
    const QFontMetricsF metrics(font);
    const double gutter = grown(72, font);
    legend = QRectF(area.left() + kMargin, area.top() + 5, area.width() - 2 * kMargin, metrics.height());
    const double top = std::round(legend.bottom() + 8);
    const double bottom = std::round(area.bottom() - metrics.height() - 8);
    plot = QRectF(std::round(area.left() + gutter), top, std::max(1.0, std::floor(area.width() - gutter - kMargin)),
                  std::max(1.0, bottom - top));
}

std::optional<std::size_t> WorkerBarsPlot::placeAt(double x) const
{
    if (count == 0 || x < plot.left() || x >= plot.right())
        return std::nullopt;
    return std::min(count - 1, static_cast<std::size_t>((x - plot.left()) / slot()));
}

void paintWorkerBars(QPainter& painter, const QRectF& area, const WorkerBars& bars, const Colors& colors,
                     const QFont& font)
{
    painter.fillRect(area, colors.base);
    if (bars.table && !bars.order.empty())
        Painter(painter, area, bars, colors, font).paint();
}

std::shared_ptr<const Picture> workersPicture(WorkerBars bars, PictureOptions options)
{
    return std::make_shared<TitledPicture>(
        std::move(options),
        [bars = std::move(bars)](QPainter& painter, const QRectF& area, const Colors& colors, const QFont& font) {
            paintWorkerBars(painter, area, bars, colors, font);
        });
}

} // namespace tidemark::ui
