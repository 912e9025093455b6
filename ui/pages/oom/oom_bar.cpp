#include "ui/pages/oom/oom_bar.h"

#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "core/oom/message_figures.h"
#include "core/oom/oom_document.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/painting.h"
#include "ui/charts/scales.h"
#include "ui/pages/export_view.h"
#include "ui/pages/oom/oom_words.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kOomBar = 30;
constexpr double kOomTick = 4;
constexpr double kOomLeastWidth = 1; // pixels of a drawn segment
constexpr double kBeforeWords = 8;
constexpr double kBehindWords = 6;

OomScale::Segment segmentOf(const Part& part, const Units& units)
{
    return {text(part.name), units.bytes(part.bytes), part.bytes, part.hue, std::nullopt, false};
}

std::vector<OomScale::Segment> segmentsOf(const std::vector<Part>& parts, const Units& units)
{
    std::vector<OomScale::Segment> segments;
    for (const Part& part : parts)
        segments.push_back(segmentOf(part, units));
    return segments;
}

/// The rows of a message, the largest first. For chunks, the memory in use and the free memory.
std::vector<OomScale::Segment> listedSegments(const oom::Message& message, const View& view, const Units& units)
{
    std::vector<OomScale::Segment> segments;
    if (message.kind == oom::Kind::Bfc) {
        segments = segmentsOf(view.figures(nullptr).parts, units);
        for (OomScale::Segment& segment : segments)
            segment.isHatched = segment.hue == Hue::Temporary;
        return segments;
    }
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        const RowId row = RowId::at(i);
        segments.push_back({text(view.rows.label(row)), units.bytes(view.rows.size[row]), view.rows.size[row],
                            view.rows.kindOf(row).hue, row, false});
    }
    std::ranges::stable_sort(segments, std::ranges::greater(), &OomScale::Segment::bytes);
    return segments;
}

/// The sum of the segments. Nothing if it is too large.
std::optional<std::int64_t> sumOf(const std::vector<OomScale::Segment>& segments)
{
    std::int64_t bytes = 0;
    for (const OomScale::Segment& segment : segments)
        if (__builtin_add_overflow(bytes, segment.bytes, &bytes))
            return std::nullopt;
    return bytes;
}

void describe(OomScale& scale)
{
    QStringList words{scale.wholeText, scale.limitText};
    for (const OomScale::Segment& segment : scale.segments)
        words << segment.name + u' ' + segment.size;
    words.removeAll(QString());
    constexpr qsizetype kMostWords = 12;
    scale.words = words.mid(0, kMostWords).join(QStringLiteral(", "));
}

/// The scale of one bank, for a buffer that is spread evenly over many banks. Nothing if the message does not say how
/// large a bank is.
std::optional<OomScale> bankScale(const oom::Message& message, const Units& units)
{
    const Amount* const need = message.figure("each bank needs");
    const Amount* const size = message.figure("bank size");
    if (!message.banks || !need || !size || need->bytes <= 0 || size->bytes <= 0)
        return std::nullopt;
    OomScale scale;
    scale.limit = size->bytes;
    scale.limitText = UiText::tr("bank of %1").arg(units.bytes(size->bytes));
    const Amount* const taken = message.figure("allocated in a bank");
    if (taken && taken->bytes > 0 && taken->bytes <= size->bytes) {
        scale.segments.push_back(
            {UiText::tr("In use"), units.bytes(taken->bytes), taken->bytes, Hue::Argument, std::nullopt, false});
        if (__builtin_add_overflow(need->bytes, taken->bytes, &scale.whole))
            return std::nullopt;
    }
    scale.needed = std::max(scale.whole, need->bytes);
    scale.whole = std::max(scale.needed, size->bytes);
    scale.segments.push_back(
        {UiText::tr("requested"), units.bytes(need->bytes), need->bytes, Hue::Temporary, std::nullopt, true});
    if (const Amount* const free = message.figure("free in a bank"))
        scale.limitText += UiText::tr(", %1 free").arg(units.bytes(free->bytes));
    if (const Amount* const largest = message.figure("largest free block of a bank"))
        scale.limitText += UiText::tr(", largest free piece %1").arg(units.bytes(largest->bytes));
    scale.wholeText = *message.banks == 1
        ? UiText::tr("requested %1").arg(units.bytes(need->bytes))
        : UiText::tr("requested %1 in each of %2 banks").arg(units.bytes(need->bytes)).arg(*message.banks);
    describe(scale);
    return scale;
}

