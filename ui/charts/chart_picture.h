#pragma once

#include "ui/charts/chart_scene.h"

#include <QImage>
#include <QSize>
#include <QString>

class QIODevice;

namespace tidemark::ui {

/// How an exported picture of the chart looks.
struct PictureOptions {
    QSize size{1600, 900}; // pixels
    bool isDark = false;
    QString title; // left out when empty
    QString subtitle;
    double scale = 1; // of text and lines
    std::optional<Capacity> capacity; // a line, when set
};

/// The chart's visible steps with title, legend, axes, the peak and the lifetime of the pinned buffer. Needs no window.
/// A null image when the state is empty or the size cannot be had.
QImage renderChartImage(const ViewState& state, const PictureOptions& options);

/// The same as SVG. False when the state is empty or the device does not take it.
bool renderChartSvg(const ViewState& state, const PictureOptions& options, QIODevice& device);

} // namespace tidemark::ui
