#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/widgets/swatch.h"

#include <utility>
#include <vector>

namespace tidemark::ui {

/// Draws swatches with their texts on one line, after the caption if there is one. Entries without room are left out,
/// and their number is shown at the end.
void paintLegendLine(QPainter& painter, const QRectF& area, const QString& caption,
                     const std::vector<std::pair<Swatch, QString>>& entries, const Colors& colors,
                     const ChartFonts& fonts);

} // namespace tidemark::ui
