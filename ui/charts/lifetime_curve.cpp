#include "ui/charts/lifetime_curve.h"

#include "ui/theme/colors.h"

#include <QPainter>

#include <algorithm>

namespace tidemark::ui {

LifetimeCurve::LifetimeCurve(const ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setFixedHeight(24);
    setAccessibleName(tr("Lifetime in the program"));
    connect(state, &ViewState::cursorChanged, this, qOverload<>(&QWidget::update));
}

void LifetimeCurve::setRow(std::uint32_t row)
{
    m_row = row;
    update();
}

void LifetimeCurve::paintEvent(QPaintEvent*)
{
    const auto& timeline = m_state->timeline();
    if (!timeline || m_row >= timeline->rows.size())
        return;
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    const double peak = static_cast<double>(std::max<std::int64_t>(1, timeline->occupiedPeakBytes()));
    const double perStep = width() / static_cast<double>(timeline->steps);
    for (const Column& column :
         decimate(timeline->occupied, {0, timeline->steps}, static_cast<std::uint32_t>(width()))) {
        const double level = static_cast<double>(column.max) / peak * height();
        painter.fillRect(
            QRectF(column.steps.begin * perStep, height() - level, std::max(1.0, column.steps.size() * perStep), level),
            colors.grid);
    }
    const BufferRow& row = timeline->rows[m_row];
    const QColor color = colors.lifetime(kindOf(timeline->plan->assignment().allocations[row.allocation]));
    painter.fillRect(QRectF(row.start * perStep, height() / 2.0 - 4, std::max(2.0, (row.end - row.start) * perStep), 8),
                     color);
    painter.fillRect(QRectF((m_state->cursor() + 0.5) * perStep - 0.75, 1, 1.5, height() - 2), colors.text);
}

} // namespace tidemark::ui
