#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/strips_model.h"

#include <QImage>
#include <QRect>

namespace tidemark::ui {

/// Where the strips are, in logical pixels, by the sizes of the fonts.
struct StripsGeometry {
    int width = 0;
    int labels = 0; // width of the column with the names of the strips
    int header = 0;
    int pitch = 0;
    int height = 0; // of a strip

    StripsGeometry(const ChartFonts& fonts, int widthOfWidget);
    QRect strip(int index) const;
    int heightOf(int strips) const;
};

/// What the header and the strips say and show.
struct StripsScene {
    const ViewState& state;
    const StripsModel& model; // laid out in device pixels
    StripsGeometry geometry;
    int strips = StripsModel::StripCount;
    Colors colors;
    int headerRoom = 0; // pixels for the text of the header
    ChartFonts fonts;
    double pixelRatio = 1;
};

/// "Buffers live at the peak"; what stands beside it.
QString stripsTitle(const ViewState& state);
QString stripsHeader(const ViewState& state, const StripsModel& model);
/// Where a row is drawn in a strip, at least two pixels wide; empty when it is not there.
QRectF rectOfRow(const StripsScene& scene, int strip, RowId row);
/// All but what follows the pointer: header, names, strips, what is selected.
QImage drawStrips(const StripsScene& scene, const QSize& size);
/// A frame around a row in every strip.
void paintFrame(QPainter& painter, const StripsScene& scene, RowId row, Qt::PenStyle style);
/// What paintFrame() may touch.
QRegion frameRegion(const StripsScene& scene, RowId row);

} // namespace tidemark::ui
