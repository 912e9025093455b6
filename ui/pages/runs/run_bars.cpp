#include "ui/pages/runs/run_bars.h"

#include "ui/charts/ticks.h"
#include "ui/charts/titled_picture.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

namespace tidemark::ui {
namespace {

constexpr double kRunsMargin = 9;
constexpr double kRunsSwatch = 9;
constexpr double kWidestRun = 130;
constexpr double kRunShare = 0.56; // share of a slot
constexpr double kRoomAboveRuns = 1.1; // times the axis, as upstream does
constexpr double kLeastTrendSlot = 4; // pixels
constexpr int kWidestLabel = 90; // pixels of a trend label

struct RunBarsText {
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

constexpr std::size_t kDeviceEntry = tt::kBarLayers.size(); // the entry after the layers of the legend
constexpr std::size_t kAllocatorEntry = kDeviceEntry + 1;

/// The height of the bar by the memory tracker.
double topOfLayers(const ListedRun& run)
{
    double sum = 0;
    for (const double layer : run.bar.layers)
        sum += std::max(0.0, layer);
    return std::max(sum, static_cast<double>(run.bar.total.value_or(0)));
}

/// Includes memory that only the allocator saw.
double topOf(const ListedRun& run)
{
    return std::max(topOfLayers(run), run.bar.total ? static_cast<double>(run.bar.needed) : 0);
}

/// True if the run fits, or if the device memory is not known.
bool fits(const ListedRun& run)
{
    const auto device = run.judged.knownDevice();
    return !device || run.bar.fits(*device);
}

bool hasUnseen(const ListedRun& run)
{
    return topOf(run) > topOfLayers(run);
}

ByteAxis axisOfRuns(const RunBars& bars)
{
    double most = 1;
    for (const ListedRun& run : bars.list->runs)
        most = std::max({most, topOf(run), run.judged.knownDevice().value_or(0)});
    return byteAxis(most * kRoomAboveRuns, bars.unit);
}

/// The relative width of each slot: the time to the next run. The last slot gets the median of the others.
std::vector<double> shares(const RunBars& bars)
{
    const std::vector<ListedRun>& runs = bars.list->runs;
    std::vector<double> all(runs.size(), 1);
    if (!bars.isTrend() || runs.size() < 3)
        return all;
    for (std::size_t i = 0; i + 1 < runs.size(); ++i)
        all[i] = static_cast<double>(runs[i + 1].time.value_or(0) - runs[i].time.value_or(0));
    std::vector<double> sorted(all.begin(), all.end() - 1);
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    all.back() = *middle;
    return all;
}

std::vector<double> edgesOf(const RunBars& bars, const QRectF& plot)
{
    const std::vector<double> all = shares(bars);
    const auto count = static_cast<double>(all.size());
    const double least = std::min(kLeastTrendSlot, plot.width() / count);
    double sum = 0;
    for (const double share : all)
        sum += share;
    // A slot that would be too narrow takes width from the others.
    const auto isNarrow = [&](double share) { return share * plot.width() < least * sum; };
    double wide = 0;
    double left = plot.width();
    for (const double share : all)
        if (isNarrow(share))
            left -= least;
        else
            wide += share;
    std::vector<double> edges = {plot.left()};
    for (const double share : all) {
        double width = plot.width() / count;
        if (wide > 0)
            width = isNarrow(share) ? least : std::max(1.0, left * share / wide);
        edges.push_back(edges.back() + width);
    }
    return edges;
}

/// Prevents overlapping texts in a line: the first text keeps its place.
class WordLine
{
public:
    explicit WordLine(double gap)
        : m_gap(gap)
    { }

    bool take(double left, double width)
    {
        for (const auto& [from, to] : m_taken)
            if (left < to + m_gap && from < left + width + m_gap)
                return false;
        m_taken.emplace_back(left, left + width);
        return true;
    }

private:
    const double m_gap;
    std::vector<std::pair<double, double>> m_taken;
};

class RunPainter
{
public:
    RunPainter(QPainter& painter, const QRectF& area, const RunBars& bars, const Colors& colors, const QFont& font)
        : m_painter(painter)
        , m_area(area)
        , m_bars(bars)
        , m_colors(colors)
        , m_font(font)
        , m_small(smallerFont(font))
        , m_where(bars, area, font)
        , m_axis(axisOfRuns(bars))
    { }

