#include "ui/pages/page.h"

#include "ui/theme/colors.h"

#include <QPainter>

namespace tidemark::ui {

void Page::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colorsFor(palette()).base);
}

} // namespace tidemark::ui
