#include "ui/charts/lifetime_curve.h"

#include "ui/charts/curve_painter.h"
#include "ui/widgets/swatch.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {

LifetimeCurve::LifetimeCurve(const ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setFixedHeight(24);
    setAccessibleName(tr("Lifetime in the program"));
    state->onChange(Aspect::Groups | Aspect::Uses | Aspect::Cursor, this, qOverload<>(&QWidget::update));
}

void LifetimeCurve::setRow(RowId row)
{
    m_row = m_state->focus().refer(row);
    update();
}

void LifetimeCurve::paintEvent(QPaintEvent*)
{
    const std::optional<RowId> row = m_state->focus().find(m_row);
    if (m_state->isEmpty() || !row)
        return;
    const Colors colors = colorsFor(palette());
    const View& view = *m_state->view();
    if (m_curveOf != m_state->focus().generation()
        || m_curve.size() != (QSizeF(size()) * devicePixelRatioF()).toSize()) {
        m_curveOf = m_state->focus().generation();
        m_curve = curveImage(view.curves.front(), size(), devicePixelRatioF(), 1, colors.grid,
                             palette().color(backgroundRole()), colors);
    }
    QPainter painter(this);
    painter.drawImage(0, 0, m_curve);
    const double perCell = width() / static_cast<double>(view.axis.count);
    const std::uint32_t start = view.rows.start[*row].value;
    const std::uint32_t end = view.rows.end[*row].value;
    paintFill(painter, {start * perCell, height() / 2.0 - 4, std::max(2.0, (end - start) * perCell), 8},
              m_state->lifetimeFillOf(*row, colors));
    painter.fillRect(QRectF((m_state->cursor().value + 0.5) * perCell - 0.75, 1, 1.5, height() - 2), colors.text);
}

void LifetimeCurve::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_curve = {};
    QWidget::changeEvent(event);
}

} // namespace tidemark::ui
