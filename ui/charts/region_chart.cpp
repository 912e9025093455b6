#include "ui/charts/region_chart.h"

#include "ui/charts/painting.h"
#include "ui/charts/region_scene.h"
#include "ui/charts/scales.h"
#include "ui/theme/text.h"
#include "ui/widgets/pop_up.h"
#include "ui/widgets/restyle.h"

#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QTimerEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tidemark::ui {
namespace {

/// Returns `size` divided by `factor`, between 1 and `whole`. `asked` carries the exact result of the last call.
double zoomedSize(double& asked, double size, double factor, double whole)
{
    if (std::round(asked) != size)
        asked = size;
    asked = std::clamp(asked / factor, 1.0, whole);
    return asked;
}

constexpr qint64 kSliceMs = 8;
constexpr std::size_t kLookAtClock = 64; // rows between looks at the clock

constexpr double kRegionWheelZoom = 1.25; // per notch
constexpr double kPagePan = 0.5; // of the visible part

} // namespace

void RegionZoom::show(const RegionMap& map, StepRange steps)
{
    const View& view = map.view();
    const Rows::Region& region = map.region();
    const RegionOf shown{view.path,     view.host,         view.programText, view.memoryText,
                         region.holder, region.allocation, region.begin};
    const auto areSame = [](const MapWindow& a, const MapWindow& b) { return a.begin == b.begin && a.end == b.end; };
    const bool isKept = shown == m_of && !areSame(m_window, m_opening);
    const bool wasWhole = areSame(m_window, m_all);
    const MapWindow before = m_window;
    m_of = shown;
    m_all = map.all();
    m_window = m_opening = map.opening();
    m_window.steps = steps;
    if (isKept && wasWhole)
        set({steps, m_all.begin, m_all.end});
    else if (isKept)
        set({steps, before.begin, before.end});
    m_history.clear();
}

bool RegionZoom::set(MapWindow window)
{
    if (m_all.isEmpty())
        return false;
    const std::int64_t size = std::clamp<std::int64_t>(window.size(), 1, m_all.size());
    window.begin = std::clamp(window.begin, m_all.begin, m_all.end - size);
    window.end = window.begin + size;
    window.steps = movedInto(window.steps.begin, window.steps.size(), m_all.steps.size());
    if (window == m_window)
        return false;
    m_history.record(m_window, window);
    m_window = window;
    return true;
}

bool RegionZoom::zoom(double steps, double addresses, double stepShare, double addressShare)
{
    if (m_all.isEmpty())
        return false;
    MapWindow window = m_window;
    if (steps != 1) {
        const std::uint32_t total = m_all.steps.size();
        const double anchor = window.steps.begin + std::clamp(stepShare, 0.0, 1.0) * window.steps.size();
        window.steps = zoomed(window.steps, total, anchor, zoomedSize(m_askedSteps, window.steps.size(), steps, total));
    }
    if (addresses != 1) {
        const double share = std::clamp(addressShare, 0.0, 1.0);
        const auto whole = static_cast<double>(m_all.size());
        const auto before = static_cast<double>(window.size());
        const double size = std::round(zoomedSize(m_askedBytes, before, addresses, whole));
        const std::int64_t length = size >= whole ? m_all.size() : static_cast<std::int64_t>(size);
        window.begin = std::clamp(window.begin + static_cast<std::int64_t>(std::round(share * (before - size))),
                                  m_all.begin, m_all.end - length);
        window.end = window.begin + length;
    }
    return set(window);
}

bool RegionZoom::pan(const MapWindow& from, double steps, double addresses)
{
    if (m_all.isEmpty())
        return false;
    MapWindow window = from;
    window.steps = panned(from.steps, m_all.steps.size(), steps * from.steps.size());
    const auto by = static_cast<std::int64_t>(addresses * static_cast<double>(from.size()));
    window.begin = std::clamp(from.begin + std::clamp(by, m_all.begin - from.begin, m_all.end - from.end), m_all.begin,
                              m_all.end - from.size());
    window.end = window.begin + from.size();
    return set(window);
}

