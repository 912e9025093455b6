#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/strips_model.h"

#include <QImage>
#include <QRect>

namespace tidemark::ui {

/// The positions of the strips in logical pixels. They depend on the sizes of the fonts.
struct StripsGeometry {
    int width = 0;
    int labels = 0; // width of the column with the names of the strips
    int pitch = 0;
    int height = 0; // of a strip

    StripsGeometry(const ChartFonts& fonts, int widthOfWidget);
    QRect strip(int index) const;
    int heightOf(int strips) const;
};

/// All inputs for drawing the strips.
struct StripsScene {
    const ViewState& state;
    const StripsModel& model; // laid out in device pixels
    StripsGeometry geometry;
    int strips = StripsModel::StripCount;
    Colors colors;
    ChartFonts fonts;
    double pixelRatio = 1;
};

/// The rectangle of a row in a strip, at least two pixels wide. Empty if the strip does not contain the row.
QRectF rectOfRow(const StripsScene& scene, int strip, RowId row);
/// Draws everything that does not follow the pointer: names, strips, the selected rows.
QImage drawStrips(const StripsScene& scene, const QSize& size);
/// Paints a frame around a row in every strip.
void paintFrame(QPainter& painter, const StripsScene& scene, RowId row, Qt::PenStyle style);
/// The region that paintFrame() may touch.
QRegion frameRegion(const StripsScene& scene, RowId row);

} // namespace tidemark::ui
