#include "ui/charts/bars_widget.h"

#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace tidemark::ui {

BarsWidget::BarsWidget(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

QSize BarsWidget::minimumSizeHint() const
{
    return {200, grown(180, font())};
}

void BarsWidget::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (event->button() == Qt::LeftButton && place)
        emit selected(itemAt(*place));
}

void BarsWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto place = placeAt(event->position()))
        emit opened(itemAt(*place));
}

void BarsWidget::keyPressEvent(QKeyEvent* event)
{
    const std::optional<std::size_t> selectedNow = selectedPlace();
    const auto last = static_cast<std::ptrdiff_t>(count()) - 1;
    if (last < 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    auto place = static_cast<std::ptrdiff_t>(selectedNow.value_or(0));
    switch (event->key()) {
    case Qt::Key_Left:
        --place;
        break;
    case Qt::Key_Right:
        ++place;
        break;
    case Qt::Key_Home:
        place = 0;
        break;
    case Qt::Key_End:
        place = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (selectedNow)
            emit opened(itemAt(*selectedNow));
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    emit selected(itemAt(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, last))));
}

bool BarsWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto place = placeAt(help->pos()))
            QToolTip::showText(help->globalPos(), plainToolTip(describe(itemAt(*place))), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void BarsWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    paintBars(painter, colors);
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace tidemark::ui
