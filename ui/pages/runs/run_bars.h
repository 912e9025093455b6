#pragma once

#include "ui/charts/picture.h"
#include "ui/pages/runs/run_list.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace tidemark::ui {

/// What a chart of runs shows: a bar each, stacked as upstream's histogram is, against the memory of the device. Of
/// what CI kept of one model the bars stand close, as wide as the time to the next one.
struct RunBars {
    std::shared_ptr<const RunList> list;
    std::optional<std::size_t> selected; // a place in the list
    ByteUnit unit = ByteUnit::Auto;

    bool isTrend() const { return list && !list->question.trend.isEmpty(); }
};

/// Where the parts of a chart of this size stand.
struct RunBarsPlot {
    RunBarsPlot(const RunBars& bars, const QRectF& area, const QFont& font);

    std::size_t count() const { return edges.size() - 1; }
    double slot(std::size_t place) const { return edges[place + 1] - edges[place]; }
    double middle(std::size_t place) const { return (edges[place] + edges[place + 1]) / 2; }
    /// The run under x; none outside.
    std::optional<std::size_t> placeAt(double x) const;

    /// An entry of the legend: its swatch stands before `at`, the left end of its base line. The limit's is the last.
    struct Entry {
        QString text;
        QPointF at;
        std::size_t layer;
    };
    std::vector<Entry> legend;
    QString title;
    QPointF titleAt;
    QRectF plot;
    double end = 0; // of the labels below it
    std::vector<double> edges; // of the bars' slots, one more than there are runs
};

/// The colour of a layer; a fill that has marks of 3:1 on both grounds.
QColor barColour(std::size_t layer);

/// Draws it. Bars that do not fit the device say so above.
void paintRunBars(QPainter& painter, const QRectF& area, const RunBars& bars, const Colors& colors, const QFont& font);

/// The chart as a picture, with its title.
std::shared_ptr<const Picture> runsPicture(RunBars bars, PictureOptions options);

} // namespace tidemark::ui