bool RegionZoom::reveal(std::int64_t begin, std::int64_t end)
{
    const bool isIn = begin >= m_window.begin && end <= m_window.end;
    const bool isAround = end - begin >= m_window.size() && begin < m_window.end && end > m_window.begin;
    if (m_all.isEmpty() || isIn || isAround)
        return false;
    MapWindow window = m_window;
    window.begin = begin + (end - begin) / 2 - window.size() / 2;
    window.end = window.begin + m_window.size();
    return set(window);
}

RegionMatches::RegionMatches(ViewState* state)
    : m_state(state)
{
    connect(m_state, &ViewState::changed, this, [this](Aspects changed) {
        if (changed & (Aspect::View | Aspect::Region))
            forget();
        else if ((changed & Aspect::Filter) || ((changed & Aspect::Cursor) && m_state->filter().isAtCursor()))
            begin();
    });
}

void RegionMatches::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    if (!isWanted)
        m_timer.stop();
    else if (m_isStale)
        look(kSliceMs);
}

void RegionMatches::finish()
{
    if (m_isStale)
        look(std::numeric_limits<qint64>::max());
}

void RegionMatches::find(int by)
{
    m_find = by;
    if (!m_isStale)
        emitFound();
}

std::size_t RegionMatches::count() const
{
    const RegionMap& map = *m_state->regionMap();
    return map.boxes().boxes().size() + map.bands().boxes().size();
}

RowId RegionMatches::rowAt(std::size_t position) const
{
    const RegionMap& map = *m_state->regionMap();
    const std::size_t boxes = map.boxes().boxes().size();
    return position < boxes ? map.boxes().boxes()[position].row : map.bands().boxes()[position - boxes].row;
}

void RegionMatches::emitFound()
{
    const int by = std::exchange(m_find, 0);
    const auto map = m_state->regionMap();
    if (by == 0 || !map || !m_matches)
        return;
    const std::size_t step = by > 0 ? 1 : count() - 1; // to the next or the previous row
    std::size_t at = by > 0 ? count() - 1 : 0; // the search begins with the first or the last row
    for (std::size_t i = 0; i < count(); ++i)
        if (rowAt(i) == m_state->focus().pinned())
            at = i;
    for (std::size_t i = 0; i < count(); ++i) {
        at = (at + step) % count();
        const RowId row = rowAt(at);
        if (!(*m_matches)[row.index()])
            continue;
        emit found(row);
        return;
    }
}

void RegionMatches::forget()
{
    m_find = 0;
    show(nullptr);
    begin();
}

void RegionMatches::begin()
{
    m_timer.stop();
    m_asked = 0;
    m_isStale = m_state->regionMap() && !m_state->filter().isEmpty();
    if (!m_isStale)
        show(nullptr);
    else if (m_isWanted)
        look(kSliceMs);
}

void RegionMatches::look(qint64 ms)
{
    if (m_asked == 0)
        m_next.assign(m_state->view()->rows.count, true);
    QElapsedTimer slice;
    slice.start();
    while (m_asked < count() && (m_asked % kLookAtClock != 0 || slice.elapsed() < ms)) {
        const RowId row = rowAt(m_asked);
        m_next[row.index()] = m_state->filter().matches(row);
        ++m_asked;
    }
    if (m_asked < count()) {
        if (!m_timer.isActive())
            m_timer.start(0, this);
        return;
    }
    m_timer.stop();
    m_isStale = false;
    show(std::make_shared<const std::vector<bool>>(std::exchange(m_next, {})));
    emitFound();
}

/// Emits changed() only if the matches differ: a filter that depends on the cursor may have the same result at the next
/// step.
void RegionMatches::show(std::shared_ptr<const std::vector<bool>> matches)
{
    if (matches == m_matches || (matches && m_matches && *matches == *m_matches))
        return;
    m_matches = std::move(matches);
    emit changed();
}

void RegionMatches::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_timer.timerId())
        look(kSliceMs);
    else
        QObject::timerEvent(event);
}

