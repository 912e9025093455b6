#pragma once

#include "ui/charts/chart_scene.h"

#include <QStringList>

namespace tidemark::ui {

/// The size of a tip with these lines; the first is its heading.
QSizeF tipSize(const QStringList& lines, const ChartFonts& fonts);
/// Frame and lines, as they stand.
void paintTip(QPainter& painter, const QRectF& box, const QStringList& lines, const ChartFonts& fonts,
              const Colors& colors);

} // namespace tidemark::ui
