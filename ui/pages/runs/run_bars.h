#pragma once

#include "ui/charts/picture.h"
#include "ui/pages/runs/run_list.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// The data of a chart of runs: a stacked bar for each run as in upstream's histogram, compared with the device memory.
/// For the exports of one model over time the bars are contiguous, each as wide as the time to the next one.
struct RunBars {
    std::shared_ptr<const RunList> list;
    std::optional<std::size_t> selected; // an index into the list
    ByteUnit unit = ByteUnit::Auto;

    bool isTrend() const { return list && !list->question.trend.isEmpty(); }
};

/// The layout of the parts of a chart of this size.
struct RunBarsPlot {
    RunBarsPlot(const RunBars& bars, const QRectF& area, const QFont& font);

    std::size_t count() const { return edges.size() - 1; }
    double slot(std::size_t place) const { return edges[place + 1] - edges[place]; }
    double middle(std::size_t place) const { return (edges[place] + edges[place + 1]) / 2; }
    /// The run under x; none outside the chart.
    std::optional<std::size_t> placeAt(double x) const;

    /// A legend entry. Its swatch is to the left of `at`, which is the left end of its baseline. The entry of the limit
    /// is the last one.
    struct Entry {
        QString text;
        QPointF at;
        std::size_t layer;
    };
    std::vector<Entry> legend;
    QString title;
    QPointF titleAt;
    QRectF plot;
    double end = 0; // bottom of the labels below the plot
    std::vector<double> edges; // x of the slots' edges; one more than there are runs
};

/// The colour of a layer as a fill; its edges have a contrast of 3:1 on light and dark.
QColor barColour(std::size_t layer);

/// Draws the chart. Bars that exceed the device are labelled above the bar.
void paintRunBars(QPainter& painter, const QRectF& area, const RunBars& bars, const Colors& colors, const QFont& font);

/// The chart as a picture with a title.
std::shared_ptr<const Picture> runsPicture(RunBars bars, PictureOptions options);

} // namespace tidemark::ui