RegionChart::RegionChart(ViewState* state, QWidget* parent)
    : RowSurface(state, parent, MovingTip::Room::Parent)
    , m_navigation(state)
    , m_fonts(chartFonts(font()))
    , m_matches(state)
    , m_drag(this, Qt::Horizontal | Qt::Vertical)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Address by program order"));
    connect(state, &ViewState::changed, this, &RegionChart::follow);
    connect(&m_canvas, &RegionCanvas::drawn, this, &RegionChart::redrawMarks);
    connect(&m_matches, &RegionMatches::changed, this, &RegionChart::redraw);
    connect(&m_matches, &RegionMatches::changed, this, &RegionChart::contentChanged);
    connect(&m_matches, &RegionMatches::found, this, &RegionChart::showMatch);
    onShow(this, [this] {
        m_matches.setWanted(true);
        updateDescription();
    });
    onResize(this, [this] { redrawMarks(); });
    onRestyle(this, [this] {
        m_fonts = chartFonts(font());
        redraw();
        updateGeometry();
    });
    showMap();
}

void RegionChart::follow(Aspects changed)
{
    if (changed & (Aspect::View | Aspect::Region)) {
        showMap();
        return;
    }
    const bool isMoved = changed.testFlag(Aspect::Cursor);
    if (isMoved)
        hideTip();
    if ((changed & (Aspect::Groups | Aspect::Uses | Aspect::Units))
        || (isMoved && state()->groups() && state()->groups()->isByIdle()))
        redraw();
    else if (changed & (Aspect::Cursor | Aspect::Marked | Aspect::SelectedSteps | Aspect::SelectedRows))
        redrawMarks();
    if (changed & Aspect::Pointed)
        updateFrames();
    if (isMoved)
        updateDescription();
    if (changed & Aspect::Visible)
        followSteps();
}

void RegionChart::showMap()
{
    hideTip();
    m_drag.cancel();
    m_canvas.forget();
    m_level.reset();
    const auto& map = state()->regionMap();
    m_content = map && !state()->isEmpty() ? contentOf(*state()) : ChartContent();
    if (map && !state()->isEmpty())
        m_zoom.show(*map, state()->axis().visible());
    redraw();
    redrawMarks();
    updateDescription();
    emit contentChanged();
}

RegionContent RegionChart::exactContent()
{
    m_matches.finish();
    return content();
}

const RegionScene* RegionChart::scene() const
{
    if (!state()->regionMap())
        return nullptr;
    if (!m_scene)
        m_scene = makeRegionScene(content(), rect(), colorsFor(palette()), m_fonts);
    return &*m_scene;
}

void RegionChart::redraw()
{
    m_canvas.invalidateColors();
    redrawMarks();
}

void RegionChart::redrawMarks()
{
    m_scene.reset();
    m_canvas.invalidate();
    update();
}

const RegionLevel& RegionChart::level() const
{
    if (!m_level || m_levelAt != state()->cursor()) {
        m_levelAt = state()->cursor();
        m_level = state()->regionMap()->levelAt(m_levelAt);
    }
    return *m_level;
}

void RegionChart::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    if (!scene()) {
        painter.fillRect(rect(), colorsFor(palette()).base);
        return;
    }
    const RegionScene& shown = *scene();
    paintPart(painter, event->region(), m_canvas.picture(shown, level(), size(), devicePixelRatioF()));
    QRectF zoom;
    if (m_drag.mode() == ChartDrag::Mode::Selecting)
        zoom = m_drag.rect() & shown.plot();
    m_overlay.paint(painter, shown, state()->focus(), zoom, hasFocus());
    if (const double gutter = shown.plot().left(); gutter != m_gutter) {
        m_gutter = gutter;
        emit gutterChanged(gutter);
    }
}

void RegionChart::showZoom()
{
    state()->axis().setVisible(m_zoom.window().steps);
    redrawMarks();
    hideTip();
    emit contentChanged();
}

void RegionChart::setWindow(const MapWindow& window)
{
    if (scene() && m_zoom.set(window))
        showZoom();
}