QRectF barRect(const QRectF& area, const ChartFonts& fonts)
{
    // On whole pixels, so that the frame covers the edge of its content.
    return {area.left(), std::round(area.top() + QFontMetricsF(fonts.small).height()) + 2, area.width(), kOomBar};
}

double oomX(const QRectF& bar, const OomScale& scale, std::int64_t bytes)
{
    return bar.left() + bar.width() * static_cast<double>(bytes) / static_cast<double>(scale.whole);
}

/// "fusion.32  200 GiB", as much as fits.
struct SegmentWords {
    QString name;
    QString size;
    double width = 0; // pixels; 0: not even the size fits
};

SegmentWords wordsOf(const OomScale::Segment& segment, double room, const ChartFonts& fonts)
{
    const QFontMetricsF names(segment.row ? fonts.fixed : fonts.normal);
    const QFontMetricsF normal(fonts.normal);
    const QString size = QStringLiteral("  ") + segment.size;
    const double left = room - normal.horizontalAdvance(size);
    if (left < names.averageCharWidth() * 4) {
        const double alone = normal.horizontalAdvance(segment.size);
        return alone <= room ? SegmentWords{{}, segment.size, alone} : SegmentWords();
    }
    const QString name = names.elidedText(segment.name, Qt::ElideRight, left);
    return {name, size, names.horizontalAdvance(name) + normal.horizontalAdvance(size)};
}

/// The rectangle for the words of a segment. The limit mark must not cross the words. They stand right of the mark if
/// they fit there, else on the side with more room.
QRectF placeOfWords(QRectF rect, const OomScale::Segment& segment, double mark, const ChartFonts& fonts)
{
    constexpr double kMark = 4; // pixels from the middle of the mark
    constexpr double kHatch = 12; // width of hatch that stays visible
    constexpr double kAnyRoom = 1e6;
    if (segment.isHatched)
        rect.setWidth(std::max(0.0, rect.width() - kHatch));
    const double width = wordsOf(segment, kAnyRoom, fonts).width + kBeforeWords + kBehindWords;
    if (mark < rect.left() - kMark || mark > rect.left() + std::min(width, rect.width()) + kMark)
        return rect;
    const double before = mark - kMark - rect.left();
    const double after = rect.right() - mark - kMark;
    if (after >= width || after > before)
        rect.setLeft(mark + kMark);
    else
        rect.setWidth(before);
    return rect;
}

/// On a hatched segment, the words have a solid background.
void paintSegmentText(QPainter& painter, const QRectF& rect, const OomScale::Segment& segment, double mark,
                      const Colors& colors, const ChartFonts& fonts)
{
    const QRectF place = placeOfWords(rect, segment, mark, fonts);
    const QRectF inside = place.adjusted(kBeforeWords, 0, -kBehindWords, 0);
    const SegmentWords words = wordsOf(segment, inside.width(), fonts);
    if (words.width <= 0)
        return;
    if (segment.isHatched)
        painter.fillRect(QRectF(place.left(), place.top(), kBeforeWords + words.width + kBehindWords, place.height()),
                         colors.plot);
    const QColor ink = segment.isHatched ? colors.text : colors.textOn(colors.hue(segment.hue));
    const QFont& font = segment.row ? fonts.fixed : fonts.normal;
    paintText(painter, inside, Qt::AlignVCenter | Qt::AlignLeft, words.name, font, ink);
    const double name = QFontMetricsF(font).horizontalAdvance(words.name);
    paintText(painter, inside.adjusted(name, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, words.size, fonts.normal, ink);
}

} // namespace

