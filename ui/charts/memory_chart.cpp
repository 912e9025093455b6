#include "ui/charts/memory_chart.h"

#include "ui/charts/chart_overlay.h"
#include "ui/charts/painting.h"
#include "ui/charts/plot.h"
#include "ui/charts/row_surface.h"
#include "ui/charts/tip_box.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"
#include "ui/widgets/restyle.h"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kAbovePlot = 6; // pixels above the plot
constexpr double kLegendLines = 1.5;
constexpr int kTitledFrom = 200; // pixels at the default font size
constexpr int kSmallestHeight = 136; // pixels; a lower curve is not readable
constexpr int kSmallestChart = 5; // in label heights

} // namespace

MemoryChart::MemoryChart(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_found(state)
    , m_navigation(state)
    , m_interaction(&m_navigation, this, [this] { return plotGeometry(); })
    , m_fonts(chartFonts(font()))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(m_state, &ViewState::changed, this, &MemoryChart::follow);
    connect(&m_found, &FoundRows::changed, this, [this] {
        refreshTogether();
        redrawCurve(); // it reports before follow() has seen the filter
    });
    onResize(this, [this] {
        redrawAll();
        refreshPointer();
    });
    onRestyle(this, [this] {
        m_fonts = chartFonts(font());
        redrawAll();
        updateGeometry();
    });
    showView();
}

MemoryChart::~MemoryChart() = default;

void MemoryChart::follow(Aspects changed)
{
    if (changed & Aspect::View) {
        showView();
        return;
    }
    if (changed & Aspect::SelectedRows)
        refreshTogether();
    if (changed & Aspect::SelectedSteps) {
        const auto& range = m_state->axis().selected();
        m_content.rangePeak.reset();
        if (range)
            m_content.rangePeak = m_state->view()->highestIn(*range);
    }
    if (changed & (Aspect::Units | Aspect::Cursor))
        updateDescription();
    if (changed & (Aspect::Units | Aspect::Groups))
        redrawAll();
    else if ((changed & Aspect::Visible) || ((changed & Aspect::Filter) && isOtherwisePale()))
        redrawCurve();
    else if (changed & (Aspect::Marked | Aspect::SelectedRows | Aspect::SelectedSteps | Aspect::Cursor))
        redrawMarks();
    if (changed & Aspect::Pointed)
        redrawLifetimes();
    if (changed & (Aspect::Units | Aspect::Visible | Aspect::Cursor))
        refreshPointer(); // the tip covers no label
    // The cursor moved away from the step under the pointer by other means.
    if ((changed & Aspect::Cursor) && m_pointer.step && m_pointer.step != m_state->cursor())
        setHoveredStep(std::nullopt, m_pointerAt);
}

void MemoryChart::showView()
{
    m_interaction.forget();
    m_content = m_state->isEmpty() ? ChartContent() : contentOf(*m_state, m_found.rows());
    refreshName();
    m_scene.reset();
    setHoveredStep(std::nullopt, {});
    updateDescription();
    redrawAll();
}

QRectF MemoryChart::plotRect() const
{
    const double top = m_legend.height() + kAbovePlot;
    return {m_gutter, top, std::max(1.0, width() - m_gutter - kRightMargin),
            std::max(1.0, height() - top - axisHeight())};
}

/// A low chart has no title below its axis, for a higher curve.
bool MemoryChart::hasAxisTitle() const
{
    return height() >= grown(kTitledFrom, font());
}

double MemoryChart::axisHeight() const
{
    const double title = hasAxisTitle() ? 0 : QFontMetricsF(m_fonts.small).height();
    return cellAxisHeight(m_fonts.small) - title;
}

QSize MemoryChart::minimumSizeHint() const
{
    const double label = QFontMetricsF(m_fonts.small).height();
    const double plot = kSmallestChart * label;
    const double height = kAbovePlot + plot + cellAxisHeight(m_fonts.small);
    return {320, std::max(kSmallestHeight, static_cast<int>(height))};
}

void MemoryChart::refreshTogether()
{
    if (!m_state->isEmpty())
        m_content.together = togetherOf(*m_state, m_found.rows());
}