void RegionChart::followSteps()
{
    MapWindow window = m_zoom.window();
    window.steps = state()->axis().visible();
    if (scene() && m_zoom.set(window))
        showZoom();
}

void RegionChart::zoomAt(double steps, double addresses, const QPointF& at)
{
    if (!scene())
        return;
    const QRectF plot = scene()->plot();
    if (m_zoom.zoom(steps, addresses, (at.x() - plot.left()) / plot.width(), (plot.bottom() - at.y()) / plot.height()))
        showZoom();
}

void RegionChart::showMatch(RowId row)
{
    const ViewState::Batch batch(*state());
    const Rows& rows = state()->view()->rows;
    state()->focus().setHovered(std::nullopt);
    state()->focus().setPinned(row);
    if (!StepRange{rows.start[row].value, rows.end[row].value}.contains(state()->cursor().value))
        m_navigation.goTo(rows.start[row]);
    followSteps(); // the state reports the move only later
    const MapBox* box = state()->regionMap()->boxOf(row);
    if (box && m_zoom.reveal(box->begin, box->end))
        showZoom();
}

void RegionChart::escape()
{
    if (const ChartDrag::Mode mode = m_drag.cancel(); mode != ChartDrag::Mode::Idle) {
        if (mode == ChartDrag::Mode::Panning)
            setWindow(m_dragged);
        update();
        return;
    }
    if (std::exchange(m_isPointedByKeys, false)) {
        hideTip();
        state()->focus().setHovered(std::nullopt);
    }
    if (!state()->escape())
        fit();
}

QPointF RegionChart::keyPoint() const
{
    if (!scene())
        return {};
    QPointF at = scene()->plot().center();
    if (window().steps.contains(state()->cursor().value))
        at.setX(centreOf(scene()->chart.geometry.steps, state()->cursor()));
    return at;
}

void RegionChart::moveBetween(int by)
{
    if (!scene())
        return;
    m_navigation.showCursor();
    const RegionMap& map = *state()->regionMap();
    const auto row = boxBeside(map, state()->cursor(), window(), state()->focus().pointed(), by);
    if (!row)
        return;
    const MapBox& box = *map.boxOf(*row);
    if (m_zoom.reveal(box.begin, box.end))
        showZoom();
    m_isPointedByKeys = true;
    state()->focus().setHovered(row);
    showKeyTip(*row);
}

void RegionChart::showKeyTip(RowId row)
{
    const QPointF at(keyPoint().x(), scene()->rectOf(row).center().y());
    showTip(mapToGlobal(at.toPoint()), keyTip(*state(), row));
}

void RegionChart::pointAt(const QPointF& at, const QPoint& globalAt)
{
    m_isPointedByKeys = false;
    state()->focus().setHovered(rowAt(at));
    QStringList lines;
    std::optional<StepId> step;
    if (const RegionScene* shown = scene()) {
        lines = regionTip(*state(), *shown, at);
        if (shown->hasAddress(at))
            step = shown->stepOf(at);
    }
    showTip(globalAt, lines);
    emit hoveredStep(step);
}

void RegionChart::updateFrames()
{
    updateDescription();
    if (const RegionScene* shown = isVisible() ? scene() : nullptr)
        update(m_overlay.reframed(*shown, state()->focus()));
}

void RegionChart::updateDescription()
{
    if (isVisible())
        setAccessibleDescription(scene() ? regionDescription(*state(), level(), m_isPointedByKeys) : tr("empty"));
}

bool RegionChart::event(QEvent* event)
{
    // Esc must end a drag before a shortcut of the window handles the key.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape
        && m_drag.mode() != ChartDrag::Mode::Idle) {
        event->accept();
        return true;
    }
    return RowSurface::event(event);
}

void RegionChart::hideEvent(QHideEvent* event)
{
    m_matches.setWanted(false);
    m_canvas.abandon();
    RowSurface::hideEvent(event);
}

