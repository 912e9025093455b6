#include "ui/theme/appearance.h"

#include "ui/theme/colors.h"
#include "ui/theme/flat_style.h"

#include <QApplication>
#include <QStyle>
#include <QToolTip>

namespace tidemark::ui {

void applyAppearance(Appearance appearance)
{
    static const bool systemIsDark = colorsFor(QApplication::palette()).isDark;
    static const bool ownsStyle
        = QApplication::style()->name().compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0;
    if (!ownsStyle && appearance == Appearance::System) {
        QApplication::setPalette(QPalette());
        return;
    }
    if (ownsStyle && !qobject_cast<FlatStyle*>(QApplication::style()))
        QApplication::setStyle(new FlatStyle);
    const bool isDark = appearance == Appearance::Dark || (appearance == Appearance::System && systemIsDark);
    const QPalette palette = isDark ? darkPalette() : lightPalette();
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace tidemark::ui
