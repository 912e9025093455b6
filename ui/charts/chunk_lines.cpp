#include "ui/charts/chunk_lines.h"

#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/swatch.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr int kChunkLines = 5;
constexpr int kChunkLineHeight = 18;
constexpr int kChunkLineGap = 4;
constexpr int kChunkMargin = 9;
constexpr std::int64_t kBreakShare = 300; // a break takes 1/300 of all chunks; all breaks take at most a fifth
constexpr std::int64_t kFreeShare = 2; // a free piece is drawn at most half as long as the used memory
constexpr std::int64_t kFarthest = INT64_MAX / 2; // maximum address, so that sums do not overflow
constexpr double kBreakMarkFrom = 9; // pixels, minimum width of a break with a mark
constexpr double kOpenEnd = 5; // pixels, drawn in the margin
constexpr int kPlaceGap = 7;
constexpr int kGutterShare = 5; // addresses take at most 1/5 of the width

QFont placeFont()
{
    return smallerFont(monospaceFont());
}

/// The open end of a chunk that continues in the next line: a triangle added at the end of the line and missing at the
/// beginning of the next.
QPolygonF openEnd(const QPointF& top, double height)
{
    return QPolygonF({top, top + QPointF(kOpenEnd, height / 2), top + QPointF(0, height)});
}

} // namespace

ChunkLines::ChunkLines(ViewState* state, QWidget* parent)
    : RowSurface(state, parent)
{
    setAccessibleName(tr("Memory by address"));
    state->onChange(Aspect::Cursor | Aspect::Units, this, &ChunkLines::refresh);
    state->onChange(Aspect::Pointed | Aspect::SelectedRows | Aspect::Filter | Aspect::Groups, this,
                    qOverload<>(&QWidget::update));
}

bool ChunkLines::isFor(const View& view)
{
    return view.axis.kind == AxisKind::None ? view.rows.count > 0 : !view.rows.regions.empty();
}

void ChunkLines::refresh()
{
    m_chunks.clear();
    m_breaks.clear();
    m_span = 1;
    m_title.clear();
    m_free = m_largest = 0;
    m_places.clear();
    m_gutter = 0;
    update();
    if (state()->isEmpty() || !isFor(*state()->view()))
        return;
    const View& view = *state()->view();
    const bool isAll = view.axis.kind == AxisKind::None;
    if (isAll) {
        takeAll();
        layRegions();
    } else {
        takeLive();
    }
    takePlaces();
    const auto chunks = static_cast<std::int64_t>(
        std::ranges::count_if(m_chunks, [&](const Chunk& chunk) { return isAll || !chunk.row.isNone(); }));
    const QString count = grouped(chunks);
    if (!isAll)
        m_title = tr("%1 %2 by address in each of %3 banks, %4")
                      .arg(count, text(view.rows.many), grouped(view.rows.regions.front().banks),
                           cellText(view.axis, state()->cursor()));
    else if (m_breaks.empty())
        m_title = tr("%1 chunks by address").arg(count);
    else
        m_title = tr("%1 chunks in %2 regions by address")
                      .arg(count, grouped(static_cast<std::int64_t>(m_breaks.size()) + 1));
    if (m_free > 0) // otherwise the message may list no free chunk
        m_title += tr(" · %1 free, the largest piece %2").arg(state()->bytes(m_free), state()->bytes(m_largest));
    setAccessibleDescription(m_title);
}

void ChunkLines::takeAll()
{
    const Rows& rows = state()->view()->rows;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const RowId row = RowId::at(i);
        const bool isFree = rows.kindOf(row).id == "free";
        const std::int64_t begin = std::min(rows.offset[row], kFarthest);
        m_chunks.push_back({begin, begin + std::min(rows.size[row], kFarthest - begin), row, isFree, begin});
        if (isFree)
            countFree(rows.size[row]);
    }
    std::ranges::stable_sort(m_chunks, {}, &Chunk::begin);
}

