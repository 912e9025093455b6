#pragma once

#include "core/oom/report.h"
#include "core/view/view.h"
#include "ui/charts/chart_scene.h"
#include "ui/state/units.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace tidemark::ui {

/// What a message asks for against what there is, to be drawn to scale.
struct OomScale {
    struct Segment {
        QString name;
        QString size;
        std::int64_t bytes = 0;
        Hue hue = Hue::Temporary;
        std::optional<RowId> row; // none: not of the list
        bool isHatched = false; // what is free, or not listed
    };
    std::vector<Segment> segments; // from the left; the largest rows first, then the rest
    std::int64_t whole = 1; // bytes that the width stands for
    std::optional<std::int64_t> limit; // at most whole
    QString limitText; // "limit 15.75 GiB"
    QString wholeText; // "needed 300 GiB"
    QString words; // all of it for assistive technology
};

/// Nothing where the message gives no amount to draw. `plan`: what its program needs as the plan says, empty where that
/// is not known; it is shown where the message lists nothing.
std::optional<OomScale> oomScale(const oom::Report& report, const View& view, const std::vector<Part>& plan,
                                 const Units& units);

/// Height that paintOomScale() wants.
double oomScaleHeight(const ChartFonts& fonts);
/// The bar, its limit, and a scale of bytes below it. `framed`: the row that is pointed at.
void paintOomScale(QPainter& painter, const QRectF& area, const OomScale& scale, const Colors& colors,
                   const ChartFonts& fonts, ByteUnit unit, std::optional<RowId> framed);
/// Where a segment is drawn.
QRectF oomSegmentRect(const QRectF& area, const OomScale& scale, std::size_t segment, const ChartFonts& fonts);

} // namespace tidemark::ui
