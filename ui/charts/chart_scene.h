#pragma once

#include "ui/charts/chart_content.h"
#include "ui/charts/plot.h"

namespace tidemark::ui {

/// All inputs for drawing a chart, on the screen and in pictures. Cheap to make; holds no pixels.
/// The byte axis starts at content.below().
struct ChartScene : Plot {
    ChartContent content;
    bool hasPadding = false; // the unpadded curve is visibly below the level
    bool isPicture = false; // an exported picture, without a pointer

    const View& view() const { return *content.view; }
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
ChartScene makeScene(const ChartContent& content, const QRectF& plot, const Colors& colors, const ChartFonts& fonts);

/// Returns whether so many bytes are at least one pixel high.
bool isSeen(const ChartScene& scene, std::int64_t bytes);

} // namespace tidemark::ui
