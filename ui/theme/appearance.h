#pragma once

namespace tidemark::ui {

enum class Appearance { System, Light, Dark };

/// Light, dark or the system's colours, for all windows. Desktops that bring a style of their own keep it; elsewhere
/// (plain X11, and wherever Qt falls back to Fusion) our flat variant of Fusion and our palettes are used.
/// REQUIRES: QApplication
void applyAppearance(Appearance appearance);

} // namespace tidemark::ui
