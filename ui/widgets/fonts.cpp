#include "ui/widgets/fonts.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>

#include <algorithm>

namespace tidemark::ui {

QFont monospaceFont()
{
    // DejaVu Sans Mono, the default on most desktops, looks larger than a proportional font of the same size.
    return largerFont(fixedFontLike(QApplication::font()), 0.95);
}

QFont secondaryFont()
{
    return smallerFont(QApplication::font());
}

QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

QFont largerFont(QFont font, double factor)
{
    // A font whose size is set in pixels has no point size.
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(1, qRound(font.pixelSize() * factor)));
    return font;
}

QFont smallerFont(QFont font)
{
    constexpr double kSmallest = 6;
    if (font.pointSizeF() > kSmallest)
        font.setPointSizeF(std::max(kSmallest, font.pointSizeF() - 1));
    return font;
}

QFont fixedFontLike(const QFont& font)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font.pointSizeF() > 0)
        fixed.setPointSizeF(font.pointSizeF());
    else
        fixed.setPixelSize(font.pixelSize());
    return fixed;
}

ChartFonts chartFonts(const QFont& font)
{
    const QFont small = smallerFont(font);
    return {font, boldFont(font), small, fixedFontLike(small)};
}

int grown(int pixels, const QFont& font)
{
    constexpr double kUsualText = 13.5; // pixels
    return static_cast<int>(pixels * std::max(1.0, QFontInfo(font).pixelSize() / kUsualText));
}

} // namespace tidemark::ui
