#pragma once

#include "ui/widgets/fonts.h"

#include <QWidget>

#include <algorithm>

namespace tidemark::ui::dock_sizes {

// Pixels at the default font size.
constexpr int kNarrow = 1400;
constexpr int kLow = 700;
constexpr int kLowRows = 200; // the table in a low window, including its title
constexpr int kLeastRows = 150;
constexpr int kRows = 300;
constexpr int kRowsWhereNarrow = 252;
constexpr int kCard = 470; // heights of stacked docks, used as shares of the height
constexpr int kBreakdown = 360;
constexpr int kLeastCard = 180; // above the region dock
constexpr int kColumn = 382; // width of the docks next to the page
constexpr int kColumnWhereNarrow = 312;
constexpr double kColumnShare = 0.3; // of a narrow window, with a larger font

/// The width of the docks next to the page of a window.
inline int columnWidth(const QWidget& window, bool narrow)
{
    const int share = static_cast<int>(kColumnShare * window.width());
    return narrow ? std::max(kColumnWhereNarrow, std::min(grown(kColumnWhereNarrow, window.font()), share))
                  : grown(kColumn, window.font());
}

} // namespace tidemark::ui::dock_sizes
