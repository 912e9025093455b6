#pragma once

#include "core/view/view.h"
#include "ui/state/units.h"

#include <QString>

namespace tidemark::ui {

/// "steps", "phases": what the cells of an axis are called.
QString cellsText(const Axis& axis);
/// "Step", "Phase": one of them, at the beginning of a sentence.
QString cellTitle(const Axis& axis);
/// "1,401"; on an axis of time when the cell begins: "1.25 ms". Also for Id(count).
QString positionText(const Axis& axis, StepId at);
/// "step 1,401"
QString cellText(const Axis& axis, StepId at);
/// "steps 64–268": from one boundary to another.
QString rangeText(const Axis& axis, StepId start, StepId end);
/// What a row and rows are called, in the middle of a sentence: "buffer", "buffers". Null: before there is a view.
QString rowWord(const View* view);
QString rowsWord(const View* view);
/// From birth to death: "steps 64–268", "always live".
QString lifetimeText(const View& view, RowId row);

/// Everything known of a row as plain text, one fact a line.
QString detailsText(const View& view, const Units& units, RowId row);

} // namespace tidemark::ui
