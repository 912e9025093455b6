#include "ui/charts/bar_plot.h"

#include "ui/charts/painting.h"
#include "ui/charts/row_surface.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/swatch.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr qsizetype kMeasured = 200; // labels of one plot have similar widths

bool isInWord(QChar c)
{
    return c.isLetterOrNumber();
}

qsizetype commonLength(const QStringList& labels)
{
    const QString& first = labels.front();
    qsizetype common = first.size();
    for (const QString& other : labels)
        common = std::mismatch(first.begin(), first.begin() + common, other.begin(), other.end()).first - first.begin();
    return common;
}

bool fit(const QStringList& labels, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    for (qsizetype i = 0; i < labels.size(); i += labels.size() / kMeasured + 1)
        if (metrics.horizontalAdvance(labels[i]) > width)
            return false;
    return true;
}

constexpr double kMargin = 9;
constexpr double kBarSwatch = 9;
constexpr int kWidestBar = 130;
constexpr double kBarShare = 0.6; // share of a slot
constexpr double kLeastSlot = 4; // pixels; narrower bars have no gaps
constexpr double kRoomAbove = 1.1; // at least, times the highest bar or limit
constexpr double kAboveBar = 5; // from a bar to the text above it
constexpr double kMark = 7;
constexpr float kGround = 220 / 255.0F; // alpha
constexpr double kBetweenTexts = 8;

/// `room` is the height of the plot divided by that of the highest bar or limit.
ByteAxis axisOf(const BarPlot& plot, double room)
{
    double most = 1;
    for (const Bar& bar : plot.bars)
        most = std::max({most, bar.top(), bar.limit.value_or(0)});
    return byteAxis(most * room, plot.unit);
}

/// A bar that would be too narrow takes width from the others.
std::vector<double> edgesOf(const std::vector<Bar>& bars, const QRectF& plot)
{
    const double sum = std::accumulate(bars.begin(), bars.end(), 0.0,
                                       [](double before, const Bar& bar) { return before + bar.share; });
    const double least = sum * std::min(kLeastSlot / plot.width(), 1.0 / static_cast<double>(bars.size()));
    std::vector<double> edges = {0};
    for (const Bar& bar : bars)
        edges.push_back(edges.back() + std::max(bar.share, least));
    const double all = edges.back();
    for (double& edge : edges)
        edge = plot.left() + edge / all * plot.width();
    return edges;
}

std::vector<bool> usedKinds(const BarPlot& plot)
{
    std::vector<bool> isUsed(plot.kinds.size(), false);
    for (const Bar& bar : plot.bars)
        for (const BarPart& part : bar.parts)
            if (part.kind)
                isUsed[*part.kind] = true;
    return isUsed;
}

/// Prevents overlapping texts in a line: a text gets its place only if no earlier text is there.
class TextLine
{
public:
    /// Returns whether a text at x would overlap an earlier one, whatever its width.
    bool covers(double x) const
    {
        return std::ranges::any_of(m_taken, [&](const auto& taken) {
            return taken.first - kBetweenTexts < x && x < taken.second + kBetweenTexts;
        });
    }
    /// Takes the place if it is free.
    bool take(double left, double width)
    {
        for (const auto& [from, to] : m_taken)
            if (left < to + kBetweenTexts && from < left + width + kBetweenTexts)
                return false;
        m_taken.emplace_back(left, left + width);
        return true;
    }

private:
    std::vector<std::pair<double, double>> m_taken;
};

class BarPainter
{
public:
    BarPainter(QPainter& painter, const BarPlot& plot, const BarLayout& layout, const Colors& colors, const QFont& font)
        : m_painter(painter)
        , m_plot(plot)
        , m_layout(layout)
        , m_colors(colors)
        , m_font(font)
        , m_small(smallerFont(font))
    { }

    void paint()
    {
        paintLegend();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t from = 0, to = 0; from < m_layout.count(); from = to)
            to = paintColumn(from);
        paintLimits();
        paintSelection();
        paintAbove();
        paintLimitNames();
        paintLabels();
    }

