#include "ui/charts/buffer_strips.h"

#include "ui/charts/painting.h"
#include "ui/charts/plot.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/swatch.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tidemark::ui {

/// All inputs for drawing the strips.
struct StripsScene {
    const ViewState& state;
    const StripsModel& model; // laid out in device pixels
    StripsGeometry geometry;
    int strips = StripsModel::StripCount;
    Colors colors;
    ChartFonts fonts;
    double pixelRatio = 1;
};

namespace {

constexpr int kStripMargin = 10;
// Multiples of the height of a line of text.
constexpr double kTallStrip = 1.9;
constexpr double kFlatStrip = 1.35;
constexpr double kTallGap = 0.5;
constexpr double kFlatGap = 0.33;
constexpr int kAboveStrips = 6;
constexpr int kSeparatorFrom = 3; // device pixels
constexpr double kNameFrom = 6; // in line heights
constexpr double kThinDifference = 0.2; // share of the plot's colour in every second fill
constexpr double kSeparator = 0.75; // share of the plot's colour
constexpr double kSmallestFrame = 2;
constexpr double kOutlineFrom = 10; // pixels
constexpr double kTouching = 0.01;
constexpr int kStripNameMargin = 6;
constexpr int kFrame = 4; // pixels by which a frame is larger than its row

std::array<QString, StripsModel::StripCount> stripNames()
{
    return {UiText::tr("Program order"), UiText::tr("Size"), UiText::tr("Padding")};
}

/// The rectangle of a row in a strip, at least two pixels wide. Empty if the strip does not contain the row.
QRectF rectOfRow(const StripsScene& scene, int strip, RowId row)
{
    const StripLayout& layout = scene.model.strip(strip);
    const std::optional<std::uint32_t> item = layout.itemOfRow(row);
    if (!item)
        return {};
    const StripLayout::Span span = layout.spanOf(*item);
    const QRectF rect = scene.geometry.strip(strip);
    const double width = std::max(kSmallestFrame, (span.end - span.begin) / scene.pixelRatio);
    return {rect.left() + std::min(span.begin / scene.pixelRatio, rect.width() - width), rect.top(), width,
            rect.height()};
}

class StripsPainter
{
public:
    StripsPainter(QPainter& painter, const StripsScene& scene)
        : m_painter(painter)
        , m_scene(scene)
        , m_colors(scene.colors)
        , m_rows(scene.state.view()->rows)
    { }

    void strip(int index)
    {
        name(index);
        const StripLayout& layout = m_scene.model.strip(index);
        const QRect rect = m_scene.geometry.strip(index);
        if (layout.items().empty()) {
            nothing(index, rect);
            return;
        }
        runs(layout, rect);
        selection(index);
    }

private:
    void name(int index)
    {
        const QRect rect = m_scene.geometry.strip(index);
        const std::int64_t padding = m_scene.model.strip(StripsModel::Padding).totalBytes();
        QString text = stripNames()[static_cast<std::size_t>(index)];
        if (index == StripsModel::ProgramOrder && !hasCells(m_scene.state.view()->axis))
            text = UiText::tr("As listed");
        else if (index == StripsModel::ProgramOrder && m_scene.state.view()->isHistory)
            text = UiText::tr("By age");
        if (index == StripsModel::Padding && padding > 0)
            text += u' ' + m_scene.state.bytes(padding);
        const int room = m_scene.geometry.labels - kStripMargin - kStripNameMargin;
        QFont font = m_scene.fonts.normal;
        if (QFontMetricsF(font).horizontalAdvance(text) > room)
            font = m_scene.fonts.small;
        paintText(m_painter, QRectF(kStripNameMargin, rect.top(), room, rect.height()),
                  Qt::AlignRight | Qt::AlignVCenter, QFontMetricsF(font).elidedText(text, Qt::ElideRight, room), font,
                  m_colors.secondaryText);
    }

