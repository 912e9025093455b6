#pragma once

#include "ui/charts/chart_scene.h"

#include <QRect>

namespace tidemark::ui {

/// The line above the plot: the title, room for the buttons, and the legend. In pixels of the chart's widget.
struct ChartHeader {
    QString title;
    double height = 0;
    QRectF buttons; // empty: there is no room for them
    QRectF legend; // the painted part of the legend
    QRectF groups; // the groups that can be clicked, to the right of it
};

/// "Memory vs program order"; "Temporaries vs program order" while the floor is subtracted.
QString chartTitle(const View& view, bool temporariesOnly);
double headerHeight(const ChartFonts& fonts);
ChartHeader makeHeader(const QString& title, const ChartFonts& fonts, int width, const QSize& buttons);
/// Gives up to `width` pixels of the legend's room to the groups.
void makeRoomForGroups(ChartHeader& header, double width);
/// Returns the swatch of the lifetime, see paintLegend().
QRect paintHeader(QPainter& painter, const ChartHeader& header, const ChartScene& scene);

} // namespace tidemark::ui
