#pragma once

#include "ui/charts/chart_scene.h"

#include <QRect>

namespace tidemark::ui {

/// The line above the plot: title, a place for the buttons, legend. In pixels of the chart's widget.
struct ChartHeader {
    QString title;
    double height = 0;
    QRectF buttons; // empty: there is no room for them
    QRectF legend; // painted
    QRectF groups; // those that can be clicked, behind it
};

/// "Memory vs program order"; "Temporaries vs program order" while the floor is subtracted.
QString chartTitle(const View& view, bool temporariesOnly);
double headerHeight(const ChartFonts& fonts);
ChartHeader makeHeader(const QString& title, const ChartFonts& fonts, int width, const QSize& buttons);
/// Gives as much of the legend's place to groups that need `width`.
void makeRoomForGroups(ChartHeader& header, double width);
/// Returns the swatch of the lifetime, see paintLegend().
QRect paintHeader(QPainter& painter, const ChartHeader& header, const ChartScene& scene);

} // namespace tidemark::ui