    void nothing(int index, const QRect& rect)
    {
        m_painter.setPen(m_colors.border);
        m_painter.setBrush(m_colors.plot);
        m_painter.drawRect(rect.adjusted(0, 0, -1, -1));
        QString text = UiText::tr("No %1 is live here.").arg(rowWord(m_scene.state.view().get()));
        if (index == StripsModel::Padding)
            text = noPadding();
        paintText(m_painter, rect.adjusted(kStripMargin, 0, -kStripMargin, 0), Qt::AlignVCenter | Qt::AlignLeft, text,
                  m_scene.fonts.small, m_colors.secondaryText);
    }

    QString noPadding() const
    {
        const View& view = *m_scene.state.view();
        if (!view.rows.fills(RowColumn::Unpadded))
            return UiText::tr("Unknown: the file does not say.");
        if (!m_scene.model.isPaddingKnown())
            return UiText::tr("The padding of the live %1 is unknown.").arg(rowWord(&view));
        return UiText::tr("No %1 live here has padding: 0 B of %2.")
            .arg(rowWord(&view), m_scene.state.bytes(m_scene.model.occupied()));
    }

    void runs(const StripLayout& layout, const QRect& rect)
    {
        const QFontMetricsF metrics(m_scene.fonts.fixed);
        const double ratio = m_scene.pixelRatio;
        const double pixel = 1 / ratio;
        for (const StripLayout::Run& run : layout.runs()) {
            const RowId row = layout.items()[run.item].row;
            const int pixels = run.end - run.begin;
            const bool isDimmed = !m_scene.state.filter().matches(row);
            Fill fill = m_scene.state.fillOf(row, m_colors);
            if (isDimmed)
                fill = m_colors.dimmed(fill);
            // Thin neighbours have no room for a separator, so they differ in shade.
            if (pixels <= kSeparatorFrom && run.item % 2 == 1)
                fill.color = mixed(m_colors.plot, fill.color, kThinDifference);
            const QRectF box(rect.left() + run.begin / ratio, rect.top(), pixels / ratio, rect.height());
            paintFill(m_painter, box, fill);
            if (pixels > kSeparatorFrom)
                m_painter.fillRect(QRectF(box.right() - pixel, box.top(), pixel, box.height()),
                                   mixed(m_colors.plot, fill.color, kSeparator));
            const QRectF room = box.adjusted(kStripNameMargin, 0, -kStripNameMargin, 0);
            if (box.width() > kNameFrom * metrics.height())
                paintText(m_painter, room, Qt::AlignVCenter | Qt::AlignLeft,
                          metrics.elidedText(text(m_rows.label(row)), Qt::ElideRight, room.width()),
                          m_scene.fonts.fixed, isDimmed ? m_colors.secondaryText : m_colors.textOn(fill.color));
        }
    }

    /// The rectangles of the selected rows. Adjacent rows share one rectangle.
    std::vector<QRectF> selectedPlaces(int index) const
    {
        std::vector<QRectF> rects;
        for (const RowId row : m_scene.state.focus().selected())
            if (const QRectF rect = rectOfRow(m_scene, index, row); !rect.isEmpty())
                rects.push_back(rect);
        std::ranges::sort(rects, {}, [](const QRectF& rect) { return rect.left(); });
        std::vector<QRectF> places;
        for (const QRectF& rect : rects) {
            if (!places.empty() && rect.left() <= places.back().right() + kTouching)
                places.back() = places.back().united(rect);
            else
                places.push_back(rect);
        }
        return places;
    }

    void selection(int index)
    {
        for (const QRectF& place : selectedPlaces(index))
            paintSelectedItem(m_painter, place, kOutlineFrom, m_colors);
    }

