#pragma once

#include <QString>

namespace tidemark::ui {

/// Copies a text to the clipboard with plain spaces. Shown texts have no-break spaces between a number and its unit,
/// and marks where a line may break, which other programs do not expect.
void copyText(QString text);

} // namespace tidemark::ui