/// Whether the filter makes other parts of the curve pale than those that are drawn so.
bool MemoryChart::isOtherwisePale() const
{
    const Filter& filter = m_state->filter();
    const bool areFacetsDrawn = !m_content.isStacked() || m_content.facets == filter.facets();
    return !areFacetsDrawn || m_content.isSearched == filter.text().isEmpty();
}

void MemoryChart::refreshContent()
{
    m_content.follow(*m_state);
    m_content.hidesAlwaysLive = m_hidesAlwaysLive;
    m_content.capacity = m_showsCapacity ? m_capacity : std::nullopt;
}

const ChartScene& MemoryChart::scene() const
{
    if (!m_scene) {
        m_scene = makeScene(m_content, plotRect(), colorsFor(palette()), m_fonts);
        m_scene->hasAxisTitle = hasAxisTitle();
        m_labels.reset();
    }
    return *m_scene;
}

/// The layers have a legend of their own, so only other lines and areas need one here.
bool MemoryChart::hasLegend() const
{
    constexpr std::int64_t kLeastPadding = 200; // 1/200 of the peak
    if (m_state->isEmpty())
        return false;
    return !m_content.groups || m_hidesAlwaysLive || m_content.hasGaps || m_state->view()->curve(CurveRole::Inside)
        || m_content.reservedBytes > 0 || m_content.paddingBytes > m_content.peakBytes / kLeastPadding;
}

void MemoryChart::layOut()
{
    const double height = hasLegend() ? std::ceil(kLegendLines * QFontMetricsF(m_fonts.small).height()) : 0;
    m_legend = QRectF(m_gutter, 0, std::max(0.0, width() - kRightMargin - m_gutter), height);
    const double gutter = gutterFor(m_state->isEmpty() ? ByteAxis() : byteAxisOf(m_content), m_fonts.small);
    if (gutter != m_gutter) {
        m_gutter = gutter;
        emit gutterChanged(gutter);
    }
}

void MemoryChart::redrawMarks()
{
    if (!m_state->isEmpty())
        refreshContent();
    m_scene.reset();
    update(m_layers.invalidateMarks(rect()));
}

void MemoryChart::redrawCurve()
{
    redrawMarks();
    update(m_layers.invalidateCurve(rect()));
}

void MemoryChart::redrawAll()
{
    redrawMarks();
    layOut();
    update(m_layers.invalidateAll(rect()));
}

void MemoryChart::redrawLifetimes()
{
    if (m_state->isEmpty())
        return;
    refreshContent();
    if (m_scene)
        m_scene->content = m_content;
    update(m_layers.setLifetimes(scene()));
}

void MemoryChart::refreshName()
{
    QString axis;
    if (!m_state->isEmpty())
        axis = text(m_state->view()->axis.title).section(QStringLiteral(" ("), 0, 0);
    setAccessibleName(axis.isEmpty() ? tr("Memory") : tr("Memory vs %1").arg(text(inSentence(axis.toStdString()))));
}

void MemoryChart::updateDescription()
{
    if (m_state->isEmpty()) {
        setAccessibleDescription(tr("empty"));
        return;
    }
    const View& view = *m_state->view();
    const StepId cursor = m_state->cursor();
    QString bytes = tr("not known");
    if (m_state->isCursorAtPeak() || view.curves.front().knows(cursor.index()))
        bytes = m_state->bytes(bytesAtCursor(*m_state));
    const QString text = tr("%1, %2").arg(cellText(view.axis, cursor), bytes);
    setAccessibleDescription(m_state->isCursorAtPeak() ? tr("%1, peak").arg(text) : text);
}

void MemoryChart::setCapacity(std::optional<CapacityLine> capacity)
{
    m_capacity = std::move(capacity);
    redrawAll();
}

void MemoryChart::setShowCapacity(bool show)
{
    m_showsCapacity = show;
    redrawAll();
}

void MemoryChart::setHidesAlwaysLive(bool only)
{
    if (only == m_hidesAlwaysLive)
        return;
    m_hidesAlwaysLive = only;
    if (!m_state->isEmpty())
        refreshName();
    redrawAll();
    refreshPointer();
}