    QPainter& m_painter;
    const StripsScene& m_scene;
    const Colors& m_colors;
    const Rows& m_rows;
};

/// Draws everything that does not follow the pointer: names, strips, the selected rows.
QImage drawStrips(const StripsScene& scene, const QSize& size)
{
    QImage picture((QSizeF(size) * scene.pixelRatio).toSize(), QImage::Format_RGB32);
    picture.setDevicePixelRatio(scene.pixelRatio);
    picture.fill(scene.colors.base);
    QPainter painter(&picture);
    StripsPainter strips(painter, scene);
    for (int strip = 0; strip < scene.strips; ++strip)
        strips.strip(strip);
    return picture;
}

/// Paints a frame around a row in every strip.
void paintFrame(QPainter& painter, const StripsScene& scene, RowId row, Qt::PenStyle style)
{
    for (int strip = 0; strip < scene.strips; ++strip)
        if (const QRectF rect = rectOfRow(scene, strip, row); !rect.isEmpty())
            paintItemFrame(painter, rect, scene.colors, scene.colors.text, style);
}

/// The region that paintFrame() may touch.
QRegion frameRegion(const StripsScene& scene, RowId row)
{
    QRegion region;
    for (int strip = 0; strip < scene.strips; ++strip)
        if (const QRectF rect = rectOfRow(scene, strip, row); !rect.isEmpty())
            region += rect.adjusted(-kFrame, -kFrame, kFrame, kFrame).toAlignedRect();
    return region;
}

} // namespace

StripLayout::StripLayout(std::vector<StripItem> items, int width)
    : m_items(std::move(items))
    , m_byRow(m_items.size())
    , m_width(std::max(width, 0))
{
    m_begins.reserve(m_items.size());
    for (std::uint32_t i = 0; i < m_items.size(); ++i) {
        m_begins.push_back(m_total);
        m_total += m_items[i].bytes;
    }
    std::iota(m_byRow.begin(), m_byRow.end(), 0U);
    std::ranges::sort(m_byRow, {}, [this](std::uint32_t item) { return m_items[item].row; });
    if (m_total > 0)
        fillPixels();
}

void StripLayout::fillPixels()
{
    m_pixels.reserve(static_cast<std::size_t>(m_width));
    const double perPixel = static_cast<double>(m_total) / m_width;
    std::uint32_t item = 0;
    for (int pixel = 0; pixel < m_width; ++pixel) {
        const double begin = pixel * perPixel;
        const double end = begin + perPixel;
        const auto endOf = [&](std::uint32_t i) { return static_cast<double>(m_begins[i] + m_items[i].bytes); };
        while (item + 1 < m_items.size() && endOf(item) <= begin)
            ++item;
        std::uint32_t best = item;
        double bestShare = 0;
        for (std::uint32_t i = item; i < m_items.size() && static_cast<double>(m_begins[i]) < end; ++i) {
            const double share = std::min(end, endOf(i)) - std::max(begin, static_cast<double>(m_begins[i]));
            if (share > bestShare) {
                bestShare = share;
                best = i;
            }
        }
        m_pixels.push_back(best);
        if (m_runs.empty() || m_runs.back().item != best)
            m_runs.push_back({best, pixel, pixel});
        m_runs.back().end = pixel + 1;
    }
}

std::optional<std::uint32_t> StripLayout::itemAt(int pixel) const
{
    if (pixel < 0 || static_cast<std::size_t>(pixel) >= m_pixels.size())
        return std::nullopt;
    return m_pixels[static_cast<std::size_t>(pixel)];
}

std::optional<std::uint32_t> StripLayout::itemOfRow(RowId row) const
{
    const auto rowOf = [this](std::uint32_t item) { return m_items[item].row; };
    const auto found = std::ranges::lower_bound(m_byRow, row, {}, rowOf);
    if (found == m_byRow.end() || rowOf(*found) != row)
        return std::nullopt;
    return *found;
}

StripLayout::Span StripLayout::spanOf(std::uint32_t item) const
{
    const double perByte = m_width / static_cast<double>(m_total);
    return {static_cast<double>(m_begins[item]) * perByte,
            static_cast<double>(m_begins[item] + m_items[item].bytes) * perByte};
}

