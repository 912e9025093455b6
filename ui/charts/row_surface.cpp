#include "ui/charts/row_surface.h"

#include "ui/charts/chart_navigation.h"
#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/state/similar_rows.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/pop_up.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
void addStepActions(QMenu& menu, ViewState* state, ChartNavigation* navigation, StepId step,
                    const std::function<void()>& exportPicture)
{
    const quint64 generation = state->focus().generation();
    const auto add = [&](const QString& text, std::function<void()> act) {
        return menu.addAction(text, state, [state, generation, act = std::move(act)] {
            if (state->focus().generation() == generation)
                act();
        });
    };
    const View& view = *state->view();
    const bool isKnown = view.curves.front().knows(step.index());
    const QString value = isKnown ? state->bytes(view.levelAt(step)) : UiText::tr("not known");
    add(UiText::tr("Go Here (%1)").arg(cellText(view.axis, step)), [state, step] { state->axis().setCursor(step); });
    add(UiText::tr("Go to Peak"), [navigation] { navigation->goToPeak(); });
    add(UiText::tr("Zoom to Range"), [navigation] {
        navigation->zoomToSelection();
    })->setEnabled(state->axis().selected().has_value());
    add(UiText::tr("Zoom to Fit"), [navigation] { navigation->fit(); })->setEnabled(!state->axis().isShowingAll());
    menu.addSeparator();
    add(UiText::tr("Copy Value (%1)").arg(value), [value] { copyText(value); })->setEnabled(isKnown);
    add(UiText::tr("Export Chart as PNG…"), exportPicture);
}

void addRowActions(QMenu& menu, ViewState* state, RowId row)
{
    const Rows& rows = state->view()->rows;
    const Facts& facts = state->facts().of(row);
    const auto add = [&](const char* name, const QString& text, std::function<void(RowId)> act) {
        QAction* action = menu.addAction(text, state, [state, item = state->focus().refer(row), act = std::move(act)] {
            if (const std::optional<RowId> found = state->focus().find(item))
                act(*found);
        });
        action->setObjectName(QString::fromLatin1(name));
        return action;
    };
    const auto addFilter = [&](const char* name, const QString& text, const std::string& words) {
        add(name, text, [state, words](RowId) {
            state->filter().setText(QString::fromStdString(words));
        })->setEnabled(!words.empty());
    };
    if (state->focus().pinned() == row)
        add("pin", UiText::tr("Unpin"), [state](RowId) { state->focus().setPinned(std::nullopt); });
    else
        add("pin", UiText::tr("Pin"), [state](RowId found) { state->focus().setPinned(found); });
    add("zoom", UiText::tr("Zoom to Lifetime"), [state](RowId found) {
        const Rows& shown = state->view()->rows;
        state->axis().zoomTo(shown.start[found], shown.end[found]);
    });
    add("similar", UiText::tr("Select Similar"),
        [state](RowId found) { state->focus().setSelected(SimilarRows(state).of(found)); });
    menu.addSeparator();
    addFilter("filterOp", UiText::tr("Filter by This Op"), facts.opName);
    addFilter("filterShape", UiText::tr("Filter by This Shape"), facts.shapeWithoutLayout);
    add("filterKind", UiText::tr("Filter by This Type (%1)").arg(text(rows.kindOf(row).label)),
        [state](RowId found) { state->filter().setFacet(Facet::of(state->view()->rows.kindOf(found))); });
    if (state->meanings()) {
        add("filterCategory", UiText::tr("Filter by This Category (%1)").arg(text(facts.categoryLabel)),
            [state](RowId found) { state->filter().setFacet(Facet::of(state->meanings()->categoryOf(found))); });
        if (!facts.role.empty())
            add("filterRole", UiText::tr("Filter by This Role (%1)").arg(text(facts.role)), [state](RowId found) {
                state->filter().setFacet(Facet::ofRole(state->meanings()->roleGroupOf(found)));
            });
    }
    if (const auto idle = state->idle(row); idle && idle->steps > 0) {
        const Facet asLong = Facet::ofIdle(idleShadeFrom(idleShade(idle->steps)), state->view()->axis);
        add("filterIdle", UiText::tr("Filter by %1 Around the Cursor").arg(asLong.text),
            [state, asLong](RowId) { state->filter().setFacet(asLong); });
    }
    menu.addSeparator();
    add("copyName", UiText::tr("Copy Name"),
        [state](RowId found) { copyText(text(state->view()->rows.label(found))); });
    add("copyDetails", UiText::tr("Copy Details"), [state](RowId found) { copyText(detailsText(*state, found)); });
}

