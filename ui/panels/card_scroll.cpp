#include "ui/panels/card_scroll.h"

#include "ui/theme/colors.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

namespace tidemark::ui {

CardScroll::CardScroll(QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::Box); // room for the focus frame
    setLineWidth(1);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
}

bool CardScroll::event(QEvent* event)
{
    if (event->type() != QEvent::Paint)
        return QScrollArea::event(event);
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    painter.setPen(hasFocus() ? colors.highlight : colors.base);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    return true;
}

void CardScroll::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (key == Qt::Key_Home || key == Qt::Key_End)
        verticalScrollBar()->triggerAction(key == Qt::Key_Home ? QScrollBar::SliderToMinimum
                                                               : QScrollBar::SliderToMaximum);
    else
        QScrollArea::keyPressEvent(event);
}

void CardScroll::focusInEvent(QFocusEvent* event)
{
    QScrollArea::focusInEvent(event);
    update();
}

void CardScroll::focusOutEvent(QFocusEvent* event)
{
    QScrollArea::focusOutEvent(event);
    update();
}

} // namespace tidemark::ui
