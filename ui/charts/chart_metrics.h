#pragma once

namespace tidemark::ui {

/// What charts that stand below each other have in common, in pixels.
constexpr int kRightMargin = 14;
constexpr int kWideFrom = 900; // the width of a widget from which on it has room for more

} // namespace tidemark::ui
