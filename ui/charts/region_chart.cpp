#include "ui/charts/region_chart.h"

#include "ui/charts/chart_menu.h"
#include "ui/charts/region_scene.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/pop_up.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr double kRegionWheelZoom = 1.25; // per notch
constexpr double kPagePan = 0.5; // of the visible part

} // namespace

RegionChart::RegionChart(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_navigation(state)
    , m_tip(new MovingTip(this, MovingTip::Room::Parent))
    , m_fonts(chartFonts(font()))
    , m_matches(state)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Address by program order"));
    connect(m_state, &ViewState::changed, this, &RegionChart::follow);
    connect(&m_canvas, &RegionCanvas::drawn, this, &RegionChart::redrawMarks);
    connect(&m_matches, &RegionMatches::changed, this, &RegionChart::redraw);
    connect(&m_matches, &RegionMatches::found, this, &RegionChart::showMatch);
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
        m_tip->hide();
    if ((changed & (Aspect::Groups | Aspect::Uses | Aspect::Units))
        || (isMoved && m_state->groups() && m_state->groups()->isByIdle()))
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
    m_tip->hide();
    m_drag.cancel();
    m_canvas.forget();
    m_level.reset();
    const auto& map = m_state->regionMap();
    m_content = map && !m_state->isEmpty() ? contentOf(*m_state) : ChartContent();
    if (map && !m_state->isEmpty())
        m_zoom.show(*map, m_state->axis().visible());
    redraw();
    redrawMarks();
    updateDescription();
    emit zoomChanged();
}

bool RegionChart::isDrawn() const
{
    return scene() && m_canvas.isDrawn(*scene(), devicePixelRatioF());
}

RegionContent RegionChart::content() const
{
    return regionContentOf(*m_state, window(), m_matches.matches(), m_content);
}

RegionContent RegionChart::exactContent()
{
    m_matches.finish();
    return content();
}

const RegionScene* RegionChart::scene() const
{
    if (!m_state->regionMap())
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
    if (!m_level || m_levelAt != m_state->cursor()) {
        m_levelAt = m_state->cursor();
        m_level = m_state->regionMap()->levelAt(m_levelAt);
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
    const double ratio = devicePixelRatioF();
    const QImage& picture = m_canvas.picture(shown, level(), size(), ratio);
    for (const QRect& part : event->region())
        painter.drawImage(QRectF(part), picture, QRectF(QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio));
    const bool isZooming = m_drag.mode() == RegionDrag::Mode::Zooming;
    m_overlay.paint(painter, shown, m_state->focus(), isZooming ? m_drag.rect() & shown.plot() : QRectF(), hasFocus());
    if (const double gutter = shown.plot().left(); gutter != m_gutter) {
        m_gutter = gutter;
        emit gutterChanged(gutter);
    }
}

void RegionChart::showZoom()
{
    m_state->axis().setVisible(m_zoom.window().steps);
    redrawMarks();
    m_tip->hide();
    emit zoomChanged();
}

void RegionChart::setWindow(const MapWindow& window)
{
    if (scene() && m_zoom.set(window))
        showZoom();
}

void RegionChart::followSteps()
{
    MapWindow window = m_zoom.window();
    window.steps = m_state->axis().visible();
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

void RegionChart::zoomToLife(RowId row)
{
    m_state->axis().zoomTo(m_state->view()->rows.start[row], m_state->view()->rows.end[row]);
}

void RegionChart::showMatch(RowId row)
{
    const ViewState::Batch batch(*m_state);
    const Rows& rows = m_state->view()->rows;
    m_state->focus().setHovered(std::nullopt);
    m_state->focus().setPinned(row);
    if (!contains({rows.start[row].value, rows.end[row].value}, m_state->cursor()))
        m_navigation.goTo(rows.start[row]);
    followSteps(); // the state reports the move only later
    const MapBox* box = m_state->regionMap()->boxOf(row);
    if (box && m_zoom.reveal(box->begin, box->end))
        showZoom();
}

void RegionChart::escape()
{
    if (m_drag.mode() != RegionDrag::Mode::None) {
        if (m_drag.mode() == RegionDrag::Mode::Panning)
            setWindow(m_drag.window());
        m_drag.cancel();
        update();
        return;
    }
    if (std::exchange(m_isPointedByKeys, false)) {
        m_tip->hide();
        m_state->focus().setHovered(std::nullopt);
    }
    if (!m_state->escape())
        fit();
}

QPointF RegionChart::keyPoint() const
{
    const QRectF plot = scene() ? scene()->plot() : QRectF();
    const bool isSeen = contains(window().steps, m_state->cursor());
    return {isSeen && scene() ? centreOf(scene()->chart.geometry.steps, m_state->cursor()) : plot.center().x(),
            plot.center().y()};
}

void RegionChart::moveBetween(int by)
{
    if (!scene())
        return;
    m_navigation.showCursor();
    const RegionMap& map = *m_state->regionMap();
    const auto row = boxBeside(map, m_state->cursor(), window(), m_state->focus().pointed(), by);
    if (!row)
        return;
    const MapBox& box = *map.boxOf(*row);
    if (m_zoom.reveal(box.begin, box.end))
        showZoom();
    m_isPointedByKeys = true;
    m_state->focus().setHovered(row);
    showKeyTip(*row);
}

void RegionChart::showKeyTip(RowId row)
{
    const QPointF at(keyPoint().x(), scene()->rectOf(row).center().y());
    m_tip->show(mapToGlobal(at.toPoint()), keyTip(*m_state, row));
}

void RegionChart::pointAt(const QPointF& at, const QPoint& globalAt)
{
    const RegionScene* shown = scene();
    m_isPointedByKeys = false;
    m_state->focus().setHovered(shown ? shown->rowAt(at) : std::nullopt);
    m_tip->show(globalAt, shown ? regionTip(*m_state, *shown, at) : QStringList());
    emit hoveredStep(shown && shown->hasAddress(at) ? std::optional(shown->stepOf(at)) : std::nullopt);
}

void RegionChart::updateFrames()
{
    updateDescription();
    if (const RegionScene* shown = isVisible() ? scene() : nullptr)
        update(m_overlay.reframed(*shown, m_state->focus()));
}

void RegionChart::updateDescription()
{
    if (isVisible())
        setAccessibleDescription(scene() ? regionDescription(*m_state, level(), m_isPointedByKeys) : tr("empty"));
}

bool RegionChart::event(QEvent* event)
{
    // Esc must end a drag before a shortcut of the window handles the key.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape
        && m_drag.mode() != RegionDrag::Mode::None) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void RegionChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    redrawMarks();
}

void RegionChart::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_matches.setWanted(true);
    updateDescription();
}

