#include "ui/charts/tip_window.h"

#include "ui/charts/tip_box.h"

#include <QPainter>
#include <QScreen>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr QPoint kBeside(14, 16);

} // namespace

TipWindow::TipWindow(QWidget* parent)
    : QWidget(parent, Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowTransparentForInput)
{
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void TipWindow::show(const QPoint& at, const QStringList& lines)
{
    m_lines = lines;
    if (lines.isEmpty()) {
        hide();
        return;
    }
    QRect box(at + kBeside, tipSize({lines}, chartFonts(font())).toSize() + QSize(1, 1));
    if (const QScreen* screen = parentWidget()->screen()) {
        const QRect room = screen->availableGeometry();
        if (box.right() > room.right())
            box.moveRight(std::max(at.x() - kBeside.x(), room.left() + box.width()));
        if (box.bottom() > room.bottom())
            box.moveBottom(at.y() - kBeside.y());
    }
    setGeometry(box);
    QWidget::show();
    update();
}

void TipWindow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintTip(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), {m_lines}, chartFonts(font()),
             colorsFor(palette()));
}

} // namespace tidemark::ui
