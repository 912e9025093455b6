#pragma once

namespace tidemark::ui {

enum class Appearance { System, Light, Dark };

/// Sets light colours, dark colours or the system's colours for all windows. Desktops with a style of their own keep
/// it. Elsewhere (plain X11, and wherever Qt falls back to Fusion) the FlatStyle variant of Fusion and the
/// application's palettes are used.
/// REQUIRES: QApplication
void applyAppearance(Appearance appearance);

} // namespace tidemark::ui
