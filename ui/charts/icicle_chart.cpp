#include "ui/charts/icicle_chart.h"

#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/pop_up.h"
#include "ui/widgets/restyle.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kIcicleMargin = 8;

} // namespace

IcicleChart::IcicleChart(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_tip(new MovingTip(this))
    , m_fonts(chartFonts(font()))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Composition of the level at the cursor"));
    connect(m_state, &ViewState::changed, this, &IcicleChart::follow);
    onShow(this, [this] {
        if (!m_isValid) {
            rebuild();
            emit zoomChanged();
        }
        redraw();
    });
    const auto place = [this] {
        m_fonts = chartFonts(font());
        layOut();
        redraw();
    };
    onResize(this, place);
    onRestyle(this, place);
}

void IcicleChart::follow(Aspects changed)
{
    const Aspects tree = Aspect::View | Aspect::Cursor | Aspect::Meanings;
    if (changed & Aspect::View)
        m_zoom.clear();
    if (changed & tree)
        m_current.reset();
    if (changed & (tree | Aspect::Uses | Aspect::Filter | Aspect::Units | Aspect::Groups))
        invalidate();
    else if (changed & Aspect::Pointed)
        update();
    if (changed & Aspect::View)
        emit zoomChanged();
}

void IcicleChart::setLevels(const std::vector<std::string>& ids)
{
    if (ids == m_levels)
        return;
    m_levels = ids;
    m_zoom.clear();
    m_current.reset();
    invalidate();
    emit zoomChanged();
}

void IcicleChart::invalidate()
{
    m_isValid = false;
    m_hovered.reset();
    m_tip->hide();
    // A hidden chart is not rebuilt.
    if (isVisible())
        rebuild();
    redraw();
}

void IcicleChart::redraw()
{
    m_picture = {};
    update();
}

void IcicleChart::rebuild()
{
    m_isValid = true;
    m_content = {};
    m_layout = {};
    if (m_state->isEmpty() || m_state->live().empty())
        return;
    m_groupings = groupingsOf(*m_state->view(), m_state->meanings());
    m_used.clear();
    m_levelNames.clear();
    for (const std::string& id : m_levels) {
        const auto found = std::ranges::find(m_groupings, id, &Grouping::id);
        if (found == m_groupings.end())
            continue;
        m_used.push_back(&*found);
        m_levelNames << text(found->label);
    }
    m_content = icicleOf(*m_state, m_used);
    const bool wasZoomed = m_zoom.isZoomed();
    m_content.place = m_zoom.find(*m_content.tree);
    layOut();
    if (wasZoomed)
        emit zoomChanged();
}

QRectF IcicleChart::plotArea() const
{
    return QRectF(kIcicleMargin, 0, std::max(1, width() - 2 * kIcicleMargin),
                  std::max(1.0, 1.0 * height() - kIcicleMargin));
}

void IcicleChart::layOut()
{
    if (m_content.tree)
        m_layout = IcicleLayout(m_content, plotArea(), m_fonts);
    updateDescription();
}

QStringList IcicleChart::path() const
{
    QStringList names;
    if (!m_content.tree)
        return names;
    for (IciclePlace place = m_content.place;;) {
        names.prepend(m_content.nameOf(place));
        if (place == IciclePlace{})
            return names;
        place = around(*m_content.tree, place);
    }
}

void IcicleChart::zoomTo(IciclePlace place)
{
    if (!m_content.tree || (*m_content.tree)[place.node].children == 0 || boxOf(*m_content.tree, place).bytes <= 0)
        return;
    // After zooming out, keys continue at the box that was zoomed to before.
    const bool isOut = (*m_content.tree)[place.node].firstRow <= (*m_content.tree)[m_content.place.node].firstRow
        && place.node < m_content.place.node;
    m_current = isOut ? m_content.place : place;
    m_zoom.set(*m_content.tree, place);
    showZoom();
}

void IcicleChart::showZoom()
{
    if (m_content.tree)
        m_content.place = m_zoom.find(*m_content.tree);
    m_hovered.reset();
    m_tip->hide();
    layOut();
    redraw();
    emit zoomChanged();
}

