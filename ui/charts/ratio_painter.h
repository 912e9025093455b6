#pragma once

#include "core/view/view.h"
#include "ui/charts/coordinates.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// The upper end of the axis of a ratio, in permille: a round number that is not below any value.
std::int64_t ratioTop(const Curve& ratio);

/// Draws a curve of permille with its axis. Percentages are to the left of the plot, the name of the curve is inside. A
/// pixel column shows the maximum of its cells. Unknown values are left out.
void paintRatio(QPainter& painter, const QRectF& plot, const Curve& ratio, StepRange visible, const Colors& colors,
                const QFont& small);

} // namespace tidemark::ui
