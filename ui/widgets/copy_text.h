#pragma once

#include <QString>

namespace tidemark::ui {

/// The text with plain spaces. Shown texts have no-break spaces between a number and its unit, and marks where a line
/// may break, which other programs do not expect.
QString withoutMarks(QString text);

/// Copies a text to the clipboard, without these marks.
void copyText(const QString& text);

} // namespace tidemark::ui