void RegionChart::hideEvent(QHideEvent* event)
{
    m_tip->hide();
    m_matches.setWanted(false);
    m_canvas.abandon();
    QWidget::hideEvent(event);
}

void RegionChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_fonts = chartFonts(font());
        redraw();
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

void RegionChart::mousePressEvent(QMouseEvent* event)
{
    const RegionScene* shown = scene();
    const QPointF at = event->position();
    if (shown && (shown->plot().united(shown->bands).contains(at) || shown->column.contains(at)))
        m_drag.press(*event, m_isSpaceHeld, window());
}

void RegionChart::mouseMoveEvent(QMouseEvent* event)
{
    m_drag.moveTo(event->position());
    if (m_drag.mode() == RegionDrag::Mode::Zooming) {
        m_tip->hide();
        update();
    } else if (m_drag.mode() == RegionDrag::Mode::Panning && scene()) {
        const QRectF plot = scene()->plot();
        const QPointF moved = m_drag.moved();
        if (m_zoom.pan(m_drag.window(), -moved.x() / plot.width(), moved.y() / plot.height()))
            showZoom();
    } else if (!m_state->isEmpty()) {
        pointAt(event->position(), event->globalPosition().toPoint());
    }
}

void RegionChart::mouseReleaseEvent(QMouseEvent* event)
{
    const RegionDrag::Mode ended = m_drag.release(*event);
    const RegionScene* shown = scene();
    if (!shown)
        return;
    if (ended == RegionDrag::Mode::Zooming) {
        const QRectF rect = m_drag.rect() & shown->plot();
        update();
        if (rect.width() >= 2 && rect.height() >= 2)
            setWindow(shown->windowOf(rect));
    } else if (ended == RegionDrag::Mode::Pressed) {
        m_state->focus().setPinned(shown->rowAt(event->position()));
        pointAt(event->position(), event->globalPosition().toPoint()); // the tip contains the pin
    }
}

void RegionChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto row = scene() ? scene()->rowAt(event->position()) : std::nullopt;
    if (row && event->button() == Qt::LeftButton)
        zoomToLife(*row);
}

void RegionChart::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const double factor = std::pow(kRegionWheelZoom, (turned.y() != 0 ? turned.y() : turned.x()) / 120.0);
    const bool onlySteps = (event->modifiers() & Qt::ShiftModifier) != 0;
    const bool onlyAddresses = (event->modifiers() & Qt::ControlModifier) != 0;
    zoomAt(onlyAddresses ? 1 : factor, onlySteps ? 1 : factor, event->position());
    event->accept();
}

void RegionChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space:
        m_isSpaceHeld = true;
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
        if (const auto row = m_state->focus().pointed(); row && row == m_state->focus().pinned()) {
            zoomToLife(*row);
        } else {
            m_state->focus().setPinned(row);
            if (row && m_isPointedByKeys && m_tip->isVisible())
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
        m_isSpaceHeld = false;
    QWidget::keyReleaseEvent(event);
}

void RegionChart::focusOutEvent(QFocusEvent* event)
{
    m_isSpaceHeld = false; // another widget will receive the release
    m_tip->hide();
    if (!underMouse())
        m_state->focus().setHovered(std::nullopt); // set by keys
    QWidget::focusOutEvent(event);
}

void RegionChart::leaveEvent(QEvent* event)
{
    m_tip->hide();
    m_state->focus().setHovered(std::nullopt);
    emit hoveredStep(std::nullopt);
    QWidget::leaveEvent(event);
}

void RegionChart::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isMouse = event->reason() == QContextMenuEvent::Mouse;
    const RegionScene* shown = scene();
    if (!shown)
        return;
    const auto row = isMouse ? shown->rowAt(event->pos()) : m_state->focus().pointed();
    m_tip->hide();
    m_drag.cancel(); // the menu will receive the release
    update();
    auto* menu = new QMenu(this);
    if (row)
        addRowActions(*menu, m_state, *row);
    else
        addStepActions(*menu, m_state, &m_navigation, isMouse ? shown->stepOf(event->pos()) : m_state->cursor(),
                       [this] { emit pictureRequested(); });
    popUp(menu, isMouse ? event->globalPos() : mapToGlobal(rect().center()));
}

} // namespace tidemark::ui