void RegionChart::mousePressEvent(QMouseEvent* event)
{
    const RegionScene* shown = scene();
    const QPointF at = event->position();
    const bool isInside = shown && (shown->plot().united(shown->bands).contains(at) || shown->column.contains(at));
    if (isInside && m_drag.press(*event))
        m_dragged = window();
}

void RegionChart::mouseMoveEvent(QMouseEvent* event)
{
    m_drag.moveTo(event->position());
    if (m_drag.mode() == ChartDrag::Mode::Selecting) {
        hideTip();
        update();
    } else if (m_drag.mode() == ChartDrag::Mode::Panning && scene()) {
        const QRectF plot = scene()->plot();
        const QPointF moved = m_drag.moved();
        if (m_zoom.pan(m_dragged, -moved.x() / plot.width(), moved.y() / plot.height()))
            showZoom();
    } else if (!state()->isEmpty()) {
        pointAt(event->position(), event->globalPosition().toPoint());
    }
}

void RegionChart::mouseReleaseEvent(QMouseEvent* event)
{
    const ChartDrag::Mode ended = m_drag.release(*event);
    const RegionScene* shown = scene();
    if (!shown)
        return;
    if (ended == ChartDrag::Mode::Selecting) {
        const QRectF rect = m_drag.rect() & shown->plot();
        update();
        if (rect.width() >= 2 && rect.height() >= 2)
            setWindow(shown->windowOf(rect));
    } else if (ended == ChartDrag::Mode::Pressed) {
        const auto row = shown->rowAt(event->position());
        state()->focus().setPinned(row);
        if (!row && shown->hasAddress(event->position())) // free memory: go there, as a click into the curve does
            state()->axis().setCursor(shown->stepOf(event->position()));
        pointAt(event->position(), event->globalPosition().toPoint()); // the tip contains the pin
    }
}

void RegionChart::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const int notches = turned.y() != 0 ? turned.y() : turned.x(); // Alt swaps the directions
    double steps = std::pow(kRegionWheelZoom, notches / 120.0);
    double addresses = steps;
    if (event->modifiers() & Qt::ShiftModifier)
        addresses = 1;
    if (event->modifiers() & Qt::ControlModifier)
        steps = 1;
    zoomAt(steps, addresses, event->position());
    event->accept();
}

void RegionChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space:
        m_drag.setSpaceHeld(true);
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveBetween(event->key() == Qt::Key_Up ? 1 : -1);
        return;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (scene() && m_zoom.pan(window(), 0, event->key() == Qt::Key_PageUp ? kPagePan : -kPagePan))
            showZoom();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto row = state()->focus().pointed(); row && row == state()->focus().pinned()) {
            zoomToLife(*row);
        } else {
            state()->focus().setPinned(row);
            if (row && m_isPointedByKeys && tip().isVisible())
                showKeyTip(*row); // the tip contains that the row is pinned
        }
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void RegionChart::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_drag.setSpaceHeld(false);
    RowSurface::keyReleaseEvent(event);
}

void RegionChart::focusOutEvent(QFocusEvent* event)
{
    m_drag.setSpaceHeld(false); // another widget will receive the release
    hideTip();
    RowSurface::focusOutEvent(event);
}

void RegionChart::leaveEvent(QEvent* event)
{
    emit hoveredStep(std::nullopt);
    RowSurface::leaveEvent(event);
}

void RegionChart::contextMenuEvent(QContextMenuEvent* event)
{
    const RegionScene* shown = scene();
    if (!shown)
        return;
    m_drag.cancel(); // the menu will receive the release
    update();
    if (rowOf(*event)) {
        RowSurface::contextMenuEvent(event);
        return;
    }
    hideTip();
    StepId step = state()->cursor();
    if (event->reason() == QContextMenuEvent::Mouse)
        step = shown->stepOf(event->pos());
    auto* menu = new QMenu(this);
    addStepActions(*menu, state(), &m_navigation, step, [this] { emit pictureRequested(); });
    popUp(menu, menuPlace(*event, *this, rect().center()));
}

} // namespace tidemark::ui
