#pragma once

#include "ui/charts/chart_content.h"

#include <QStringList>

namespace tidemark::ui {

/// What the tip over a cell says, line by line, as plain text; the first line is its heading.
QStringList stepTip(const ChartContent& content, StepId step);

/// The same over a row.
QStringList rowTip(const ViewState& state, RowId row);

} // namespace tidemark::ui
