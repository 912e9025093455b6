#pragma once

#include "ui/charts/chart_content.h"
#include "ui/charts/coordinates.h"
#include "ui/charts/ticks.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// The fonts of a chart. Made on the interface thread; may be used on any thread.
struct ChartFonts {
    QFont normal;
    QFont bold;
    QFont small; // secondary text
    QFont fixed; // names from the program
};
ChartFonts chartFonts(const QFont& font);

/// All inputs for drawing a chart, on the screen and in pictures. Cheap to make; holds no pixels.
struct ChartScene {
    ChartContent content;
    PlotGeometry geometry;
    ByteAxis byteAxis; // the axis starts at content.below()
    Colors colors;
    ChartFonts fonts;
    bool hasPadding = false; // the unpadded curve is visibly below the level
    bool isPicture = false; // an exported picture, without a pointer

    const View& view() const { return *content.view; }
    QRectF plot() const { return {geometry.left, geometry.top, geometry.width, geometry.height}; }
    /// The memory that is live at every step, as bands from the bottom up. The parts of a view's floor are types. Where
    /// categories are used, the floor is one band, so that no colour and no word has two meanings. Empty while the
    /// floor is subtracted.
    struct FloorBand {
        QString name;
        std::int64_t bytes = 0;
        QColor color;
    };
    std::vector<FloorBand> floorBands() const;
    /// The y coordinate of a level.
    double y(std::int64_t bytes) const;
};

ByteAxis byteAxisOf(const ChartContent& content);
/// The width that the labels of the byte axis take, including their distance to the plot, in pixels. At least the width
/// that most charts need, so that it changes seldom.
double gutterFor(const ByteAxis& axis, const QFont& small);

ChartScene makeScene(const ChartContent& content, const QRectF& plot, const Colors& colors, const ChartFonts& fonts);

/// Returns whether so many bytes are at least one pixel high.
bool isSeen(const ChartScene& scene, std::int64_t bytes);

} // namespace tidemark::ui
