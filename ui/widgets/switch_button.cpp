#include "ui/widgets/switch_button.h"

#include "ui/theme/colors.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace tidemark::ui {

SwitchButton::SwitchButton(QWidget* parent)
    : QToolButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
}

void SwitchButton::paintEvent(QPaintEvent*)
{
    const Colors colors = colorsFor(palette());
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    if (isChecked())
        option.palette.setColor(QPalette::Button, colors.selectedRow);
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
    if (!isChecked())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors.highlight);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
}

} // namespace tidemark::ui