OomLabels oomLabels(const QRectF& bar, const OomScale& scale, const ChartFonts& fonts)
{
    constexpr double kFromMark = 6;
    constexpr double kBetween = 16;
    const QFontMetricsF metrics(fonts.small);
    const double wholeWidth = metrics.horizontalAdvance(scale.wholeText);
    OomLabels labels;
    labels.wholeText = scale.wholeText;
    labels.whole = std::max(bar.left(), oomX(bar, scale, scale.needed) - wholeWidth);
    if (!scale.limit)
        return labels;
    const double mark = oomX(bar, scale, *scale.limit);
    const double fullWidth = metrics.horizontalAdvance(scale.limitText);
    labels.limitText = scale.limitText;
    const auto isFree = [&](double left, double width) {
        return scale.wholeText.isEmpty() || left + width < labels.whole || left > labels.whole + wholeWidth;
    };
    if (isFree(mark - kFromMark, 2 * kFromMark))
        for (const double left : {mark + kFromMark, mark - kFromMark - fullWidth})
            if (left >= bar.left() && left + fullWidth <= bar.right()
                && isFree(left - kBetween, fullWidth + 2 * kBetween)) {
                labels.limit = left;
                return labels;
            }
    labels.isInRow = true;
    labels.whole = bar.right() - wholeWidth;
    labels.limitText = metrics.elidedText(scale.limitText, Qt::ElideRight, labels.whole - kBetween - bar.left());
    labels.limit = labels.whole - kBetween - metrics.horizontalAdvance(labels.limitText);
    return labels;
}

namespace {

void paintOomTicks(QPainter& painter, const QRectF& bar, const OomScale& scale, const Colors& colors,
                   const ChartFonts& fonts, ByteUnit unit)
{
    const ByteAxis axis = byteAxis(static_cast<double>(scale.whole), unit);
    const QFontMetricsF metrics(fonts.small);
    painter.setFont(fonts.small);
    double free = bar.left() - 1;
    for (const ByteTick& tick : axis.ticks) {
        const double x = oomX(bar, scale, tick.bytes);
        if (x > bar.right() + 0.5)
            break;
        painter.setPen(colors.border);
        painter.drawLine(QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + kOomTick));
        const double width = metrics.horizontalAdvance(tick.text);
        const double at = std::clamp(x - width / 2, bar.left(), std::max(bar.left(), bar.right() - width));
        if (at < free)
            continue;
        paintText(painter, {at, bar.bottom() + kOomTick + metrics.ascent()}, tick.text, fonts.small,
                  colors.secondaryText);
        free = at + width + 12;
    }
}

void paintOomLimit(QPainter& painter, const QRectF& bar, const OomScale& scale, const Colors& colors,
                   const ChartFonts& fonts)
{
    const QFontMetricsF metrics(fonts.small);
    const OomLabels labels = oomLabels(bar, scale, fonts);
    const double base = bar.top() - 3 - metrics.descent();
    paintText(painter, {labels.whole, base}, labels.wholeText, fonts.small, colors.secondaryText);
    if (!scale.limit)
        return;
    paintText(painter, {labels.limit, base}, labels.limitText, fonts.small, colors.bad);
    const double rise = labels.isInRow ? 3 : metrics.height() * 0.6;
    painter.fillRect(QRectF(oomX(bar, scale, *scale.limit) - 1.5, bar.top() - rise, 3, bar.height() + rise + 3),
                     colors.bad);
}

