#pragma once

#include <QColor>
#include <QPixmap>

#include <string_view>

namespace tidemark::ui {

/// A square of a colour, of `side` logical pixels. The category (its id, or empty) that says that nothing decides is
/// hatched: its grey alone is too near to others.
QPixmap swatch(const QColor& color, std::string_view category, int side, double pixelRatio);

} // namespace tidemark::ui
