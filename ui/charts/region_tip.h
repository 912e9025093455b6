#pragma once

#include "ui/charts/region_painter.h"

#include <QStringList>

namespace tidemark::ui {

/// Over the hovered row, or over a gap: its size, what ended in it last and what comes next. Plain text, the first line
/// is the heading.
QStringList regionTip(const ViewState& state, const RegionScene& scene, const QPointF& at);

} // namespace tidemark::ui
