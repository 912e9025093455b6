#include "ui/charts/region_drag.h"

#include <QApplication>
#include <QMouseEvent>

#include <utility>

namespace tidemark::ui {

void RegionDrag::press(const QMouseEvent& event, bool isSpaceHeld, const MapWindow& window)
{
    const bool isLeft = event.button() == Qt::LeftButton;
    if (m_mode != Mode::None || (!isLeft && event.button() != Qt::MiddleButton))
        return;
    m_mode = isLeft && !isSpaceHeld ? Mode::Pressed : Mode::Panning;
    m_button = event.button();
    m_from = m_to = event.position();
    m_window = window;
}

void RegionDrag::moveTo(const QPointF& at)
{
    m_to = at;
    if (m_mode == Mode::Pressed && moved().manhattanLength() >= QApplication::startDragDistance())
        m_mode = Mode::Zooming;
}

RegionDrag::Mode RegionDrag::release(const QMouseEvent& event)
{
    return event.button() == m_button ? std::exchange(m_mode, Mode::None) : Mode::None;
}

} // namespace tidemark::ui
