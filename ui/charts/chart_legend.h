#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/widgets/swatch.h"

#include <utility>
#include <vector>

namespace tidemark::ui {

struct LegendEntry {
    enum class Look {
        Area,
        LinedArea, // with the line of the level on top, because the colour alone is too near the background
        Line,
        Dashed,
        Lifetime,
        Hollow,
        Hatched, // memory that is not drawn
    };
    QString text;
    QString shortText; // used for all entries if there is no room for the texts
    Fill fill;
    Look look = Look::Area;
    std::int64_t layer = 0; // maximum bytes of a layer; 0: not a layer
    bool isUsers = false; // see RowCategory::isUsers
};

/// Draws a legend in at most `most` lines at the right or the left side of `area`. If even the short entries are too
/// wide, entries that are not layers are left out first, then the smallest layers, and layers of the user's own
/// categories last. The number of the dropped layers is shown at the end. Returns the left edge of the legend.
double paintLegend(QPainter& painter, const QRectF& area, std::vector<LegendEntry> entries, const Colors& colors,
                   const ChartFonts& fonts, std::size_t most = 1, Qt::Alignment side = Qt::AlignRight);
/// The number of lines with which paintLegend() leaves out and shortens nothing.
std::size_t legendLines(const std::vector<LegendEntry>& entries, double width, const ChartFonts& fonts);

/// The legend of a chart. Only pictures list the layers of a stack and the lifetime.
std::vector<LegendEntry> legendOf(const ChartScene& scene);

/// Draws swatches with their texts in as many lines as they need, after the name of the scale if there is one. Explains
/// the hatch if an entry is hatched. Returns the height.
double paintLegendLines(QPainter& painter, const QPointF& topLeft, double width, const QString& scale,
                        std::vector<std::pair<Fill, QString>> entries, const Colors& colors, const ChartFonts& fonts);

} // namespace tidemark::ui
