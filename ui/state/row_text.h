#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// Whether the axis has cells to choose from. A message has none, and a file that does not say when memory is live has
/// one level for all the time.
bool hasCells(const Axis& axis);
/// The word for the cells of an axis: "steps", "phases".
QString cellsText(const Axis& axis);
/// "1 step", "1,401 steps"
QString countedCells(const Axis& axis, std::size_t count);
/// The word for one cell, at the beginning of a sentence: "Step", "Phase".
QString cellTitle(const Axis& axis);
/// "1,401". On an axis of time, the time at which the cell begins: "1.25 ms". Also accepts Id(count).
QString positionText(const Axis& axis, StepId at);
/// "step 1,401". Without an axis: "the message".
QString cellText(const Axis& axis, StepId at);
/// "steps 64–267": the first and the last cell. On an axis of time, the begin of the first and the end of the last.
QString rangeText(const Axis& axis, StepRange range);
/// The total for shares of rows: at the step of the peak the peak, which may be inside the step, and elsewhere the
/// level after the step. REQUIRES: a view
std::int64_t bytesAtCursor(const ViewState& state);
/// "step 131 of 478"; the only one without the number of all. REQUIRES: an axis with cells
QString cellOfAllText(const Axis& axis, StepId at);
/// The share of bytes in bytesAtCursor(): "18.5 % of the peak", "2.1 % of step 12", "50.0 % of what is listed".
QString shareText(const ViewState& state, std::int64_t bytes);
/// The words for a row and for rows, in the middle of a sentence: "buffer", "buffers". Null: there is no view yet.
QString rowWord(const View* view);
QString rowsWord(const View* view);
/// "1 buffer", "268 buffers"
QString countedRows(const View* view, std::size_t count);
/// From birth to death, excluding the cell of death: "steps 64–268", "always live".
QString lifetimeText(const View& view, RowId row);

/// "init_carry[2], param.5": the label, and the name if it differs.
QString namesText(const Facts& facts);

/// All known facts of a row as plain text, one per line. REQUIRES: a row of the view shown
QString detailsText(const ViewState& state, RowId row);

} // namespace tidemark::ui
