#pragma once

#include "ui/charts/chart_content.h"
#include "ui/charts/coordinates.h"
#include "ui/charts/ticks.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// The fonts of a chart. Made on the interface thread, used on any.
struct ChartFonts {
    QFont normal;
    QFont bold;
    QFont small; // secondary text
    QFont fixed; // names from the program
};
ChartFonts chartFonts(const QFont& font);

/// Everything that drawing the chart needs, for the screen and for pictures. Cheap to make; holds no pixels.
struct ChartScene {
    ChartContent content;
    PlotGeometry geometry;
    ByteAxis byteAxis; // of bytes above content.below()
    Colors colors;
    ChartFonts fonts;
    bool hasPadding = false; // the unpadded curve can be told from the level
    bool isPicture = false; // of its own, without a pointer

    const View& view() const { return *content.view; }
    QRectF plot() const { return {geometry.left, geometry.top, geometry.width, geometry.height}; }
    /// What is live at every step, from the bottom up. The parts of a view are types: where categories are in force, they
    /// are one band, so that no colour and no word has two meanings. Empty while it is subtracted.
    struct FloorBand {
        QString name;
        std::int64_t bytes = 0;
        QColor color;
    };
    std::vector<FloorBand> floorBands() const;
    /// Where a level stands.
    double y(std::int64_t bytes) const;
};

ByteAxis byteAxisOf(const ChartContent& content);
/// How much room the labels of the byte axis take, with their distance to the plot; at least what most charts need, so
/// that it seldom changes.
double gutterFor(const ByteAxis& axis, const QFont& small);

ChartScene makeScene(const ChartContent& content, const QRectF& plot, const Colors& colors, const ChartFonts& fonts);

/// So many bytes are at least a pixel high.
bool isSeen(const ChartScene& scene, std::int64_t bytes);

} // namespace tidemark::ui
