#pragma once

#include "core/view/view.h"
#include "ui/charts/coordinates.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// The upper end of the axis of a ratio, in permille: a round number that holds all of it.
std::int64_t ratioTop(const Curve& ratio);

/// Draws a curve of permille with its axis: percents stand left of the plot, its name inside. A column of pixels shows
/// the most of its cells; what is not known is left out.
void paintRatio(QPainter& painter, const QRectF& plot, const Curve& ratio, StepRange visible, const Colors& colors,
                const QFont& small);

} // namespace tidemark::ui
