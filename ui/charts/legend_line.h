#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/widgets/swatch.h"

#include <utility>
#include <vector>

namespace tidemark::ui {

/// Swatches with their words on one line, behind a caption where there is one: the first that have room, and how many
/// more there are.
void paintLegendLine(QPainter& painter, const QRectF& area, const QString& caption,
                     const std::vector<std::pair<Swatch, QString>>& entries, const Colors& colors,
                     const ChartFonts& fonts);

} // namespace tidemark::ui