/// Names the parts that are too narrow for their words, above the left end of the bar, the largest first.
void paintOomLegend(QPainter& painter, const QRectF& area, const OomScale& scale, const Colors& colors,
                    const ChartFonts& fonts)
{
    constexpr double kBetween = 14;
    const QFontMetricsF metrics(fonts.small);
    const QRectF bar = barRect(area, fonts);
    const OomLabels labels = oomLabels(bar, scale, fonts);
    const double right = labels.limitText.isEmpty() ? labels.whole : std::min(labels.limit, labels.whole);
    const double swatch = std::round(metrics.ascent() * 0.8);
    const double base = bar.top() - 3 - metrics.descent();
    std::vector<OomScale::Segment> narrow;
    for (std::size_t i = 0; i < scale.segments.size(); ++i) {
        const OomScale::Segment& segment = scale.segments[i];
        const double room = oomSegmentRect(area, scale, i, fonts).width() - kBeforeWords - kBehindWords;
        // The others are in the list of rows, above the end of the bar, or named in the bar.
        if (!segment.row && !segment.isHatched && wordsOf(segment, room, fonts).name.isEmpty())
            narrow.push_back(segment);
    }
    std::ranges::stable_sort(narrow, std::ranges::greater(), &OomScale::Segment::bytes);
    double left = bar.left();
    for (const OomScale::Segment& segment : narrow) {
        const QString words = segment.name + u' ' + segment.size;
        const double width = swatch + 5 + metrics.horizontalAdvance(words);
        if (left + width + kBetween > right)
            return;
        painter.fillRect(QRectF(left, base - swatch, swatch, swatch), colors.hue(segment.hue));
        paintText(painter, {left + swatch + 5, base}, words, fonts.small, colors.secondaryText);
        left += width + kBetween;
    }
}

constexpr int kOomMargin = 14;

constexpr double kOomPictureMargin = 16;
constexpr qsizetype kMostDrawn = 20000; // characters; no picture has room for more

/// The options give the titles.
void paintMessage(QPainter& painter, const QSizeF& size, const OomContent& content, const PictureOptions& options,
                  const Colors& colors, const QFont& usual)
{
    const ChartFonts fonts = chartFonts(usual);
    const double width = size.width() - 2 * kOomPictureMargin;
    double y = kOomPictureMargin;
    const auto line = [&](const QFont& font, const QColor& color, const QString& words) {
        if (words.isEmpty())
            return;
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QPointF(kOomPictureMargin, y + metrics.ascent()),
                         metrics.elidedText(written(words), Qt::ElideRight, width));
        y += metrics.height() * 1.35;
    };
    if (options.explanation.isEmpty()) {
        line(boldFont(largerFont(fonts.normal, 1.5)), colors.text, content.headline);
    } else {
        const QFont font = boldFont(largerFont(fonts.normal, 1.2));
        for (const QString& each : brokenLines(written(options.explanation), font, width))
            line(font, colors.text, each);
    }
    for (const QString& each : {content.circumstances, content.plan, options.title, options.subtitle})
        line(fonts.normal, colors.secondaryText, each);
    y += 6;
    if (content.scale) {
        paintOomScale(painter, QRectF(kOomPictureMargin, y, width, oomScaleHeight(fonts)), *content.scale, colors,
                      fonts, content.unit, std::nullopt);
        y += oomScaleHeight(fonts) + 14;
    }
    painter.setFont(fonts.fixed);
    painter.setPen(colors.text);
    const double spacing = QFontMetricsF(fonts.fixed).lineSpacing();
    const double room = std::floor((size.height() - y - kOomPictureMargin) / spacing) * spacing; // whole lines
    const QRectF area(kOomPictureMargin, y, width, room);
    if (area.height() <= 0)
        return;
    QStringList lines;
    for (const QString& each : content.message.split(u'\n'))
        lines << written(each);
    painter.setClipRect(area);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWrapAnywhere, lines.join(u'\n'));
}

ExportView::Result message(const ExportQuestion& question, const ExportSubject& subject)
{
    const View& view = *subject.view;
    const auto* const document = oom::asMessages(*subject.chosen.document);
    if (!document)
        return subject.without(view.programText + " is no message about memory that ran out.");
    const oom::Message& message = document->message(subject.chosen.selection.program);
    const auto plan = findMessagePlan(message, question.documents);
    if (!plan)
        return plan.error();
    const auto options = explained(subject.options, view, view.figures(question.device.get()));
    if (!options)
        return options.error();
    return oomPicture(oomContent(message, view, *plan, Units()), *options);
}

} // namespace