private:
    const Bar& bar(std::size_t place) const { return m_plot.bars[place]; }
    QString words(double bytes) const { return text(bytesText(std::llround(bytes), m_plot.unit)); }
    Fill fillOf(const BarKind& kind) const
    {
        return kind.color.isValid() ? Fill(kind.color) : m_colors.categoryFill(kind.category);
    }

    QRectF boxAt(std::size_t place, double from, double to) const
    {
        const double slot = m_layout.slot(place);
        double width = slot;
        if (!m_plot.isContiguous && slot >= kLeastSlot)
            width = std::min<double>(grown(kWidestBar, m_font), slot * kBarShare);
        const double left = std::round(m_layout.middle(place) - width / 2);
        const double right = std::max(left + 1, std::round(m_layout.middle(place) + width / 2));
        const double top = std::round(m_layout.y(to));
        return {left, top, right - left, std::round(m_layout.y(from)) - top};
    }

    void paintLegend()
    {
        paintText(m_painter, m_layout.titleAt, m_plot.title, boldFont(m_font), m_colors.text);
        for (const BarLayout::Entry& entry : m_layout.legend) {
            const QRectF swatch(entry.at.x() - 1.6 * kBarSwatch, entry.at.y() - kBarSwatch, kBarSwatch, kBarSwatch);
            if (!entry.kind)
                drawLimit(swatch.center().y(), swatch.left() - kBarSwatch, swatch.right());
            else if (const BarKind& kind = m_plot.kinds[*entry.kind]; kind.isHatched)
                hatch(swatch);
            else
                paintFill(m_painter, swatch, fillOf(kind));
            paintText(m_painter, entry.at, entry.text, m_font, m_colors.secondaryText);
        }
    }

    /// Draws the highest of the bars that begin in the same pixel as this bar. Returns the bar after them.
    std::size_t paintColumn(std::size_t from)
    {
        std::size_t highest = from;
        std::size_t to = from + 1;
        for (; to < m_layout.count() && m_layout.edges[to] < std::floor(m_layout.edges[from]) + 1; ++to)
            if (bar(to).top() > bar(highest).top())
                highest = to;
        double below = 0;
        for (const BarPart& part : bar(highest).parts) {
            QRectF box = boxAt(highest, below, below + part.bytes);
            if (to > from + 1)
                box.moveLeft(std::floor(m_layout.edges[from]));
            below += part.bytes;
            if (part.kind)
                paintPart(box, part.bytes, m_plot.kinds[*part.kind], m_layout.slot(highest) > 6);
        }
        return to;
    }

    void paintPart(const QRectF& box, double bytes, const BarKind& kind, bool hasEdges)
    {
        if (kind.isHatched)
            return hatch(box);
        const Fill fill = fillOf(kind);
        paintFill(m_painter, box, fill);
        if (hasEdges && box.height() > 3)
            m_painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), m_colors.plot);
        if (hasEdges && m_plot.isContiguous)
            m_painter.fillRect(QRectF(box.right() - 1, box.top(), 1, box.height()), m_colors.plot);
        const QFontMetricsF metrics(m_small);
        if (box.height() < metrics.height())
            return;
        const QString size = words(bytes);
        if (box.width() < metrics.horizontalAdvance(size) + 6)
            return;
        paintText(m_painter, box, Qt::AlignCenter, size, m_small, m_colors.textOn(fill.color));
    }

    void hatch(const QRectF& box)
    {
        m_painter.setPen(m_colors.secondaryText);
        m_painter.setBrush(QBrush(m_colors.secondaryText, Qt::BDiagPattern));
        m_painter.drawRect(box.adjusted(0, 0, -1, -1));
    }

    /// Separates a text or a line from what is below it.
    QColor ground() const { return withAlpha(m_colors.plot, kGround); }

    void drawLimit(double y, double left, double right)
    {
        m_painter.setPen(QPen(m_colors.bad, 2, Qt::DashLine));
        m_painter.drawLine(QPointF(left, y), QPointF(right, y));
    }

    /// Calls `draw` with the line of each limit, which neighbours may share.
    void forEachLimit(const std::function<void(double limit, const QLineF& line)>& draw) const
    {
        for (std::size_t from = 0, to = 0; from < m_layout.count(); from = to) {
            const std::optional<double> limit = bar(from).limit;
            to = from + 1;
            while (to < m_layout.count() && bar(to).limit == limit)
                ++to;
            if (!limit)
                continue;
            const double y = std::round(m_layout.y(*limit));
            draw(*limit, QLineF(m_layout.edges[from], y, m_layout.edges[to], y));
        }
    }

    void paintLimits()
    {
        forEachLimit([this](double, const QLineF& line) {
            m_painter.setPen(QPen(ground(), 4)); // separates the line from a bar of similar colour
            m_painter.drawLine(line);
            drawLimit(line.y1(), line.x1(), line.x2());
        });
    }

    /// Names the limits where the texts above the bars leave room.
    void paintLimitNames()
    {
        const QFontMetricsF metrics(m_small);
        forEachLimit([&](double limit, const QLineF& line) {
            const QString name = m_plot.limitName + u' ' + words(limit);
            const QSizeF size(metrics.horizontalAdvance(name) + 6, metrics.height());
            if (size.width() + 6 > line.length())
                return;
            for (const double y : {line.y1() - size.height() - 2, line.y1() + 3})
                for (const double x : {line.x1() + 3, line.x2() - size.width() - 3}) {
                    const QRectF box(QPointF(x, y), size);
                    if (box.bottom() > m_layout.plot.bottom()) // the labels of the bars are there
                        continue;
                    if (std::ranges::any_of(m_textsAbove, [&](const QRectF& text) { return text.intersects(box); }))
                        continue;
                    m_painter.fillRect(box, ground());
                    paintText(m_painter, box, Qt::AlignCenter, name, m_small, m_colors.bad);
                    return;
                }
        });
    }

    /// The order in which texts take their places: the selected bar, bad bars, all others.
    std::vector<std::size_t> byImportance() const
    {
        std::vector<std::size_t> places(m_layout.count());
        std::iota(places.begin(), places.end(), std::size_t{0});
        std::ranges::stable_sort(places, {}, [this](std::size_t place) {
            if (place == m_plot.selected)
                return 0;
            return bar(place).tone == Bar::Tone::Bad ? 1 : 2;
        });
        return places;
    }

    double leftOf(std::size_t place, double width, const QRectF& within) const
    {
        return std::clamp(m_layout.middle(place) - width / 2, within.left(),
                          std::max(within.left(), within.right() - width));
    }

    /// Moves the baseline above the limit line if the text would touch the line.
    double clearOfLimit(const Bar& of, double baseline, const QFontMetricsF& metrics) const
    {
        if (!of.limit)
            return baseline;
        const double line = m_layout.y(*of.limit);
        const bool touches = baseline - metrics.ascent() - 2 < line && line < baseline + metrics.descent() + 2;
        return touches ? std::round(line) - metrics.descent() - 2 : baseline;
    }

    /// A bad bar without room for its text has a mark instead.
    void paintAbove()
    {
        const QFont bold = boldFont(m_font);
        const QFontMetricsF metrics(bold);
        const QRectF within(QPointF(m_layout.plot.left(), 0), QPointF(m_layout.area.right() - 2, 0));
        TextLine line;
        for (const std::size_t place : byImportance()) {
            const Bar& of = bar(place);
            const double x = m_layout.middle(place);
            if (of.above.isEmpty() || line.covers(x))
                continue;
            const double top = std::round(m_layout.y(of.top()));
            const double width = metrics.horizontalAdvance(of.above);
            const double left = leftOf(place, width, within);
            if (line.take(left, width)) {
                const double baseline = clearOfLimit(of, top - kAboveBar, metrics);
                m_textsAbove.emplace_back(left - 2, baseline - metrics.ascent(), width + 4, metrics.height());
                m_painter.fillRect(m_textsAbove.back(), ground());
                paintText(m_painter, {left, baseline}, of.above, bold, colorOf(of.tone));
            } else if (of.tone == Bar::Tone::Bad && line.take(x - kMark / 2, kMark)) {
                m_textsAbove.emplace_back(x - kMark / 2, top - 3 - kMark, kMark, kMark);
                paintMark({x, top - 3});
            }
        }
    }

    QColor colorOf(Bar::Tone tone) const
    {
        switch (tone) {
        case Bar::Tone::Muted:
            return m_colors.secondaryText;
        case Bar::Tone::Bad:
            return m_colors.bad;
        case Bar::Tone::Usual:
            break;
        }
        return m_colors.text;
    }

    void paintMark(const QPointF& tip)
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_colors.bad);
        m_painter.drawPolygon(QPolygonF({tip, tip + QPointF(-kMark / 2, -kMark), tip + QPointF(kMark / 2, -kMark)}));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    void paintLabels()
    {
        const QFontMetricsF metrics(m_small);
        const double first = m_layout.plot.bottom() + 4 + metrics.ascent();
        QStringList labels;
        for (const Bar& each : m_plot.bars)
            labels << each.label;
        if (!m_plot.isContiguous)
            labels = fittingLabels(labels, m_small, m_layout.slot(0) - kBetweenTexts);
        paintLine(first, labels);
        QStringList seconds;
        for (const Bar& each : m_plot.bars)
            seconds << each.secondLabel;
        paintLine(first + metrics.height(), seconds);
    }

    void paintLine(double baseline, const QStringList& texts)
    {
        constexpr int kWidestOfContiguous = 90; // such a bar may be narrower than its label
        constexpr double kWorthReading = 60;
        const QFontMetricsF metrics(m_small);
        TextLine line;
        for (const std::size_t place : byImportance()) {
            QString words = texts[static_cast<qsizetype>(place)];
            if (words.isEmpty() || line.covers(m_layout.middle(place)))
                continue;
            double room = m_layout.slot(place) - kBetweenTexts;
            if (m_plot.isContiguous)
                room = std::max<double>(room, grown(kWidestOfContiguous, m_font));
            if (room > kWorthReading)
                words = metrics.elidedText(words, Qt::ElideMiddle, room);
            const double width = metrics.horizontalAdvance(words);
            const double left = leftOf(place, width, m_layout.area.adjusted(2, 0, -2, 0));
            if (!line.take(left, width))
                continue;
            if (place == m_plot.selected) // above its frame
                m_painter.fillRect(QRectF(left, baseline - metrics.ascent(), width, metrics.height()), m_colors.base);
            paintText(m_painter, {left, baseline}, words, m_small, labelColor(place));
        }
    }

    QColor labelColor(std::size_t place) const
    {
        if (bar(place).tone == Bar::Tone::Bad)
            return m_colors.bad;
        return place == m_plot.selected ? m_colors.text : m_colors.secondaryText;
    }

    void paintSelection()
    {
        if (!m_plot.selected || *m_plot.selected >= m_layout.count())
            return;
        const double slot = std::max(m_layout.slot(*m_plot.selected), 5.0);
        const double middle = m_layout.middle(*m_plot.selected);
        const Bar& of = bar(*m_plot.selected);
        double top = m_layout.plot.top() - 2;
        if (QFontMetricsF(boldFont(m_font)).horizontalAdvance(of.above) > slot - 4)
            top = std::round(m_layout.y(of.top())) - 1; // the frame would cross the text above the bar
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(m_colors.highlight, 1.5));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(QRectF(QPointF(middle - slot / 2 + 1, top), QPointF(middle + slot / 2 - 1, m_layout.end)));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    QPainter& m_painter;
    const BarPlot& m_plot;
    const BarLayout& m_layout;
    const Colors& m_colors;
    const QFont m_font;
    const QFont m_small;
    std::vector<QRectF> m_textsAbove; // texts and marks above the bars
};

} // namespace