void StripsModel::update(const ViewState& state, int width)
{
    *this = {};
    if (state.isEmpty())
        return;
    const Rows& rows = state.view()->rows;
    std::vector<StripItem> inOrder;
    std::vector<StripItem> padding;
    inOrder.reserve(state.live().size());
    for (const LiveRow& live : state.liveOrMarked()) {
        const std::int64_t size = rows.size[live.row];
        if (rows.isLive(live.row, state.cursor()))
            m_occupied += size - live.overlap;
        if (size > 0)
            inOrder.push_back({live.row, size});
        const auto added = rows.padding(live.row);
        m_isPaddingKnown = m_isPaddingKnown && added;
        if (added > 0)
            padding.push_back({live.row, *added});
    }
    std::vector<StripItem> bySize = inOrder;
    std::ranges::stable_sort(bySize, std::ranges::greater(), &StripItem::bytes);
    std::ranges::stable_sort(padding, std::ranges::greater(), &StripItem::bytes);
    m_strips = {StripLayout(std::move(inOrder), width), StripLayout(std::move(bySize), width),
                StripLayout(std::move(padding), width)};
}

StripsGeometry::StripsGeometry(const ChartFonts& fonts, int widthOfWidget)
    : width(widthOfWidget)
{
    const QFontMetricsF metrics(fonts.normal);
    const auto lines = [&](double count) { return static_cast<int>(std::ceil(count * metrics.height())); };
    const bool isFlat = width < kWideFrom;
    height = lines(isFlat ? kFlatStrip : kTallStrip);
    pitch = height + lines(isFlat ? kFlatGap : kTallGap);
    for (const QString& name : stripNames())
        labels = std::max(labels, static_cast<int>(std::ceil(metrics.horizontalAdvance(name))));
    // The size of the padding is next to the name, in the small font.
    const QString padding = stripNames().back() + QStringLiteral(" 000.0 MiB");
    labels = std::max(labels, static_cast<int>(std::ceil(QFontMetricsF(fonts.small).horizontalAdvance(padding))))
        + 2 * kStripMargin;
}

QRect StripsGeometry::strip(int index) const
{
    return {labels, kAboveStrips + index * pitch, std::max(1, width - labels - kRightMargin), height};
}

int StripsGeometry::heightOf(int strips) const
{
    return kAboveStrips + strips * pitch;
}

BufferStrips::BufferStrips(ViewState* state, QWidget* parent)
    : RowSurface(state, parent)
    , m_fonts(chartFonts(font()))
    , m_geometry(m_fonts, width())
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(state, &ViewState::changed, this, &BufferStrips::follow);
    onResize(this, [this] { layOut(); });
    onRestyle(this, [this] { layOut(); });
    refreshWords();
}

void BufferStrips::follow(Aspects changed)
{
    if (changed & Aspect::View)
        refreshWords();
    const bool areMarked = state()->marked().has_value(); // then the shown rows depend on the filter
    if ((changed & (Aspect::View | Aspect::Cursor | Aspect::Marked)) || ((changed & Aspect::Filter) && areMarked))
        invalidate();
    else if (changed & (Aspect::Filter | Aspect::Units | Aspect::Groups | Aspect::Uses | Aspect::SelectedRows))
        redraw();
    if (changed & Aspect::Pointed) {
        updateDescription();
        updateFrames();
    }
}

const StripsModel& BufferStrips::model() const
{
    if (!m_isModelValid) {
        m_model.update(*state(), qRound(m_geometry.strip(0).width() * devicePixelRatioF()));
        m_isModelValid = true;
    }
    return m_model;
}

StripsScene BufferStrips::scene() const
{
    return {*state(), model(), m_geometry, stripCount(), colorsFor(palette()), m_fonts, devicePixelRatioF()};
}

void BufferStrips::layOut()
{
    m_fonts = chartFonts(font());
    m_geometry = {m_fonts, width()};
    m_isModelValid = false;
    updateGeometry();
    redraw();
}

void BufferStrips::invalidate()
{
    m_isModelValid = false;
    hideTip();
    updateDescription();
    redraw();
}

void BufferStrips::redraw()
{
    m_picture = {};
    update();
}

void BufferStrips::updateFrames()
{
    if (state()->isEmpty())
        return;
    update(m_framed + framesNow());
}

