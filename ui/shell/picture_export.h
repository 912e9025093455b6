#pragma once

#include "core/base/result.h"
#include "ui/charts/chart_picture.h"

namespace tidemark::ui {

/// Writes the chart as PNG or SVG, by the file's ending, in one piece: an error leaves the old file. nullopt: done.
std::optional<Error> writeChart(const ViewState& state, const PictureOptions& options, const QString& path);

} // namespace tidemark::ui
