#include "ui/pages/oom/chunk_map.h"

#include "ui/state/grouped.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr int kChunkLines = 5;
constexpr int kChunkLineHeight = 18;
constexpr int kChunkLineGap = 4;
constexpr int kChunkMargin = 9;
constexpr std::int64_t kBreakShare = 300; // of all chunks, a break is one part in so many; all together at most a fifth
constexpr std::int64_t kFarthest = INT64_MAX / 2; // that an address may be, so that places can be added
constexpr double kBreakMarkFrom = 9; // pixels of a break

} // namespace

ChunkMap::ChunkMap(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Chunks by address"));
    connect(&m_state->focus(), &Focus::pointedChanged, this, qOverload<>(&QWidget::update));
    connect(&m_state->units(), &Units::changed, this, &ChunkMap::refresh);
}

void ChunkMap::refresh()
{
    m_chunks.clear();
    m_breaks.clear();
    m_span = 1;
    m_title.clear();
    if (m_state->isEmpty() || m_state->view()->rows.count == 0)
        return;
    const Rows& rows = m_state->view()->rows;
    std::int64_t free = 0;
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const RowId row = RowId::at(i);
        const bool isFree = rows.kindOf(row).id == "free";
        const std::int64_t begin = std::min(rows.offset[row], kFarthest);
        m_chunks.push_back({begin, begin + std::min(rows.size[row], kFarthest - begin), row, isFree});
        free += isFree ? rows.size[row] : 0;
        largest = std::max(largest, isFree ? rows.size[row] : 0);
    }
    std::ranges::stable_sort(m_chunks, {}, &Chunk::begin);
    layRegions();
    const QString count = grouped(static_cast<std::int64_t>(m_chunks.size()));
    m_title = (m_breaks.empty() ? tr("%1 chunks by address").arg(count)
                                : tr("%1 chunks in %2 regions by address")
                                      .arg(count, grouped(static_cast<std::int64_t>(m_breaks.size()) + 1)))
        + tr(" · %1 free, the largest piece %2").arg(m_state->bytes(free), m_state->bytes(largest));
    setAccessibleDescription(m_title);
    update();
}

void ChunkMap::layRegions()
{
    std::vector<std::size_t> firsts; // of the regions; chunks of one touch each other
    std::int64_t all = 0;
    std::int64_t end = 0;
    for (std::size_t i = 0; i < m_chunks.size(); ++i) {
        const Chunk& chunk = m_chunks[i];
        if (i == 0 || chunk.begin > end)
            firsts.push_back(i);
        const std::int64_t from = std::max(end, chunk.begin);
        end = std::max(end, chunk.end);
        all += end - from;
    }
    const auto breaks = static_cast<std::int64_t>(firsts.size()) - 1;
    m_break = breaks == 0 ? 0 : std::max<std::int64_t>(1, all / std::max<std::int64_t>(kBreakShare, 5 * breaks));
    std::int64_t left = 0; // of the map
    for (std::size_t region = 0; region < firsts.size(); ++region) {
        const std::size_t last = region + 1 < firsts.size() ? firsts[region + 1] : m_chunks.size();
        const std::int64_t first = m_chunks[firsts[region]].begin;
        std::int64_t right = left;
        for (std::size_t i = firsts[region]; i < last; ++i) {
            Chunk& chunk = m_chunks[i];
            chunk.begin = left + (chunk.begin - first);
            chunk.end = left + (chunk.end - first);
            right = std::max(right, chunk.end);
        }
        if (region + 1 < firsts.size())
            m_breaks.push_back(right);
        left = right + m_break;
        m_span = std::max(m_span, right);
    }
}

void ChunkMap::paintBreak(QPainter& painter, std::int64_t begin) const
{
    const Colors colors = colorsFor(palette());
    forEachPiece(begin, begin + m_break, [&](const QRectF& rect) {
        painter.fillRect(rect, colors.base);
        if (rect.width() < kBreakMarkFrom)
            return;
        painter.setPen(QPen(colors.text, 1.5));
        for (const double beside : {-2.0, 2.0}) { // against the slant of the hatch
            const double x = rect.center().x() + beside;
            painter.drawLine(QPointF(x - 2, rect.top() + 1), QPointF(x + 2, rect.bottom() - 1));
        }
    });
}

QSize ChunkMap::sizeHint() const
{
    return {600, QFontMetrics(font()).height() + 10 + kChunkLines * (kChunkLineHeight + kChunkLineGap) + kChunkMargin};
}

QRectF ChunkMap::lines() const
{
    return QRectF(rect()).adjusted(kChunkMargin, QFontMetrics(font()).height() + 10, -kChunkMargin, -kChunkMargin);
}

double ChunkMap::lineHeight() const
{
    return lines().height() / kChunkLines;
}