std::optional<OomScale> oomScale(const oom::Message& message, const View& view, const std::vector<Part>& plan,
                                 const Units& units)
{
    if (auto bank = bankScale(message, units))
        return bank;
    const auto asked = oom::askedBytes(message);
    const bool isPool = message.kind == oom::Kind::Bfc;
    OomScale scale;
    scale.segments = listedSegments(message, view, units);
    const std::vector<OomScale::Segment> taken = segmentsOf(oom::takenBefore(message), units);
    const auto before = sumOf(taken);
    auto known = sumOf(scale.segments);
    if (!before || !known)
        return std::nullopt;
    // A list that is not complete says less than the sums of the compiler.
    if (!isPool && *known < asked.value_or(0)) {
        std::vector<Part> parts = plan;
        if (parts.empty() || !scale.segments.empty())
            parts = oom::partsOfPlan(message);
        if (!parts.empty()) {
            scale.segments = segmentsOf(parts, units);
            known = sumOf(scale.segments);
        }
    }
    if (!known || (!asked && *known == 0))
        return std::nullopt;
    const std::int64_t listed = *known;
    const std::int64_t rest = isPool ? 0 : asked.value_or(0) - listed;
    if (rest > 0) {
        QString name = UiText::tr("requested");
        if (!scale.segments.empty())
            name = UiText::tr("not listed");
        else if (taken.empty())
            name = UiText::tr("no list of buffers in the message");
        scale.segments.push_back({name, units.bytes(rest), rest, Hue::Temporary, std::nullopt, true});
    }
    scale.segments.insert(scale.segments.begin(), taken.begin(), taken.end());
    const std::optional<Amount>& limit = message.limit ? message.limit : message.free;
    if (__builtin_add_overflow(std::max(asked.value_or(0), listed), *before, &scale.needed))
        return std::nullopt;
    scale.whole = std::max({scale.needed, limit ? limit->bytes : 0, std::int64_t{1}});
    if (limit && limit->bytes >= 0) {
        scale.limit = limit->bytes;
        scale.limitText
            = (message.limit ? UiText::tr("limit %1") : UiText::tr("free %1")).arg(units.bytes(limit->bytes));
        if (message.limit && message.free && !taken.empty())
            scale.limitText = UiText::tr("%1, %2 free").arg(scale.limitText, units.bytes(message.free->bytes));
    }
    if (scale.segments.size() < 2 && !scale.limit)
        return std::nullopt; // there is nothing to compare
    if (asked)
        scale.wholeText
            = (message.needed ? UiText::tr("needed %1") : UiText::tr("requested %1")).arg(units.bytes(*asked));
    describe(scale);
    return scale;
}

double oomScaleHeight(const ChartFonts& fonts)
{
    return std::ceil(2 * QFontMetricsF(fonts.small).height() + 2 + kOomBar + kOomTick + 2);
}

QRectF oomSegmentRect(const QRectF& area, const OomScale& scale, std::size_t segment, const ChartFonts& fonts)
{
    const QRectF bar = barRect(area, fonts);
    std::int64_t from = 0;
    for (std::size_t i = 0; i < segment; ++i)
        from += scale.segments[i].bytes;
    const double left = oomX(bar, scale, from);
    return {left, bar.top(), oomX(bar, scale, from + scale.segments[segment].bytes) - left, bar.height()};
}

void paintOomScale(QPainter& painter, const QRectF& area, const OomScale& scale, const Colors& colors,
                   const ChartFonts& fonts, ByteUnit unit, std::optional<RowId> framed)
{
    const QRectF bar = barRect(area, fonts);
    painter.fillRect(bar, colors.plot);
    constexpr double kNowhere = -1e6;
    const double mark = scale.limit ? oomX(bar, scale, *scale.limit) : kNowhere;
    QRectF frame;
    for (std::size_t i = 0; i < scale.segments.size(); ++i) {
        const OomScale::Segment& segment = scale.segments[i];
        const QRectF rect = oomSegmentRect(area, scale, i, fonts);
        if (rect.width() < kOomLeastWidth / 4)
            continue;
        if (segment.isHatched)
            painter.fillRect(rect, QBrush(colors.secondaryText, Qt::BDiagPattern));
        else
            painter.fillRect(rect, colors.hue(segment.hue));
        if (rect.width() > 3) {
            painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), colors.plot);
            paintSegmentText(painter, rect, segment, mark, colors, fonts);
        }
        if (framed && segment.row == framed)
            frame = rect;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(colors.border);
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    if (!frame.isNull()) {
        painter.setPen(QPen(colors.text, 2));
        painter.drawRect(frame.adjusted(1, 1, -1, -1));
    }
    paintOomTicks(painter, bar, scale, colors, fonts, unit);
    paintOomLimit(painter, bar, scale, colors, fonts);
    paintOomLegend(painter, area, scale, colors, fonts);
}

