#pragma once

#include "tests/support/damager.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWidget>

#include <algorithm>
#include <array>
#include <utility>

namespace tidemark::test {

/// Points at random positions.
class RandomHand : public QObject
{
public:
    explicit RandomHand(std::uint32_t seed)
        : m_random(seed)
    { }

protected:
    std::size_t below(std::size_t end) { return m_random.below(end); }

    QPoint pointIn(const QWidget& widget)
    {
        return {static_cast<int>(below(static_cast<std::size_t>(std::max(1, widget.width())))),
                static_cast<int>(below(static_cast<std::size_t>(std::max(1, widget.height()))))};
    }
    /// Returns the widget under a random position in a window, and the position in it.
    std::pair<QWidget*, QPoint> target(QWidget& inside)
    {
        const QPoint at = pointIn(inside);
        QWidget* child = inside.childAt(at);
        return child ? std::pair(child, child->mapFrom(&inside, at)) : std::pair(&inside, at);
    }
    Qt::KeyboardModifiers modifiers()
    {
        constexpr std::array<Qt::KeyboardModifier, 3> kAll = {Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
        Qt::KeyboardModifiers result;
        if (below(3) == 0)
            result |= kAll[below(kAll.size())];
        return result;
    }

    void mouse(QWidget* to, QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held,
               Qt::KeyboardModifiers with)
    {
        QMouseEvent event(type, at, to->mapTo(to->window(), at), to->mapToGlobal(at), button, held, with);
        QApplication::sendEvent(to, &event);
    }

    Damager m_random;
};

} // namespace tidemark::test
