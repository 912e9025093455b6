#pragma once

#include <QFont>

namespace tidemark::ui {

/// For names, shapes and source lines of a program.
QFont monospaceFont();

/// One point smaller than the window's font.
QFont secondaryFont();

} // namespace tidemark::ui
