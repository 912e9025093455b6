#include "ui/charts/memory_chart.h"

#include "ui/charts/chart_buttons.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr double kHeader = 30;
constexpr double kGutter = 72; // the same in every chart, so that their axes line up
constexpr double kRightMargin = 14;
constexpr int kMargin = 10;
constexpr int kAxis = 38; // with its title below
constexpr int kButtonsFrom = 900; // width of the widget
constexpr int kTitleGap = 16;

} // namespace

MemoryChart::MemoryChart(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_navigation(state)
    , m_interaction(state, &m_navigation)
    , m_buttons(new ChartButtons(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Memory vs program order"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(m_buttons, &ChartButtons::previousPeakAsked, this, &MemoryChart::previousPeak);
    connect(m_buttons, &ChartButtons::peakAsked, this, &MemoryChart::goToPeak);
    connect(m_buttons, &ChartButtons::nextPeakAsked, this, &MemoryChart::nextPeak);
    connect(m_buttons, &ChartButtons::zoomOutAsked, this, &MemoryChart::zoomOut);
    connect(m_buttons, &ChartButtons::zoomInAsked, this, &MemoryChart::zoomIn);
    connect(m_buttons, &ChartButtons::fitAsked, this, &MemoryChart::fit);
    connectState();
}

MemoryChart::~MemoryChart() = default;

void MemoryChart::connectState()
{
    connect(m_state, &ViewState::timelineChanged, this, [this] {
        m_navigation.reset();
        m_interaction.cancel();
        m_padding = m_state->isEmpty() ? 0 : largestPadding(*m_state->timeline());
        m_selectedPeak.reset();
        setHoveredStep(std::nullopt, {});
        updateHeader();
        updateDescription();
        redrawAll();
    });
    connect(m_state, &ViewState::visibleChanged, this, [this] {
        redrawCurve();
        refreshPointer();
    });
    connect(m_state, &ViewState::unitChanged, this, [this] {
        redrawAll();
        refreshPointer();
    });
    connect(m_state, &ViewState::shownChanged, this, &MemoryChart::redrawLifetimes);
    connect(m_state, &ViewState::cursorChanged, this, [this] {
        updateDescription();
        redrawMarks();
    });
    connect(m_state, &ViewState::selectedRangeChanged, this, [this] {
        m_selectedPeak.reset();
        if (const auto& range = m_state->selectedRange())
            m_selectedPeak = peakIn(m_state->timeline()->occupied, *range);
        redrawMarks();
    });
    m_padding = m_state->isEmpty() ? 0 : largestPadding(*m_state->timeline());
    updateHeader();
    updateDescription();
}

QRectF MemoryChart::plotRect() const
{
    return {kGutter, kHeader + 2, std::max(1.0, width() - kGutter - kRightMargin),
            std::max(1.0, height() - kHeader - 2 - kAxis)};
}

const ChartScene& MemoryChart::scene() const
{
    if (!m_scene) {
        m_scene = makeScene(*m_state, plotRect(), colorsFor(palette()), font(),
                            m_showsCapacity ? m_capacity : std::nullopt);
        m_scene->hasPadding = isSeen(*m_scene, m_padding);
        m_scene->selectedPeak = m_selectedPeak;
    }
    return *m_scene;
}

PlotGeometry MemoryChart::plotGeometry() const
{
    return m_state->isEmpty() ? PlotGeometry() : scene().geometry;
}

void MemoryChart::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    if (m_state->isEmpty()) {
        paintEmpty(painter);
        return;
    }
    drawMarks();
    const double ratio = devicePixelRatioF();
    for (const QRect& part : event->region())
        painter.drawImage(QRectF(part), m_marked, QRectF(QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio));
    paintPointer(painter, scene(), m_pointer);
}

void MemoryChart::drawMarks()
{
    const ChartScene& shown = scene();
    const QImage& picture = m_canvas.picture(shown, size(), devicePixelRatioF());
    if (m_marked.size() != picture.size() || m_marked.devicePixelRatio() != picture.devicePixelRatio()) {
        m_marked = QImage(picture.size(), picture.format());
        m_marked.setDevicePixelRatio(picture.devicePixelRatio());
        m_staleMarks = rect();
    }
    if (m_staleMarks.isEmpty())
        return;
    if (!m_hasLifetimes)
        m_lifetimes = shownLifetimes(shown);
    m_hasLifetimes = true;
    QPainter painter(&m_marked);
    painter.setFont(font());
    painter.setClipRegion(m_staleMarks);
    painter.drawImage(0, 0, picture);
    paintOverlay(painter, shown, m_lifetimes, m_staleMarks);
    if (!shown.timeline().hasTrace)
        paintNoTrace(painter, shown);
    const QRegion header = m_staleMarks.intersected(QRect(0, 0, width(), static_cast<int>(kHeader)));
    if (!header.isEmpty() && header != m_legendSwatch)
        paintHeader(painter);
    else if (!header.isEmpty())
        painter.fillRect(m_legendSwatch, shown.colors.lifetime(lifetimeKind()));
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(shown.colors.highlight);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(shown.plot().toRect());
    }
    m_staleMarks = {};
}