/// Shortens large free pieces and marks the break, because otherwise the chunks between them would be too small to be
/// visible.
void ChunkLines::addPiece(std::int64_t address, std::int64_t size, std::int64_t most, RowId row)
{
    if (size <= 0)
        return;
    Chunk chunk{0, size, row, row.isNone(), address};
    if (!m_chunks.empty())
        chunk.begin = m_chunks.back().end;
    if (chunk.isFree)
        countFree(size);
    if (chunk.isFree && size > most) {
        chunk.address = -1;
        m_breaks.push_back(chunk.begin + most / 2);
        size = most;
    }
    m_span = chunk.end = chunk.begin + size;
    m_chunks.push_back(chunk);
}

void ChunkLines::countFree(std::int64_t bytes)
{
    m_free += bytes;
    m_largest = std::max(m_largest, bytes);
}

void ChunkLines::takeLive()
{
    const Rows& rows = state()->view()->rows;
    const Rows::Region& space = rows.regions.front();
    std::vector<Chunk> live; // at their addresses
    std::int64_t used = 0;
    for (const LiveRow& each : state()->live()) {
        const std::int64_t begin = std::min(rows.offset[each.row], kFarthest);
        const std::int64_t end = begin + std::min(rows.size[each.row] / space.banks, kFarthest - begin);
        if (begin >= 0)
            live.push_back({begin, end, each.row, false, begin});
        used += std::min(end - begin, kFarthest - used);
    }
    std::ranges::stable_sort(live, {}, &Chunk::begin);
    const std::int64_t most = used == 0 ? kFarthest : std::max<std::int64_t>(1, used / kFreeShare);
    std::int64_t end = space.begin;
    for (const Chunk& chunk : live) {
        addPiece(end, chunk.begin - end, most, RowId{});
        const std::int64_t begin = std::max(end, chunk.begin);
        addPiece(begin, chunk.end - begin, most, chunk.row);
        end = std::max(end, chunk.end);
    }
    addPiece(end, std::min(space.end, kFarthest) - end, most, RowId{});
    m_break = std::max<std::int64_t>(1, m_span / kBreakShare);
}

