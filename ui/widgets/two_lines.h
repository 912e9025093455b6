#pragma once

#include <QFont>
#include <QStringList>

namespace tidemark::ui {

/// Text on one line or two of this width, broken between words; where that does not hold it, the shorter text, unless
/// there is none. The second line is all that is left, which may still be too wide.
QStringList twoLines(const QString& text, const QString& shorter, const QFont& font, double width);

} // namespace tidemark::ui
