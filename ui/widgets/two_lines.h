#pragma once

#include <QFont>
#include <QStringList>

namespace tidemark::ui {

/// Breaks a text between words into at most two lines of this width. If it does not fit, `shorter` is used, unless that
/// is empty. The second line has the whole rest and may be too wide.
QStringList twoLines(const QString& text, const QString& shorter, const QFont& font, double width);

} // namespace tidemark::ui
