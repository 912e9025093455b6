#pragma once

#include <functional>

class QWidget;

namespace tidemark::ui {

/// Calls `refresh` whenever the palette or the font of the widget has changed.
void onRestyle(QWidget* widget, std::function<void()> refresh);

} // namespace tidemark::ui
