#pragma once

namespace tidemark::ui {

/// Sizes that charts stacked above each other share, in pixels.
constexpr int kRightMargin = 14;
constexpr int kWideFrom = 900; // the widget width from which on a chart shows more

} // namespace tidemark::ui
