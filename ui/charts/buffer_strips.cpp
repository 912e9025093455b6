#include "ui/charts/buffer_strips.h"

#include "ui/charts/chart_scene.h"
#include "ui/charts/hover_tip.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

namespace tidemark::ui {
namespace {

constexpr int kLabels = 116; // width of the column with the names of the strips
constexpr int kRightMargin = 14;
constexpr int kMargin = 10;
constexpr int kTall = 142;
constexpr int kFlat = 104;
constexpr int kTallFrom = 900; // width
constexpr int kSeparatorFrom = 3; // pixels
constexpr int kNameFrom = 92;
constexpr double kThinDifference = 0.2; // of the plot in every second fill
constexpr double kSmallestFrame = 2;
constexpr double kDimmed = 0.22; // of its colour is left to what the filter hides

struct Metrics {
    int header, pitch, height;
};

constexpr Metrics kTallMetrics = {26, 38, 30};
constexpr Metrics kFlatMetrics = {24, 26, 21};

} // namespace

BufferStrips::BufferStrips(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Buffers live at the cursor"));
    connect(m_state, &ViewState::timelineChanged, this, &BufferStrips::invalidate);
    connect(m_state, &ViewState::cursorChanged, this, &BufferStrips::invalidate);
    connect(m_state, &ViewState::filterChanged, this, &BufferStrips::redraw);
    connect(m_state, &ViewState::unitChanged, this, &BufferStrips::redraw);
    connect(m_state, &ViewState::shownChanged, this, [this] {
        updateDescription();
        update();
    });
}

const StripsModel& BufferStrips::model() const
{
    if (!m_isModelValid) {
        m_model.update(*m_state, stripRect(0).width());
        m_isModelValid = true;
    }
    return m_model;
}

void BufferStrips::invalidate()
{
    m_isModelValid = false;
    m_tipRow.reset();
    updateDescription();
    redraw();
}

void BufferStrips::redraw()
{
    m_picture = {};
    update();
}

bool BufferStrips::isFlat() const
{
    return width() < kTallFrom;
}

QSize BufferStrips::sizeHint() const
{
    return {900, heightWith(m_showsPadding)};
}

int BufferStrips::heightWith(bool padding) const
{
    const int all = isFlat() ? kFlat : kTall;
    return padding ? all : all - (isFlat() ? kFlatMetrics : kTallMetrics).pitch;
}

void BufferStrips::setShowsPadding(bool shows)
{
    if (shows == m_showsPadding)
        return;
    m_showsPadding = shows;
    m_keyStrip = std::min(m_keyStrip, stripCount() - 1);
    updateGeometry();
    redraw();
}

QRect BufferStrips::stripRect(int strip) const
{
    const Metrics& m = isFlat() ? kFlatMetrics : kTallMetrics;
    return {kLabels, m.header + strip * m.pitch, std::max(1, width() - kLabels - kRightMargin), m.height};
}

QRectF BufferStrips::rectOf(int strip, std::uint32_t row) const
{
    const StripLayout& layout = model().strip(strip);
    const std::optional<std::uint32_t> item = layout.itemOfRow(row);
    if (!item)
        return {};
    const StripLayout::Span span = layout.spanOf(*item);
    const QRectF rect = stripRect(strip);
    const double width = std::max(kSmallestFrame, span.end - span.begin);
    return {rect.left() + std::min(span.begin, rect.width() - width), rect.top(), width, rect.height()};
}

std::optional<std::uint32_t> BufferStrips::rowAt(QPoint at) const
{
    for (int strip = 0; strip < stripCount(); ++strip) {
        const QRect rect = stripRect(strip);
        if (!rect.contains(at))
            continue;
        const StripLayout& layout = model().strip(strip);
        if (const std::optional<std::uint32_t> item = layout.itemAt(at.x() - rect.left()))
            return layout.items()[*item].row;
    }
    return std::nullopt;
}

QString BufferStrips::headerText() const
{
    const QString count = QString::fromStdString(groupedNumber(static_cast<std::int64_t>(model().liveCount())));
    const QString occupied = m_state->bytes(model().occupied());
    if (model().sizes() == model().occupied())
        return tr("%1 · %2 · width = bytes").arg(count, occupied);
    return tr("%1 · occupied %2, sizes %3 · width = bytes").arg(count, occupied, m_state->bytes(model().sizes()));
}

void BufferStrips::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    if (m_state->isEmpty()) {
        painter.fillRect(rect(), colors.base);
        return;
    }
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF())
        drawStrips();
    painter.drawPixmap(0, 0, m_picture);
    paintFrames(painter, colors);
}

void BufferStrips::drawStrips()
{
    const double ratio = devicePixelRatioF();
    m_picture = QPixmap((QSizeF(size()) * ratio).toSize());
    m_picture.setDevicePixelRatio(ratio);
    const Colors colors = colorsFor(palette());
    m_picture.fill(colors.base);
    QPainter painter(&m_picture);
    paintHeader(painter, colors);
    for (int strip = 0; strip < stripCount(); ++strip)
        paintStrip(painter, colors, strip);
}