    void paint()
    {
        paintLegend();
        paintAxis();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t place = 0; place < m_where.count(); ++place)
            paintBar(place);
        paintDevice();
        paintTotals();
        paintLabels();
        paintSelection();
    }

private:
    const ListedRun& run(std::size_t place) const { return m_bars.list->runs[place]; }
    double yOf(double bytes) const { return m_where.plot.bottom() - bytes / m_axis.top * m_where.plot.height(); }
    QString words(double bytes) const { return text(bytesText(std::llround(bytes), m_bars.unit)); }
    double barWidth(std::size_t place) const
    {
        const double slot = m_where.slot(place);
        return m_bars.isTrend() ? slot
                                : std::max(1.0, std::min(grown(int(kWidestRun), m_font) * 1.0, slot * kRunShare));
    }
    QRectF barAt(std::size_t place, double from, double to) const
    {
        const double width = barWidth(place);
        const double left = std::round(m_where.middle(place) - width / 2);
        const double right = std::max(left + 1, std::round(m_where.middle(place) + width / 2));
        const double top = std::round(yOf(to));
        return {left, top, right - left, std::round(yOf(from)) - top};
    }

    void paintLegend()
    {
        m_painter.setFont(boldFont(m_font));
        m_painter.setPen(m_colors.text);
        m_painter.drawText(m_where.titleAt, m_where.title);
        m_painter.setFont(m_font);
        for (const RunBarsPlot::Entry& entry : m_where.legend) {
            const QRectF swatch(entry.at.x() - 1.6 * kRunsSwatch, entry.at.y() - kRunsSwatch, kRunsSwatch, kRunsSwatch);
            if (entry.layer == kAllocatorEntry) {
                hatch(swatch);
            } else if (entry.layer < kDeviceEntry) {
                m_painter.fillRect(swatch, barColour(entry.layer));
            } else {
                m_painter.setPen(QPen(m_colors.bad, 2, Qt::DashLine));
                m_painter.drawLine(QPointF(swatch.left() - kRunsSwatch, swatch.center().y()),
                                   QPointF(swatch.right(), swatch.center().y()));
            }
            m_painter.setPen(m_colors.secondaryText);
            m_painter.drawText(entry.at, entry.text);
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

    void paintBar(std::size_t place)
    {
        const tt::RunBar& bar = run(place).bar;
        double below = 0;
        for (std::size_t layer = 0; layer < bar.layers.size(); ++layer) {
            const double size = bar.layers[layer];
            if (size <= 0)
                continue;
            const QRectF box = barAt(place, below, below + size);
            below += size;
            const QColor fill = barColour(layer);
            m_painter.fillRect(box, fill);
            if (box.width() > 6 && box.height() > 3)
                m_painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), m_colors.base);
            if (m_bars.isTrend() && box.width() > 6)
                m_painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), m_colors.base);
            paintSize(box, size, fill);
        }
        if (hasUnseen(run(place)))
            hatch(barAt(place, topOfLayers(run(place)), topOf(run(place))));
    }

    void hatch(const QRectF& box)
    {
        m_painter.setPen(m_colors.secondaryText);
        m_painter.setBrush(QBrush(m_colors.secondaryText, Qt::BDiagPattern));
        m_painter.drawRect(box.adjusted(0, 0, -1, -1));
    }

    /// Draws the size if the box has room.
    void paintSize(const QRectF& box, double size, const QColor& fill)
    {
        const QFontMetricsF metrics(m_small);
        const QString said = words(size);
        if (box.height() < metrics.height() || box.width() < metrics.horizontalAdvance(said) + 6)
            return;
        m_painter.setFont(m_small);
        m_painter.setPen(m_colors.textOn(fill));
        m_painter.drawText(box, Qt::AlignCenter, said);
    }

    QString totalText(const ListedRun& of) const
    {
        if (!of.bar.total)
            return of.isSeen ? RunBarsText::tr("no peak known") : RunBarsText::tr("not shown");
        return (fits(of) ? QString() : QStringLiteral("✕ "))
            + words(static_cast<double>(std::max(*of.bar.total, of.bar.needed)));
    }

    /// Moves the baseline above the limit line if the text would touch the line.
    static double clearOf(double line, double baseline, const QFontMetricsF& metrics)
    {
        const bool touches = baseline - metrics.ascent() - 2 < line && line < baseline + metrics.descent() + 2;
        return touches ? std::round(line) - metrics.descent() - 2 : baseline;
    }