QStringList fittingLabels(const QStringList& labels, const QFont& font, double width)
{
    if (labels.size() < 2 || fit(labels, font, width))
        return labels;
    const QString& first = labels.front();
    qsizetype separator = commonLength(labels); // the end of the last common separator
    while (separator > 0 && isInWord(first[separator - 1]))
        --separator;
    qsizetype word = separator; // the end of the separator before
    while (word > 0 && !isInWord(first[word - 1]))
        --word;
    while (word > 0 && isInWord(first[word - 1]))
        --word;
    QStringList shorter = labels;
    const auto shorten = [&](qsizetype length) {
        if (length <= 0 || fit(shorter, font, width))
            return;
        for (qsizetype i = 0; i < labels.size(); ++i)
            shorter[i] = labels[i].mid(length);
    };
    shorten(word);
    shorten(separator);
    return shorter;
}

double Bar::top() const
{
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [](double below, const BarPart& part) { return below + part.bytes; });
}

BarLayout::BarLayout(const BarPlot& of, const QRectF& within, const QFont& font)
    : area(within)
    , edges({within.left()})
{
    if (of.bars.empty())
        return;
    const QFontMetricsF metrics(font);
    const QFont smallFont = smallerFont(font);
    titleAt = {area.left() + kMargin, area.top() + 5 + metrics.ascent()};
    // The legend follows the title and takes as many lines as it needs.
    const double first = titleAt.x() + QFontMetricsF(boldFont(font)).horizontalAdvance(of.title) + 40;
    QPointF at(first, titleAt.y());
    const auto add = [&](const QString& label, std::optional<std::size_t> kind) {
        const double width = metrics.horizontalAdvance(label);
        if (at.x() + width > area.right() - kMargin && at.x() > first)
            at = {first, at.y() + metrics.height() + 2};
        legend.push_back({label, at, kind});
        at.rx() += width + 3.2 * kBarSwatch;
    };
    const std::vector<bool> isUsed = usedKinds(of);
    for (std::size_t kind = 0; kind < of.kinds.size(); ++kind)
        if (isUsed[kind])
            add(of.kinds[kind].name, kind);
    if (std::ranges::any_of(of.bars, [](const Bar& bar) { return bar.limit.has_value(); })) {
        at.rx() += kBarSwatch; // its swatch is a line
        add(of.limitName, std::nullopt);
    }
    const bool hasSecond = std::ranges::any_of(of.bars, [](const Bar& bar) { return !bar.secondLabel.isEmpty(); });
    const double labels = (hasSecond ? 2 : 1) * QFontMetricsF(smallFont).height();
    const double top = std::round(at.y() + metrics.descent() + 8);
    const double bottom = std::round(area.bottom() - labels - 8);
    end = bottom + labels + 5;
    const bool hasAbove = std::ranges::any_of(of.bars, [](const Bar& bar) { return !bar.above.isEmpty(); });
    const double above = hasAbove ? metrics.height() + kAboveBar : 0;
    axis = axisOf(of, std::max(kRoomAbove, (bottom - top) / std::max(1.0, bottom - top - above)));
    const double gutter = gutterFor(axis, smallFont);
    plot = QRectF(std::round(area.left() + gutter), top, std::max(1.0, std::floor(area.width() - gutter - kMargin)),
                  std::max(1.0, bottom - top));
    edges = edgesOf(of.bars, plot);
}