void MemoryChart::paintHeader(QPainter& painter)
{
    const ChartScene& shown = scene();
    QFont bold = font();
    bold.setBold(true);
    const QFontMetricsF metrics(bold);
    painter.setFont(bold);
    painter.setPen(shown.colors.text);
    const QString title = accessibleName();
    painter.drawText(QPointF(kMargin, kHeader / 2 + (metrics.ascent() - metrics.descent()) / 2), title);
    const double begin
        = m_buttons->isVisibleTo(this) ? m_buttons->geometry().right() : kMargin + metrics.horizontalAdvance(title);
    const QRectF swatch
        = paintLegend(painter, {begin + kTitleGap, 0, width() - kRightMargin - begin - kTitleGap, kHeader}, shown);
    m_legendSwatch = swatch.toAlignedRect();
}

void MemoryChart::paintNoTrace(QPainter& painter, const ChartScene& scene)
{
    const QString text = tr("This space has no heap trace: one level for the whole program.");
    constexpr int kFlags = Qt::AlignCenter | Qt::TextWordWrap;
    const QRectF room = scene.plot().adjusted(2 * kMargin, 0, -2 * kMargin, 0);
    painter.setFont(scene.font);
    const QRectF box = painter.boundingRect(room, kFlags, text);
    painter.setPen(scene.colors.border);
    painter.setBrush(scene.colors.base);
    painter.drawRect(box.adjusted(-kMargin, -kMargin / 2, kMargin, kMargin / 2));
    painter.setPen(scene.colors.text);
    painter.drawText(room, kFlags, text);
}

void MemoryChart::paintEmpty(QPainter& painter)
{
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    painter.setPen(colors.secondaryText);
    painter.drawText(rect(), Qt::AlignCenter, tr("No module is shown."));
}

void MemoryChart::markStale(const QRegion& region)
{
    m_staleMarks += region;
    update(region);
}

void MemoryChart::redrawMarks()
{
    m_scene.reset();
    m_hasLifetimes = false;
    markStale(rect().adjusted(0, static_cast<int>(kHeader), 0, 0));
}

void MemoryChart::redrawCurve()
{
    m_canvas.invalidate();
    redrawMarks();
}

void MemoryChart::redrawAll()
{
    m_canvas.invalidateFrame();
    redrawMarks();
    markStale(rect());
}

BufferKind MemoryChart::lifetimeKind() const
{
    return m_lifetimes.empty() ? BufferKind::Temporary : m_lifetimes.front().kind;
}

void MemoryChart::redrawLifetimes()
{
    if (m_state->isEmpty())
        return;
    const auto updateBounds = [this] {
        for (const ChartLifetime& lifetime : m_lifetimes)
            markStale(lifetime.bounds().toAlignedRect());
    };
    const BufferKind before = lifetimeKind();
    updateBounds();
    m_lifetimes = shownLifetimes(scene());
    m_hasLifetimes = true;
    updateBounds();
    if (lifetimeKind() != before)
        markStale(m_legendSwatch);
}

void MemoryChart::updateHeader()
{
    m_buttons->setVisible(width() >= kButtonsFrom && !m_state->isEmpty());
    QFont bold = font();
    bold.setBold(true);
    const int left = kMargin + QFontMetrics(bold).horizontalAdvance(accessibleName()) + kTitleGap;
    const QSize size = m_buttons->sizeHint();
    m_buttons->setGeometry(left, (static_cast<int>(kHeader) - size.height()) / 2, size.width(), size.height());
}

void MemoryChart::updateDescription()
{
    if (m_state->isEmpty()) {
        setAccessibleDescription(tr("empty"));
        return;
    }
    const QString bytes = m_state->bytes(m_state->timeline()->occupied[m_state->cursor()]);
    const QString text = tr("step %1, %2").arg(stepText(m_state->cursor()), bytes);
    setAccessibleDescription(m_state->isCursorAtPeak() ? tr("%1, peak").arg(text) : text);
}

void MemoryChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateHeader();
    redrawAll();
    refreshPointer();
}

void MemoryChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) {
        updateHeader();
        redrawAll();
    }
    QWidget::changeEvent(event);
}

void MemoryChart::setCapacity(std::optional<std::int64_t> bytes, const QString& device)
{
    m_capacity.reset();
    if (bytes)
        m_capacity = Capacity{*bytes, device};
    redrawAll();
}

void MemoryChart::setShowCapacity(bool show)
{
    m_showsCapacity = show;
    redrawAll();
}

} // namespace tidemark::ui