void BufferStrips::paintHeader(QPainter& painter, const Colors& colors)
{
    QFont bold = font();
    bold.setBold(true);
    const QFontMetricsF metrics(bold);
    const QString title = m_state->isCursorAtPeak() ? tr("Buffers live at the peak")
                                                    : tr("Buffers live at step %1").arg(stepText(m_state->cursor()));
    const double baseline = stripRect(0).top() / 2.0 + (metrics.ascent() - metrics.descent()) / 2;
    painter.setFont(bold);
    painter.setPen(colors.text);
    painter.drawText(QPointF(kMargin, baseline), title);
    painter.setFont(smallerFont(font()));
    painter.setPen(colors.secondaryText);
    painter.drawText(QPointF(kMargin + metrics.horizontalAdvance(title) + 8, baseline), headerText());
}

void BufferStrips::paintStrip(QPainter& painter, const Colors& colors, int strip)
{
    const std::array<QString, StripsModel::StripCount> names = {tr("Program order"), tr("Size"), tr("Padding")};
    const QRect rect = stripRect(strip);
    const StripLayout& layout = model().strip(strip);
    painter.setFont(font());
    painter.setPen(colors.secondaryText);
    QString name = names[static_cast<std::size_t>(strip)];
    if (strip == StripsModel::Padding && layout.totalBytes() > 0)
        name += u' ' + m_state->bytes(layout.totalBytes());
    if (QFontMetrics(font()).horizontalAdvance(name) > kLabels - 13)
        painter.setFont(smallerFont(font()));
    painter.drawText(QRect(0, rect.top(), kLabels - 9, rect.height()), Qt::AlignRight | Qt::AlignVCenter, name);
    if (layout.items().empty()) {
        painter.setPen(colors.border);
        painter.setBrush(colors.plot);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
        painter.setPen(colors.secondaryText);
        painter.setFont(smallerFont(font()));
        const QString text = strip == StripsModel::Padding
            ? tr("No buffer live here has padding: 0 B of %1.").arg(m_state->bytes(model().occupied()))
            : tr("No buffer is live here.");
        painter.drawText(rect.adjusted(10, 0, -10, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
        return;
    }
    const SpaceTimeline& timeline = *m_state->timeline();
    const QFont fixed = fixedFontLike(smallerFont(font()));
    const QFontMetricsF metrics(fixed);
    painter.setFont(fixed);
    for (const StripLayout::Run& run : layout.runs()) {
        const std::uint32_t row = layout.items()[run.item].row;
        const BufferRow& buffer = timeline.rows[row];
        QColor fill = colors.kind(kindOf(timeline.plan->assignment().allocations[buffer.allocation]));
        const bool isDimmed = !m_state->matchesFilter(row);
        if (isDimmed)
            fill = mixed(fill, colors.plot, kDimmed);
        // Thin neighbours have no room for a separator.
        if (run.end - run.begin <= kSeparatorFrom && run.item % 2 == 1)
            fill = mixed(colors.plot, fill, kThinDifference);
        const QRect box(rect.left() + run.begin, rect.top(), run.end - run.begin, rect.height());
        painter.fillRect(box, fill);
        if (box.width() > kSeparatorFrom)
            painter.fillRect(QRect(box.right(), box.top(), 1, box.height()), mixed(colors.plot, fill, 0.75));
        if (box.width() > kNameFrom) {
            painter.setPen(isDimmed ? colors.secondaryText : colors.textOn(fill));
            const QString text = fromFile(nameOf(timeline, buffer));
            painter.drawText(box.adjusted(6, 0, -6, 0), Qt::AlignVCenter | Qt::AlignLeft,
                             metrics.elidedText(text, Qt::ElideRight, box.width() - 12));
        }
    }
}

void BufferStrips::paintFrames(QPainter& painter, const Colors& colors)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const std::optional<std::uint32_t> shown = m_state->shown();
    painter.setBrush(Qt::NoBrush);
    const auto frame = [&](std::uint32_t row, Qt::PenStyle style) {
        for (int strip = 0; strip < stripCount(); ++strip) {
            const QRectF rect = rectOf(strip, row);
            if (rect.isEmpty())
                continue;
            painter.setPen(QPen(colors.base, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(rect.adjusted(-2, -2, 2, 2));
            painter.drawRect(rect.adjusted(1, 1, -1, -1));
            painter.setPen(QPen(colors.text, 2, style, Qt::FlatCap, Qt::MiterJoin));
            painter.drawRect(rect.adjusted(0, 0, 0, 0));
        }
    };
    if (const auto pinned = m_state->pinned(); pinned && pinned != shown)
        frame(*pinned, Qt::DotLine);
    if (shown)
        frame(*shown, Qt::SolidLine);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(colors.highlight);
        painter.drawRect(rect().adjusted(2, 0, -3, -1));
    }
}

} // namespace tidemark::ui