Plot BarLayout::frame(const Colors& colors, const QFont& font) const
{
    Plot frame{{}, axis, colors, chartFonts(font)};
    frame.place(plot, {0, 1});
    return frame;
}

std::optional<std::size_t> BarLayout::barAt(double x) const
{
    if (x < edges.front() || x >= edges.back())
        return std::nullopt;
    const auto next = std::ranges::upper_bound(edges, x);
    return static_cast<std::size_t>(next - edges.begin()) - 1;
}

void paintBars(QPainter& painter, const BarPlot& plot, const BarLayout& layout, const Colors& colors, const QFont& font)
{
    if (!plot.bars.empty())
        BarPainter(painter, plot, layout, colors, font).paint();
}

std::shared_ptr<const Picture> barPicture(BarPlot plot, PictureOptions options)
{
    const QFont font = QApplication::font();
    const BarLayout layout(plot, roomBelowTitles(options), font);
    QPicture frame;
    if (!plot.bars.empty())
        frame = framePicture(layout.frame(colorsOf(options), font), QSizeF(options.size) / options.scale);
    return titledPicture(std::move(options),
                         [plot = std::move(plot), layout, frame](QPainter& painter, const QRectF&, const Colors& colors,
                                                                 const QFont& of) {
                             painter.drawPicture(0, 0, frame);
                             paintBars(painter, plot, layout, colors, of);
                         });
}

