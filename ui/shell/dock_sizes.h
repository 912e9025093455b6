#pragma once

#include "ui/widgets/fonts.h"

#include <QWidget>

#include <algorithm>

namespace tidemark::ui::dock_sizes {

// Pixels beside usual text.
constexpr int kNarrow = 1400;
constexpr int kLow = 700;
constexpr int kLowRows = 200; // the table in a low window, with its title
constexpr int kLeastRows = 150;
constexpr int kRows = 300;
constexpr int kRowsWhereNarrow = 252;
constexpr int kCard = 470; // above each other, as shares of what there is
constexpr int kBreakdown = 360;
constexpr int kLeastCard = 180; // above the region
constexpr int kColumn = 382; // the docks beside the page
constexpr int kColumnWhereNarrow = 312;
constexpr double kColumnShare = 0.3; // of a narrow window, with larger text

/// Of the docks beside the page of a window.
inline int columnWidth(const QWidget& window, bool narrow)
{
    const int share = static_cast<int>(kColumnShare * window.width());
    return narrow ? std::max(kColumnWhereNarrow, std::min(grown(kColumnWhereNarrow, window.font()), share))
                  : grown(kColumn, window.font());
}

} // namespace tidemark::ui::dock_sizes