std::optional<std::size_t> placeAfter(int key, std::optional<std::size_t> at, std::size_t count)
{
    if (count == 0)
        return std::nullopt;
    switch (key) {
    case Qt::Key_Left:
        return std::max<std::size_t>(at.value_or(0), 1) - 1;
    case Qt::Key_Right:
        return at ? std::min(*at + 1, count - 1) : 0;
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return count - 1;
    default:
        return std::nullopt;
    }
}

RowSurface::RowSurface(ViewState* state, QWidget* parent, MovingTip::Room tips)
    : QWidget(parent)
    , m_state(state)
    , m_tip(new MovingTip(this, tips))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QStringList RowSurface::tipAt(const QPointF& at) const
{
    if (const auto row = rowAt(at))
        return rowTip(*m_state, *row);
    return {};
}

void RowSurface::hideTip()
{
    m_tipRow.reset();
    m_tip->hide();
}

void RowSurface::paintFocus(QPainter& painter, const QRect& frame) const
{
    if (hasFocus())
        paintFocusFrame(painter, frame, colorsFor(palette()));
}

void RowSurface::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state->isEmpty())
        return;
    const auto row = rowAt(event->position());
    m_state->focus().setHovered(row);
    if (row && row == m_tipRow)
        return;
    m_tipRow = row;
    m_tip->show(event->globalPosition().toPoint(), tipAt(event->position()));
}

void RowSurface::mousePressEvent(QMouseEvent* event)
{
    if (!m_state->isEmpty() && event->button() == Qt::LeftButton)
        m_state->focus().setPinned(rowAt(event->position()));
}

void RowSurface::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_state->isEmpty() || event->button() != Qt::LeftButton)
        return;
    if (const auto row = rowAt(event->position()))
        zoomToLife(*row);
}

void RowSurface::zoomToLife(RowId row)
{
    const Rows& rows = m_state->view()->rows;
    m_state->axis().zoomTo(rows.start[row], rows.end[row]);
}

void RowSurface::leaveEvent(QEvent* event)
{
    hideTip();
    m_state->focus().setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void RowSurface::hideEvent(QHideEvent* event)
{
    hideTip();
    QWidget::hideEvent(event);
}

void RowSurface::focusOutEvent(QFocusEvent* event)
{
    // Ends a hover that was set by keys. A hover by the pointer, which may be in another widget, stays.
    if (!underMouse())
        m_state->focus().setHovered(std::nullopt);
    QWidget::focusOutEvent(event);
}

bool RowSurface::goToRow(int key)
{
    const std::vector<RowId> rows = rowsInOrder();
    const auto found = std::ranges::find(rows, m_state->focus().pointed().value_or(RowId()));
    std::optional<std::size_t> place;
    if (found != rows.end())
        place = static_cast<std::size_t>(found - rows.begin());
    const auto to = placeAfter(key, place, rows.size());
    if (to)
        m_state->focus().setHovered(rows[*to]);
    return to.has_value();
}

void RowSurface::keyPressEvent(QKeyEvent* event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers().setFlag(Qt::KeypadModifier, false);
    const bool isPin = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (m_state->isEmpty() || modifiers != Qt::NoModifier)
        QWidget::keyPressEvent(event);
    else if (isPin)
        m_state->focus().setPinned(m_state->focus().pointed());
    else if (!goToRow(event->key()))
        QWidget::keyPressEvent(event);
}

std::optional<RowId> RowSurface::rowOf(const QContextMenuEvent& event) const
{
    return event.reason() == QContextMenuEvent::Mouse ? rowAt(event.pos()) : m_state->focus().pointed();
}

void RowSurface::contextMenuEvent(QContextMenuEvent* event)
{
    const auto row = rowOf(*event);
    if (m_state->isEmpty() || !row)
        return;
    hideTip();
    auto* menu = new QMenu(this);
    addRowActions(*menu, m_state, *row);
    popUp(menu, menuPlace(*event, *this, rect().center()));
}

} // namespace tidemark::ui