void IcicleChart::zoomOut(int pathPosition)
{
    if (!m_content.tree || pathPosition < 0)
        return;
    IciclePlace place = m_content.place;
    for (auto steps = path().size() - 1 - pathPosition; steps > 0; --steps)
        place = around(*m_content.tree, place);
    zoomTo(place);
}

void IcicleChart::zoomToCurrent()
{
    if (m_current)
        zoomTo(*m_current);
}

QRectF IcicleChart::rectOf(IciclePlace place) const
{
    for (const IcicleBox& box : m_layout.boxes())
        if (box.place == place)
            return m_layout.rectOf(box);
    return {};
}

std::optional<IciclePlace> IcicleChart::placeAt(const QPoint& at) const
{
    if (const auto box = m_layout.boxAt(at))
        return m_layout.boxes()[*box].place;
    return std::nullopt;
}

std::optional<RowId> IcicleChart::onlyRowOf(IciclePlace place) const
{
    const auto rows = rowsOf(*m_content.tree, place);
    if (rows.size() != 1)
        return std::nullopt;
    return rows.front().row;
}

void IcicleChart::select(IciclePlace place)
{
    m_current = place;
    std::vector<RowId> rows;
    for (const LiveRow& live : rowsOf(*m_content.tree, place))
        rows.push_back(live.row);
    const ViewState::Batch batch(*m_state);
    m_state->focus().setPinned(onlyRowOf(place));
    m_state->focus().setSelected(std::move(rows));
    updateDescription();
    update();
}

void IcicleChart::setCurrent(std::size_t box)
{
    m_current = m_layout.boxes()[box].place;
    m_state->focus().setHovered(onlyRowOf(*m_current));
    updateDescription();
    update();
}

void IcicleChart::moveBetween(int key)
{
    if (m_layout.boxes().empty())
        return;
    std::optional<std::size_t> to = 0;
    if (m_current)
        if (const auto at = m_layout.boxOfPlace(*m_content.tree, *m_current))
            to = m_layout.neighbour(*at, key);
    if (to)
        setCurrent(*to);
}

void IcicleChart::updateDescription()
{
    if (!m_content.tree) {
        setAccessibleDescription(tr("empty"));
        return;
    }
    const IciclePlace place = m_current.value_or(m_content.place);
    const IcicleBox box = boxOf(*m_content.tree, place);
    setAccessibleDescription(tr("%1, %2, %3 %4")
                                 .arg(m_content.nameOf(place), m_content.bytes(box.bytes), grouped(box.rows),
                                      rowsWord(m_state->view().get())));
}

std::optional<std::size_t> IcicleChart::boxOfPointed() const
{
    const std::optional<RowId> row = m_state->focus().pointed();
    if (!row)
        return std::nullopt;
    const auto all = m_content.tree->rowsOf(m_content.tree->root());
    const auto found = std::ranges::find(all, *row, &LiveRow::row);
    if (found == all.end())
        return std::nullopt;
    return m_layout.boxOfRow(*m_content.tree, static_cast<std::size_t>(found - all.begin()));
}

void IcicleChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    if (!m_isValid)
        rebuild();
    if (!m_content.tree || m_layout.boxes().empty()) {
        painter.fillRect(rect(), colors.base);
        if (!m_state->isEmpty())
            paintText(painter, rect(), Qt::AlignCenter, tr("No %1 is live here.").arg(rowWord(m_state->view().get())),
                      font(), colors.secondaryText);
        return;
    }
    const double ratio = devicePixelRatioF();
    if (m_picture.isNull() || m_picture.devicePixelRatio() != ratio) {
        m_picture = QImage((QSizeF(size()) * ratio).toSize(), QImage::Format_RGB32);
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(colors.base);
        QPainter below(&m_picture);
        paintIcicle(below, m_content, m_layout, colors, m_fonts);
    }
    painter.drawImage(QPointF(0, 0), m_picture);
    const auto frame = [&](const QRectF& box, const QColor& color) {
        if (!box.isEmpty())
            paintItemFrame(painter, box.adjusted(1, 1, -2, -2), colors, color);
    };
    if (const auto pointed = boxOfPointed())
        frame(m_layout.rectOf(m_layout.boxes()[*pointed]), colors.text);
    if (m_current)
        if (const auto box = m_layout.boxOfPlace(*m_content.tree, *m_current))
            frame(m_layout.rectOf(m_layout.boxes()[*box]), hasFocus() ? colors.highlight : colors.text);
    if (m_hovered)
        frame(rectOf(*m_hovered), colors.text);
}

