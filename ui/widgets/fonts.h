#pragma once

#include <QFont>

namespace tidemark::ui {

/// For names, shapes and source lines of a program.
QFont monospaceFont();

/// One point smaller than the window's font.
QFont secondaryFont();

/// The same, made from a given font: bold, in another size, one point smaller, of fixed pitch.
QFont boldFont(QFont font);
QFont largerFont(QFont font, double factor);
QFont smallerFont(QFont font);
QFont fixedFontLike(const QFont& font);

/// A length that was chosen in pixels beside usual text, grown as text of this font is larger than that.
int grown(int pixels, const QFont& font);

} // namespace tidemark::ui
