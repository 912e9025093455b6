#pragma once

#include "ui/charts/picture.h"
#include "ui/pages/compare/compare_scene.h"

class QPainter;

namespace tidemark::ui {

/// Draws both curves with their axes, peaks, cursors and names, and the curves of `lives` over them.
void paintCompareCurves(QPainter& painter, const QRectF& area, const CompareCurves& curves, const Colors& colors,
                        const QFont& font);

/// The chart as a picture, with its titles.
std::shared_ptr<const Picture> comparisonPicture(CompareCurves curves, PictureOptions options);

} // namespace tidemark::ui