    /// Draws the totals above the bars, without overlaps. The selected run is drawn first.
    void paintTotals()
    {
        const QFont bold = boldFont(m_font);
        const QFontMetricsF metrics(bold);
        m_painter.setFont(bold);
        WordLine line(6);
        for (const std::size_t place : selectedFirst()) {
            const ListedRun& of = run(place);
            const QString said = totalText(of);
            const double width = metrics.horizontalAdvance(said);
            const double left = std::clamp(m_where.middle(place) - width / 2, m_where.plot.left(),
                                           std::max(m_where.plot.left(), m_area.right() - width - 2));
            if (!line.take(left, width))
                continue;
            const double top = yOf(topOf(of));
            QColor color = m_colors.text;
            if (!of.bar.total)
                color = m_colors.secondaryText;
            else if (!fits(of))
                color = m_colors.bad;
            double baseline = std::round(top) - 5;
            if (const auto device = of.judged.knownDevice())
                baseline = clearOf(yOf(*device), baseline, metrics);
            m_painter.setPen(color);
            m_painter.drawText(QPointF(left, baseline), said);
        }
    }

    /// Draws one line for consecutive runs with the same device memory.
    void paintDevice()
    {
        m_painter.setFont(m_small);
        const QFontMetricsF metrics(m_small);
        for (std::size_t from = 0; from < m_where.count();) {
            const std::optional<double> memory = run(from).judged.knownDevice();
            std::size_t to = from + 1;
            while (to < m_where.count() && run(to).judged.knownDevice() == memory)
                ++to;
            if (!memory) {
                from = to;
                continue;
            }
            const double y = std::round(yOf(*memory));
            QColor ground = m_colors.base;
            ground.setAlpha(220);
            const QLineF limit(m_where.edges[from], y, m_where.edges[to], y);
            m_painter.setPen(QPen(ground, 4)); // separates it from a bar of similar colour
            m_painter.drawLine(limit);
            m_painter.setPen(QPen(m_colors.bad, 2, Qt::DashLine));
            m_painter.drawLine(limit);
            const QString said = RunBarsText::tr("Device %1").arg(words(*memory));
            const QRectF box(m_where.edges[from] + 3, y - metrics.height() - 2, metrics.horizontalAdvance(said) + 6,
                             metrics.height());
            if (box.right() <= m_where.edges[to]) {
                m_painter.fillRect(box, ground);
                m_painter.setPen(m_colors.bad);
                m_painter.drawText(box, Qt::AlignCenter, said);
            }
            from = to;
        }
    }

    /// The runs in drawing order. The selected run gets its place first.
    std::vector<std::size_t> selectedFirst() const
    {
        std::vector<std::size_t> places;
        if (m_bars.selected && *m_bars.selected < m_where.count())
            places.push_back(*m_bars.selected);
        for (std::size_t place = 0; place < m_where.count(); ++place)
            if (place != m_bars.selected)
                places.push_back(place);
        return places;
    }

    /// Draws the labels that fit. Exports of CI have their days below.
    void paintLabels()
    {
        const QFontMetricsF metrics(m_small);
        const double first = m_where.plot.bottom() + 4 + metrics.ascent();
        paintWords(first, [&](std::size_t place) { return run(place).label; });
        if (m_bars.isTrend())
            paintWords(first + metrics.height(), [&](std::size_t place) {
                return place > 0 && run(place).day == run(place - 1).day ? QString() : run(place).day;
            });
    }

    void paintWords(double baseline, const std::function<QString(std::size_t)>& wordsOf)
    {
        const QFontMetricsF metrics(m_small);
        m_painter.setFont(m_small);
        WordLine line(8);
        for (const std::size_t place : selectedFirst()) {
            const QString words = wordsOf(place);
            // A bar of a trend may be narrower than its label.
            const double room = std::max(m_where.slot(place) - 8, m_bars.isTrend() ? grown(kWidestLabel, m_font) : 0.0);
            const double whole = metrics.horizontalAdvance(words);
            constexpr double kWorthReading = 60;
            const bool isElided = whole > room && room > kWorthReading;
            const QString said = isElided ? metrics.elidedText(words, Qt::ElideMiddle, room) : words;
            const double width = isElided ? room : whole;
            const double left = std::clamp(m_where.middle(place) - width / 2, m_area.left() + 2,
                                           std::max(m_area.left() + 2, m_area.right() - width - 2));
            if (words.isEmpty() || !line.take(left, width))
                continue;
            m_painter.setPen(m_bars.selected == place ? m_colors.text : m_colors.secondaryText);
            m_painter.drawText(QPointF(left, baseline), said);
        }
    }

