#include "ui/charts/moving_tip.h"

#include <QPainter>
#include <QScreen>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr QPoint kBeside(14, 16);

} // namespace

MovingTip::MovingTip(QWidget* parent, Room room)
    : QWidget(parent)
{
    if (room == Room::Screen)
        setWindowFlags(Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowTransparentForInput);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_OpaquePaintEvent);
    hide();
}

void MovingTip::show(const QPoint& at, const QStringList& lines)
{
    m_lines = lines;
    if (lines.isEmpty()) {
        hide();
        return;
    }
    const QWidget* parent = parentWidget();
    const QRect room = isWindow() ? parent->screen()->availableGeometry() : parent->rect();
    const QPoint place = isWindow() ? at : parent->mapFromGlobal(at);
    m_shown = {lines};
    const QSizeF size = fitTip(m_shown, chartFonts(font()), room.width() - 1);
    QRect box(place + kBeside, size.toSize() + QSize(1, 1));
    if (const int left = place.x() - kBeside.x(); box.right() > room.right())
        box.moveRight(left - box.width() >= room.left() ? left : room.right()); // below or above the pointer
    if (box.bottom() > room.bottom())
        box.moveBottom(std::max(place.y() - kBeside.y(), room.top() + box.height()));
    setGeometry(box);
    QWidget::show();
    update();
}

void MovingTip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintTip(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), m_shown, chartFonts(font()),
             colorsFor(palette()));
}

} // namespace tidemark::ui
