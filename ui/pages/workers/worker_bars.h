#pragma once

#include "core/base/text.h"
#include "ui/charts/picture.h"
#include "ui/pages/workers/worker_fields.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// What a chart of workers shows: a bar each, stacked by category.
struct WorkerBars {
    std::shared_ptr<const WorkerTable> table;
    std::vector<std::size_t> order; // positions in Workers::list, from left to right
    std::optional<std::size_t> selected; // of the same
    ByteUnit unit = ByteUnit::Auto;
};

/// Where the bars of a chart of this size stand.
struct WorkerBarsPlot {
    WorkerBarsPlot(const WorkerBars& bars, const QRectF& area, const QFont& font);

    double slot() const { return plot.width() / static_cast<double>(std::max<std::size_t>(count, 1)); }
    /// The place in `order` under x; none outside.
    std::optional<std::size_t> placeAt(double x) const;

    QRectF legend;
    QRectF plot;
    std::size_t count = 0;
};

/// Draws it. Where there are more workers than pixels, a column of pixels is the largest of its workers: no peak is
/// dropped. Workers that run another program than most are marked above their bar.
void paintWorkerBars(QPainter& painter, const QRectF& area, const WorkerBars& bars, const Colors& colors,
                     const QFont& font);

/// The chart as a picture, with its title.
std::shared_ptr<const Picture> workersPicture(WorkerBars bars, PictureOptions options);

} // namespace tidemark::ui