void MemoryChart::escape()
{
    if (!m_interaction.cancel())
        m_navigation.escape();
}

ChartPointer MemoryChart::pointerAt(std::optional<StepId> step, const QPointF& at, bool hasTip)
{
    ChartPointer pointer{step};
    if (!step)
        return pointer;
    const ChartScene& shown = scene();
    pointer.x = std::round(centreOf(shown.geometry.steps, *step)) + 0.5;
    if (!hasTip)
        return pointer;
    pointer.tip = stepTip(shown.content, *step);
    if (const QString layer = layerText(shown, *step, at.y()); !layer.isEmpty())
        pointer.tip.lines << layer;
    if (!m_labels) {
        m_labels.emplace();
        for (const ChartTag& tag : makeTags(shown))
            m_labels->push_back(tag.rect);
    }
    std::vector<QRectF> covered = *m_labels;
    for (const ChartLifetime& lifetime : m_layers.lifetimes(shown))
        covered.push_back(lifetime.bounds());
    placeTip(pointer, shown, at, shown.geometry.top + 1, covered);
    return pointer;
}

void MemoryChart::setHoveredStep(std::optional<StepId> step, const QPointF& at)
{
    const bool isOther = step != m_pointer.step;
    m_pointerAt = at;
    if (m_state->isEmpty()) {
        m_pointer = {};
    } else {
        const QRect before = boundsOf(scene(), m_pointer);
        // While a range is selected, its label is more useful than the tip, which would hide it.
        const bool hasTip = m_interaction.mode() != ChartInteraction::Mode::Selecting;
        m_pointer = pointerAt(step, at, hasTip);
        const QRect after = boundsOf(scene(), m_pointer);
        // Qt paints two distant rectangles as slowly as the whole area between them, so they are painted separately.
        if (before.isValid() && after.isValid() && !before.intersects(after))
            repaint(before);
        else
            update(before);
        update(after);
    }
    if (isOther)
        emit hoveredStep(step);
}

void MemoryChart::pointAt(const QPointF& at)
{
    const PlotGeometry geometry = plotGeometry();
    if (m_interaction.mode() != ChartInteraction::Mode::Panning && geometry.contains(at.x(), at.y()))
        setHoveredStep(stepAt(geometry.steps, at.x()), at);
    else if (m_pointer.step)
        setHoveredStep(std::nullopt, {});
}

void MemoryChart::refreshPointer()
{
    if (m_pointer.step)
        pointAt(m_pointerAt);
}

void MemoryChart::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    if (m_state->isEmpty()) {
        const Colors colors = colorsFor(palette());
        painter.fillRect(rect(), colors.base);
        paintText(painter, rect(), Qt::AlignCenter, tr("Nothing is shown."), font(), colors.secondaryText);
        return;
    }
    const ChartScene& shown = scene();
    m_layers.paint(painter, event->region(), shown, m_legend, size(), devicePixelRatioF());
    if (hasFocus())
        paintFocusFrame(painter, shown.plot().toRect(), shown.colors);
    paintPointer(painter, shown, m_pointer);
}

bool MemoryChart::event(QEvent* event)
{
    return (!m_state->isEmpty() && m_interaction.handle(*event)) || QWidget::event(event);
}

void MemoryChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_state->isEmpty() && (event->position() != m_pointerAt || !m_pointer.step))
        pointAt(event->position());
}

void MemoryChart::leaveEvent(QEvent* event)
{
    if (m_pointer.step)
        setHoveredStep(std::nullopt, {});
    QWidget::leaveEvent(event);
}

void MemoryChart::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_state->isEmpty())
        return;
    StepId step = m_state->cursor();
    if (event->reason() == QContextMenuEvent::Mouse)
        step = stepAt(plotGeometry().steps, event->pos().x());
    auto* menu = new QMenu(this);
    addStepActions(*menu, m_state, &m_navigation, step, [this] { emit pictureRequested(); });
    popUp(menu, menuPlace(*event, *this, rect().center()));
}

} // namespace tidemark::ui
