#pragma once

#include "ui/charts/chart_content.h"
#include "ui/charts/tip_box.h"

#include <QStringList>

namespace tidemark::ui {

/// The text of the tip over a cell: its number, its name and its level.
TipText stepTip(const ChartContent& content, StepId step);

/// The text of the tip over a row, line by line, as plain text: name; size and share. The card has the rest.
QStringList rowTip(const ViewState& state, RowId row);

} // namespace tidemark::ui