OomBar::OomBar(ViewState* state, QWidget* parent)
    : RowSurface(state, parent)
{
    setAccessibleName(tr("Needed memory, to the scale of the limit"));
    state->onChange(Aspect::Pointed, this, qOverload<>(&QWidget::update));
}

void OomBar::setScale(std::optional<OomScale> scale)
{
    m_scale = std::move(scale);
    setVisible(m_scale.has_value());
    setAccessibleDescription(m_scale ? m_scale->words : QString());
    update();
}

QRectF OomBar::area() const
{
    return QRectF(rect()).adjusted(kOomMargin, 0, -kOomMargin, 0);
}

QRectF OomBar::segmentRect(std::size_t segment) const
{
    return m_scale && segment < m_scale->segments.size() ? oomSegmentRect(area(), *m_scale, segment, chartFonts(font()))
                                                         : QRectF();
}

const OomScale::Segment* OomBar::segmentAt(const QPointF& at) const
{
    if (m_scale)
        for (std::size_t i = 0; i < m_scale->segments.size(); ++i)
            if (segmentRect(i).contains(at))
                return &m_scale->segments[i];
    return nullptr;
}

void OomBar::paintEvent(QPaintEvent*)
{
    if (!m_scale || state()->isEmpty())
        return;
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    paintOomScale(painter, area(), *m_scale, colors, chartFonts(font()), state()->units().unit(),
                  state()->focus().pointed());
    paintFocus(painter, rect().adjusted(2, 0, -3, -1));
}

std::optional<RowId> OomBar::rowAt(const QPointF& at) const
{
    const OomScale::Segment* const segment = segmentAt(at);
    return segment ? segment->row : std::nullopt;
}

std::vector<RowId> OomBar::rowsInOrder() const
{
    std::vector<RowId> rows;
    for (std::size_t i = 0; m_scale && i < m_scale->segments.size(); ++i)
        if (const auto row = m_scale->segments[i].row)
            rows.push_back(*row);
    return rows;
}

QStringList OomBar::tipAt(const QPointF& at) const
{
    const OomScale::Segment* const segment = segmentAt(at);
    return segment ? QStringList{segment->name, segment->size} : QStringList();
}

void OomBar::changeEvent(QEvent* event)
{
    RowSurface::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

OomContent oomContent(const oom::Message& message, const View& view, const std::optional<MessagePlan>& plan,
                      const Units& units)
{
    return {text(oom::headlineOf(message)),
            oomCircumstances(message),
            plan ? oomPlanSentence(*plan) : QString(),
            text(std::string_view(message.text).substr(0, kMostDrawn)),
            oomScale(message, view, partsOf(plan), units),
            units.unit()};
}

std::shared_ptr<const Picture> oomPicture(OomContent content, PictureOptions options)
{
    return paintedPicture(options,
                          [content = std::move(content), options](QPainter& painter, const QRectF& area,
                                                                  const Colors& colors, const QFont& font) {
                              paintMessage(painter, area.size(), content, options, colors, font);
                          });
}

ExportView oomExport()
{
    return {.name = "message",
            .help = "an out-of-memory message with its figures",
            .isUsual
            = [](const ExportSubject& subject) { return oom::asMessages(*subject.chosen.document) != nullptr; },
            .ofView = message,
            .documentKind = oom::OomDocument::kKind};
}

} // namespace tidemark::ui
