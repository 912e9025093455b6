#pragma once

#include <QFont>

namespace tidemark::ui {

QFont monospaceFont();

/// One point smaller than the window's font.
QFont secondaryFont();

/// Variants of a given font: bold, scaled by a factor, one point smaller, fixed pitch.
QFont boldFont(QFont font);
QFont largerFont(QFont font, double factor);
QFont smallerFont(QFont font);
QFont fixedFontLike(const QFont& font);

/// The fonts of a chart. Made on the interface thread; may be used on any thread.
struct ChartFonts {
    QFont normal;
    QFont bold;
    QFont small; // secondary text
    QFont fixed; // names from the program
};
ChartFonts chartFonts(const QFont& font);

/// Scales a length that was chosen in pixels for the usual font size to the size of this font.
int grown(int pixels, const QFont& font);

} // namespace tidemark::ui
