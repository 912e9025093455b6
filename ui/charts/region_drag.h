#pragma once

#include "core/view/box_index.h"

#include <QPointF>
#include <QRectF>

class QMouseEvent;

namespace tidemark::ui {

/// The action of the pointer over an address map while a button is held: click, draw a rectangle to zoom to, or pan.
class RegionDrag
{
public:
    enum class Mode { None, Pressed, Zooming, Panning };

    /// Does nothing while another button is held.
    void press(const QMouseEvent& event, bool isSpaceHeld, const MapWindow& window);
    void moveTo(const QPointF& at);
    /// Ends the drag and returns its mode. Returns None if another button was released.
    Mode release(const QMouseEvent& event);
    void cancel() { m_mode = Mode::None; }

    Mode mode() const { return m_mode; }
    const MapWindow& window() const { return m_window; } // when the drag began
    QPointF moved() const { return m_to - m_from; } // pixels
    QRectF rect() const { return QRectF(m_from, m_to).normalized(); }

private:
    Mode m_mode = Mode::None;
    Qt::MouseButton m_button = Qt::NoButton;
    QPointF m_from;
    QPointF m_to;
    MapWindow m_window;
};

} // namespace tidemark::ui
