#pragma once

#include "ui/charts/chart_content.h"
#include "ui/charts/tip_box.h"

#include <QStringList>

namespace tidemark::ui {

/// What the tip over a cell says. Of a stack it has the largest layers and how many more there are.
TipText stepTip(const ChartContent& content, StepId step, const Colors& colors);

/// Over a row, line by line, as plain text; the first line is the heading.
QStringList rowTip(const ViewState& state, RowId row);

} // namespace tidemark::ui
