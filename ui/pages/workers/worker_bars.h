#pragma once

#include "core/base/text.h"
#include "ui/charts/picture.h"
#include "ui/pages/workers/worker_fields.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// The data of a chart of workers: a bar for each worker, stacked by category.
struct WorkerBars {
    std::shared_ptr<const WorkerTable> table;
    std::vector<std::size_t> order; // indices into Workers::list, from left to right
    std::optional<std::size_t> selected; // an index into Workers::list
    ByteUnit unit = ByteUnit::Auto;
};

/// The layout of the bars of a chart of this size.
struct WorkerBarsPlot {
    WorkerBarsPlot(const WorkerBars& bars, const QRectF& area, const QFont& font);

    double slot() const { return plot.width() / static_cast<double>(std::max<std::size_t>(count, 1)); }
    /// The index into `order` under x; none outside.
    std::optional<std::size_t> placeAt(double x) const;

    QRectF legend;
    QRectF plot;
    std::size_t count = 0;
};

/// Draws the chart. With more workers than pixels, a pixel column shows the largest of its workers, so no peak is lost.
/// Workers whose program differs from that of most are marked above their bar.
void paintWorkerBars(QPainter& painter, const QRectF& area, const WorkerBars& bars, const Colors& colors,
                     const QFont& font);

/// The chart as a picture with a title.
std::shared_ptr<const Picture> workersPicture(WorkerBars bars, PictureOptions options);

} // namespace tidemark::ui
