#include "ui/widgets/fonts.h"

#include <QApplication>
#include <QFontDatabase>

namespace tidemark::ui {

QFont monospaceFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const qreal size = QApplication::font().pointSizeF();
    // DejaVu Sans Mono, which most desktops give, looks larger than the proportional font of the same size.
    if (size > 0)
        font.setPointSizeF(size * 0.95);
    return font;
}

QFont secondaryFont()
{
    QFont font = QApplication::font();
    if (font.pointSizeF() > 7)
        font.setPointSizeF(font.pointSizeF() - 1);
    return font;
}

} // namespace tidemark::ui