QRegion BufferStrips::framesNow() const
{
    QRegion framed;
    for (const std::optional<RowId>& row : {state()->focus().pointed(), state()->focus().pinned()})
        if (row)
            framed += frameRegion(scene(), *row);
    return framed;
}

int BufferStrips::heightWith(bool padding) const
{
    return m_geometry.heightOf(padding ? StripsModel::StripCount : StripsModel::Padding);
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

QRectF BufferStrips::rectOf(int strip, RowId row) const
{
    return rectOfRow(scene(), strip, row);
}

std::optional<RowId> BufferStrips::rowAt(const QPointF& at) const
{
    for (int strip = 0; strip < stripCount(); ++strip) {
        const QRect rect = stripRect(strip);
        if (!rect.contains(at.toPoint()))
            continue;
        const StripLayout& layout = model().strip(strip);
        const auto pixel = static_cast<int>((at.toPoint().x() - rect.left()) * devicePixelRatioF());
        if (const std::optional<std::uint32_t> item = layout.itemAt(pixel))
            return layout.items()[*item].row;
    }
    return std::nullopt;
}

std::vector<RowId> BufferStrips::rowsInOrder() const
{
    std::vector<RowId> rows;
    for (const StripItem& item : model().strip(m_keyStrip).items())
        rows.push_back(item.row);
    return rows;
}

void BufferStrips::refreshWords()
{
    setAccessibleName(tr("%1 live at the cursor").arg(capitalised(rowsWord(state()->view().get()))));
}

void BufferStrips::updateDescription()
{
    QString description = tr("empty");
    const View* const view = state()->view().get();
    if (const auto shown = state()->focus().pointed(); view && shown) {
        description = tr("%1, %2, %3")
                          .arg(text(view->rows.label(*shown)), state()->bytes(view->rows.size[*shown]),
                               lifetimeText(*view, *shown));
    } else if (view) {
        description = countedRows(view, state()->live().size());
    }
    setAccessibleDescription(description);
}

void BufferStrips::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    if (state()->isEmpty()) {
        painter.fillRect(rect(), colors.base);
        return;
    }
    const double ratio = devicePixelRatioF();
    if (m_picture.devicePixelRatio() != ratio) {
        m_isModelValid = false;
        m_picture = {};
    }
    const StripsScene shown = scene();
    if (m_picture.isNull())
        m_picture = drawStrips(shown, size());
    paintPart(painter, event->region(), m_picture);
    const std::optional<RowId> row = state()->focus().pointed();
    const std::optional<RowId> pinned = state()->focus().pinned();
    if (pinned && pinned != row)
        paintFrame(painter, shown, *pinned, Qt::DotLine);
    if (row)
        paintFrame(painter, shown, *row, Qt::SolidLine);
    m_framed = framesNow(); // repainted when the frames are removed, even if rows have moved by then
    paintFocus(painter, rect().adjusted(2, 0, -3, -1));
}

void BufferStrips::mousePressEvent(QMouseEvent* event)
{
    for (int strip = 0; strip < stripCount(); ++strip)
        if (stripRect(strip).contains(event->position().toPoint()))
            m_keyStrip = strip;
    RowSurface::mousePressEvent(event);
}

void BufferStrips::keyPressEvent(QKeyEvent* event)
{
    const bool isUp = event->key() == Qt::Key_Up;
    if (state()->isEmpty() || (!isUp && event->key() != Qt::Key_Down)) {
        RowSurface::keyPressEvent(event);
        return;
    }
    int last = stripCount() - 1;
    if (model().strip(last).items().empty())
        --last;
    m_keyStrip = std::clamp(m_keyStrip + (isUp ? -1 : 1), 0, last);
    const std::vector<RowId> rows = rowsInOrder();
    const auto shown = state()->focus().pointed();
    if (!rows.empty())
        state()->focus().setHovered(shown && std::ranges::find(rows, *shown) != rows.end() ? *shown : rows.front());
}

} // namespace tidemark::ui