template <class Draw>
void ChunkMap::forEachPiece(std::int64_t begin, std::int64_t end, Draw draw) const
{
    const QRectF area = lines();
    const double perLine = static_cast<double>(m_span) / kChunkLines;
    const auto at = [&](std::int64_t byte) { return static_cast<double>(byte) / perLine; };
    const int last = std::min(kChunkLines - 1, static_cast<int>(std::ceil(at(end))) - 1);
    for (int line = std::max(0, static_cast<int>(at(begin))); line <= last; ++line) {
        const double from = std::max(0.0, at(begin) - line) * area.width();
        const double to = std::min(1.0, at(end) - line) * area.width();
        draw(QRectF(area.left() + from, area.top() + line * lineHeight(), std::max(to - from, 0.5),
                    lineHeight() - kChunkLineGap));
    }
}

QRectF ChunkMap::rectOf(RowId row) const
{
    QRectF first;
    const auto found = std::ranges::find(m_chunks, row, &Chunk::row);
    if (found != m_chunks.end())
        forEachPiece(found->begin, found->end, [&](const QRectF& rect) { first = first.isNull() ? rect : first; });
    return first;
}

void ChunkMap::paintEvent(QPaintEvent*)
{
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.base);
    if (m_chunks.empty())
        return;
    painter.setPen(colors.text);
    painter.drawText(QRectF(kChunkMargin, 4, width() - 2 * kChunkMargin, QFontMetrics(font()).height()),
                     Qt::AlignVCenter, m_title);
    forEachPiece(0, m_span, [&](const QRectF& line) { painter.fillRect(line, colors.alternate); });
    painter.setRenderHint(QPainter::Antialiasing);
    for (const std::int64_t each : m_breaks)
        paintBreak(painter, each);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto pointed = m_state->focus().pointed();
    for (const Chunk& chunk : m_chunks) {
        const QColor fill = colors.hue(m_state->view()->rows.kindOf(chunk.row).hue);
        forEachPiece(chunk.begin, chunk.end, [&](const QRectF& rect) {
            if (chunk.isFree)
                painter.fillRect(rect, QBrush(colors.secondaryText, Qt::BDiagPattern));
            else
                painter.fillRect(rect, fill);
            if (rect.width() > 3)
                painter.fillRect(QRectF(rect.right() - 0.7, rect.top(), 0.7, rect.height()), colors.plot);
        });
    }
    if (pointed) {
        const auto found = std::ranges::find(m_chunks, *pointed, &Chunk::row);
        painter.setBrush(Qt::NoBrush);
        if (found != m_chunks.end())
            forEachPiece(found->begin, found->end, [&](const QRectF& rect) {
                painter.setPen(QPen(colors.base, 4));
                painter.drawRect(rect);
                painter.setPen(QPen(colors.text, 2));
                painter.drawRect(rect);
            });
    }
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
}

std::optional<RowId> ChunkMap::chunkAt(const QPointF& at) const
{
    const QRectF area = lines();
    if (m_chunks.empty() || !area.contains(at))
        return std::nullopt;
    const int line = std::min(kChunkLines - 1, static_cast<int>((at.y() - area.top()) / lineHeight()));
    const auto byte = static_cast<std::int64_t>((line + (at.x() - area.left()) / area.width())
                                                * static_cast<double>(m_span) / kChunkLines);
    const auto after = std::ranges::upper_bound(m_chunks, byte, {}, &Chunk::begin);
    if (after == m_chunks.begin() || byte >= std::prev(after)->end)
        return std::nullopt;
    return std::prev(after)->row;
}

void ChunkMap::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state->isEmpty())
        return;
    const auto row = chunkAt(event->position());
    m_state->focus().setHovered(row);
    const Rows& rows = m_state->view()->rows;
    setToolTip(row ? plainToolTip(text(rows.name(*row)) + u'\n' + text(rows.kindOf(*row).label) + QStringLiteral(", ")
                                  + m_state->bytes(rows.size[*row]))
                   : QString());
}

void ChunkMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_state->focus().setPinned(chunkAt(event->position()));
}

void ChunkMap::leaveEvent(QEvent*)
{
    m_state->focus().setHovered(std::nullopt);
}

void ChunkMap::keyPressEvent(QKeyEvent* event)
{
    const bool isNext = event->key() == Qt::Key_Right;
    if (m_chunks.empty() || (!isNext && event->key() != Qt::Key_Left)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const auto pinned = m_state->focus().pinned();
    auto found = pinned ? std::ranges::find(m_chunks, *pinned, &Chunk::row) : m_chunks.end();
    if (found == m_chunks.end())
        found = isNext ? m_chunks.begin() : std::prev(m_chunks.end());
    else if (isNext ? std::next(found) != m_chunks.end() : found != m_chunks.begin())
        found += isNext ? 1 : -1;
    m_state->focus().setPinned(found->row);
}

} // namespace tidemark::ui