void ChunkLines::layRegions()
{
    std::vector<std::size_t> firsts; // first chunks of the regions; chunks of one region touch each other
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
    std::int64_t left = 0; // bytes of the map
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

void ChunkLines::takePlaces()
{
    const QFontMetrics metrics(placeFont());
    for (int line = 0; line < kChunkLines; ++line) {
        m_places << QString();
        const auto byte = static_cast<std::int64_t>(line * static_cast<double>(m_span) / kChunkLines);
        const auto after = std::ranges::upper_bound(m_chunks, byte, {}, &Chunk::begin);
        if (after == m_chunks.begin())
            continue;
        const Chunk& chunk = *std::prev(after);
        if (byte >= chunk.end || chunk.address < 0)
            continue;
        m_places.back() = state()->bytes(chunk.address + byte - chunk.begin);
        m_gutter = std::max(m_gutter, metrics.horizontalAdvance(m_places.back()) + kPlaceGap);
    }
}

void ChunkLines::paintPlaces(QPainter& painter) const
{
    const QRectF area = lines();
    if (area.left() <= kChunkMargin)
        return;
    QRectF box(kChunkMargin, area.top(), m_gutter - kPlaceGap, lineHeight() - kChunkLineGap);
    for (const QString& place : m_places) {
        paintText(painter, box, Qt::AlignVCenter | Qt::AlignRight, place, placeFont(),
                  colorsFor(palette()).secondaryText);
        box.translate(0, lineHeight());
    }
}

/// Chunks that do not pass the filter are pale.
Fill ChunkLines::fillOf(const Chunk& chunk, const Colors& colors) const
{
    Fill fill = colors.secondaryText;
    if (!chunk.isFree)
        fill = state()->fillOf(chunk.row, colors);
    if (!chunk.row.isNone() && !state()->filter().matches(chunk.row))
        fill = colors.dimmed(fill);
    return fill;
}

/// Paints frames around the selected chunks and the pointed chunk.
void ChunkLines::paintFrames(QPainter& painter, const Colors& colors) const
{
    const std::vector<RowId>& selected = state()->focus().selected();
    const auto pointed = state()->focus().pointed();
    for (const Chunk& chunk : m_chunks)
        if (!chunk.row.isNone()
            && (chunk.row == pointed || std::ranges::binary_search(selected, chunk.row.value, {}, &RowId::value)))
            forEachPiece(chunk.begin, chunk.end,
                         [&](const QRectF& rect) { paintItemFrame(painter, rect, colors, colors.text); });
}

void ChunkLines::paintChunks(QPainter& painter) const
{
    const Colors colors = colorsFor(palette());
    std::vector<QRectF> pieces;
    for (const Chunk& chunk : m_chunks) {
        const Fill fill = fillOf(chunk, colors);
        const QBrush brush(fill.color, chunk.isFree ? Qt::BDiagPattern : Qt::SolidPattern);
        pieces.clear();
        forEachPiece(chunk.begin, chunk.end, [&](const QRectF& rect) { pieces.push_back(rect); });
        for (const QRectF& piece : pieces) {
            if (chunk.isFree)
                painter.fillRect(piece, brush);
            else
                paintFill(painter, piece, fill);
        }
        if (pieces.empty())
            continue;
        if (const QRectF& last = pieces.back(); last.width() > 3)
            painter.fillRect(QRectF(last.right() - 0.7, last.top(), 0.7, last.height()), colors.plot);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        for (std::size_t i = 1; i < pieces.size(); ++i) {
            painter.setBrush(brush);
            painter.drawPolygon(openEnd(pieces[i - 1].topRight(), pieces[i - 1].height()));
            painter.setBrush(colors.base);
            painter.drawPolygon(openEnd(pieces[i].topLeft(), pieces[i].height()));
        }
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
}

void ChunkLines::paintBreak(QPainter& painter, std::int64_t begin) const
{
    const Colors colors = colorsFor(palette());
    forEachPiece(begin, begin + m_break, [&](const QRectF& rect) {
        painter.fillRect(rect, colors.base);
        if (rect.width() < kBreakMarkFrom)
            return;
        painter.setPen(QPen(colors.text, 1.5));
        for (const double offset : {-2.0, 2.0}) { // slants against the hatch
            const double x = rect.center().x() + offset;
            painter.drawLine(QPointF(x - 2, rect.top() + 1), QPointF(x + 2, rect.bottom() - 1));
        }
    });
}

QSize ChunkLines::sizeHint() const
{
    return {600, QFontMetrics(font()).height() + 10 + kChunkLines * (kChunkLineHeight + kChunkLineGap) + kChunkMargin};
}

QRectF ChunkLines::lines() const
{
    const int gutter = m_gutter <= width() / kGutterShare ? m_gutter : 0;
    return QRectF(rect()).adjusted(kChunkMargin + gutter, QFontMetrics(font()).height() + 10, -kChunkMargin,
                                   -kChunkMargin);
}

double ChunkLines::lineHeight() const
{
    return lines().height() / kChunkLines;
}

template <class Draw>
void ChunkLines::forEachPiece(std::int64_t begin, std::int64_t end, Draw draw) const
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

QRectF ChunkLines::rectOf(RowId row) const
{
    QRectF first;
    const auto found = std::ranges::find(m_chunks, row, &Chunk::row);
    if (found != m_chunks.end())
        forEachPiece(found->begin, found->end, [&](const QRectF& rect) {
            if (first.isNull())
                first = rect;
        });
    return first;
}

void ChunkLines::paintEvent(QPaintEvent*)
{
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.base);
    if (m_chunks.empty())
        return;
    paintText(painter, QRectF(kChunkMargin, 4, width() - 2 * kChunkMargin, QFontMetrics(font()).height()),
              Qt::AlignVCenter, m_title, font(), colors.text);
    paintPlaces(painter);
    forEachPiece(0, m_span, [&](const QRectF& line) { painter.fillRect(line, colors.alternate); });
    paintChunks(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const std::int64_t each : m_breaks)
        paintBreak(painter, each);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintFrames(painter, colors);
    paintFocus(painter, rect().adjusted(1, 1, -2, -2));
}

std::optional<RowId> ChunkLines::rowAt(const QPointF& at) const
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
    if (const RowId row = std::prev(after)->row)
        return row;
    return std::nullopt;
}

std::vector<RowId> ChunkLines::rowsInOrder() const
{
    std::vector<RowId> rows;
    for (const Chunk& chunk : m_chunks)
        if (!chunk.row.isNone())
            rows.push_back(chunk.row);
    return rows;
}

} // namespace tidemark::ui
