#include "ui/pages/page.h"

#include "ui/theme/colors.h"

#include <QPainter>

#include <algorithm>

namespace tidemark::ui {

bool Page::uses(PanelId panel) const
{
    const std::vector<PanelId> all = panels();
    return std::ranges::find(all, panel) != all.end();
}

void Page::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colorsFor(palette()).base);
}

} // namespace tidemark::ui