BarsWidget::BarsWidget(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void BarsWidget::setPlot(BarPlot plot)
{
    m_plot = std::move(plot);
    setAccessibleName(m_plot.title);
    setSelected(m_plot.selected);
}

void BarsWidget::setSelected(std::optional<std::size_t> bar)
{
    m_plot.selected = bar;
    setAccessibleDescription(describe(bar));
    update();
}

QString BarsWidget::describe(std::optional<std::size_t> bar) const
{
    return bar && *bar < m_plot.bars.size() ? m_plot.describe(*bar) : QString();
}

void BarsWidget::mousePressEvent(QMouseEvent* event)
{
    const auto bar = barAt(event->position());
    if (event->button() == Qt::LeftButton && bar)
        emit selected(*bar);
}

void BarsWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto bar = barAt(event->position()))
        emit opened(*bar);
}

void BarsWidget::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (const auto bar = placeAfter(event->key(), m_plot.selected.value_or(0), m_plot.bars.size()))
        emit selected(*bar);
    else if (isEnter && m_plot.selected)
        emit opened(*m_plot.selected);
    else
        QWidget::keyPressEvent(event);
}

bool BarsWidget::event(QEvent* event)
{
    return showToolTip(*event, this, [this](const QPointF& at) { return describe(barAt(at)); })
        || QWidget::event(event);
}

void BarsWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    if (!m_plot.bars.empty()) {
        const BarLayout where = places();
        m_frame.setFrame(where.frame(colors, font()));
        m_frame.render(painter, size());
        paintBars(painter, m_plot, where, colors, font());
    }
    if (hasFocus())
        paintFocusFrame(painter, rect().adjusted(0, 0, -1, -1), colors);
}

} // namespace tidemark::ui