    void paintSelection()
    {
        if (!m_bars.selected || *m_bars.selected >= m_where.count())
            return;
        const double slot = std::max(m_where.slot(*m_bars.selected), 5.0);
        const double middle = m_where.middle(*m_bars.selected);
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(m_colors.highlight, 1.5));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(QRectF(QPointF(middle - slot / 2 + 1, m_where.plot.top() - 2),
                                  QPointF(middle + slot / 2 - 1, m_where.end)));
    }

    QPainter& m_painter;
    const QRectF m_area;
    const RunBars& m_bars;
    const Colors& m_colors;
    const QFont m_font;
    const QFont m_small;
    const RunBarsPlot m_where;
    const ByteAxis m_axis;
};

} // namespace

QColor barColour(std::size_t layer)
{
    return QColor::fromRgb(tt::kBarLayers[layer].colour);
}

RunBarsPlot::RunBarsPlot(const RunBars& bars, const QRectF& area, const QFont& font)
{
    const QFontMetricsF metrics(font);
    if (bars.list->question.isAsUpstream)
        title = RunBarsText::tr("Peak as upstream shows it");
    else
        title = bars.isTrend() ? RunBarsText::tr("Peak over time") : RunBarsText::tr("Peak by run");
    titleAt = {area.left() + kRunsMargin, area.top() + 5 + metrics.ascent()};
    // The legend follows the title and takes as many lines as it needs.
    const double first = titleAt.x() + QFontMetricsF(boldFont(font)).horizontalAdvance(title) + 40;
    QPointF at(first, titleAt.y());
    const auto add = [&](const QString& label, std::size_t layer) {
        const double width = metrics.horizontalAdvance(label);
        if (at.x() + width > area.right() - kRunsMargin && at.x() > first)
            at = {first, at.y() + metrics.height() + 2};
        legend.push_back({label, at, layer});
        at.rx() += width + 3.2 * kRunsSwatch;
    };
    for (std::size_t layer = 0; layer < tt::kBarLayers.size(); ++layer)
        if (std::ranges::any_of(bars.list->runs, [&](const ListedRun& run) { return run.bar.layers[layer] > 0; }))
            add(text(tt::kBarLayers[layer].label), layer);
    if (std::ranges::any_of(bars.list->runs, hasUnseen))
        add(RunBarsText::tr("Counted by the allocator only"), kAllocatorEntry);
    at.rx() += kRunsSwatch; // the device swatch is a line
    add(RunBarsText::tr("Device memory"), kDeviceEntry);

    const double gutter = grown(72, font);
    const double top = std::round(at.y() + metrics.descent() + metrics.height() + 4); // has room for a total
    const double lines = bars.isTrend() ? 2 : 1;
    const double bottom = std::round(area.bottom() - lines * metrics.height() - 8);
    end = bottom + lines * QFontMetricsF(smallerFont(font)).height() + 5;
    plot = QRectF(std::round(area.left() + gutter), top, std::max(1.0, std::floor(area.width() - gutter - kRunsMargin)),
                  std::max(1.0, bottom - top));
    edges = edgesOf(bars, plot);
}

std::optional<std::size_t> RunBarsPlot::placeAt(double x) const
{
    if (x < edges.front() || x >= edges.back())
        return std::nullopt;
    const auto next = std::ranges::upper_bound(edges, x);
    return static_cast<std::size_t>(next - edges.begin()) - 1;
}

void paintRunBars(QPainter& painter, const QRectF& area, const RunBars& bars, const Colors& colors, const QFont& font)
{
    painter.fillRect(area, colors.base);
    if (bars.list && !bars.list->runs.empty())
        RunPainter(painter, area, bars, colors, font).paint();
}

std::shared_ptr<const Picture> runsPicture(RunBars bars, PictureOptions options)
{
    return std::make_shared<TitledPicture>(
        std::move(options),
        [bars = std::move(bars)](QPainter& painter, const QRectF& area, const Colors& colors, const QFont& font) {
            paintRunBars(painter, area, bars, colors, font);
        });
}

} // namespace tidemark::ui