void IcicleChart::hoverAt(const QPoint& at)
{
    const auto place = placeAt(at);
    if (place == m_hovered)
        return;
    m_hovered = place;
    QStringList lines;
    std::optional<RowId> row;
    if (place) {
        row = onlyRowOf(*place);
        lines = icicleTip(m_content, *place, m_levelNames);
        lines << ((*m_content.tree)[place->node].children > 0 ? tr("click to select, double-click to zoom in")
                                                              : tr("click to select"));
    }
    m_state->focus().setHovered(row);
    m_tip->show(mapToGlobal(at), lines);
    update();
}

void IcicleChart::mouseMoveEvent(QMouseEvent* event)
{
    hoverAt(event->position().toPoint());
}

void IcicleChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto place = placeAt(event->position().toPoint())) {
        select(*place);
        return;
    }
    m_current.reset();
    const ViewState::Batch batch(*m_state);
    m_state->focus().setPinned(std::nullopt);
    m_state->focus().setSelected({});
    update();
}

void IcicleChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position().toPoint());
    if (!place || event->button() != Qt::LeftButton)
        return;
    if (*place == m_content.place)
        zoomOut();
    else
        zoomTo(*place);
}

void IcicleChart::leaveEvent(QEvent* event)
{
    m_hovered.reset();
    m_tip->hide();
    m_state->focus().setHovered(std::nullopt);
    update();
    QWidget::leaveEvent(event);
}

void IcicleChart::hideEvent(QHideEvent* event)
{
    m_tip->hide();
    QWidget::hideEvent(event);
}

void IcicleChart::keyPressEvent(QKeyEvent* event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers().setFlag(Qt::KeypadModifier, false);
    if (!m_content.tree || modifiers != Qt::NoModifier) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveBetween(event->key());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        zoomToCurrent();
        return;
    case Qt::Key_Backspace:
        zoomOut();
        return;
    case Qt::Key_Home:
        zoomOut(0);
        return;
    case Qt::Key_Space:
        if (m_current)
            select(*m_current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

QMenu* IcicleChart::makeMenu(IciclePlace place)
{
    auto* menu = new QMenu(this);
    const auto add = [&](const char* name, const QString& text, auto&& act) {
        QAction* action = menu->addAction(text, this, act);
        action->setObjectName(QLatin1String(name));
        return action;
    };
    const GroupTree& tree = *m_content.tree;
    add("zoomIn", tr("Zoom In"), [this, place] { zoomTo(place); })->setEnabled(tree[place.node].children > 0);
    add("zoomOut", tr("Zoom Out"), [this] { zoomOut(); })->setEnabled(isZoomed());
    add("select", tr("Select %1").arg(grouped(boxOf(tree, place).rows)), [this, place] { select(place); });
    menu->addSeparator();
    for (const Facet& facet : facetsOf(m_content, place, m_used))
        add("filter", tr("Show Only %1").arg(facet.text), [this, facet] { m_state->filter().setFacet(facet); });
    if (!m_state->filter().isEmpty())
        add("clear", tr("Clear the Filter"), [this] { m_state->filter().clear(); });
    menu->addSeparator();
    add("copy", tr("Copy the Tool Tip"),
        [this, place] { copyText(icicleTip(m_content, place, m_levelNames).join(u'\n')); });
    // The menu refers to places of the shown tree.
    m_state->onChange(Aspect::View | Aspect::Cursor | Aspect::Meanings, menu, &QWidget::close);
    return menu;
}

void IcicleChart::contextMenuEvent(QContextMenuEvent* event)
{
    const auto place = event->reason() == QContextMenuEvent::Mouse ? placeAt(event->pos()) : m_current;
    if (!place || !m_content.tree)
        return;
    m_tip->hide();
    popUp(makeMenu(*place), menuPlace(*event, *this, rectOf(*place).center().toPoint()));
}

} // namespace tidemark::ui
