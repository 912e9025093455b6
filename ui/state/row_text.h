#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// "steps", "phases": what the cells of an axis are called.
QString cellsText(const Axis& axis);
/// "Step", "Phase": one of them, at the beginning of a sentence.
QString cellTitle(const Axis& axis);
/// "1,401"; on an axis of time when the cell begins: "1.25 ms". Also for Id(count).
QString positionText(const Axis& axis, StepId at);
/// "step 1,401"; without an axis "the message"
QString cellText(const Axis& axis, StepId at);
/// "steps 64–267": the first cell and the last; on an axis of time from when the first begins to when the last ends.
QString rangeText(const Axis& axis, StepRange range);
/// What there is at the cursor, of which rows there are shares: the peak, which may be inside the cell, or the level.
/// REQUIRES: a view
std::int64_t bytesAtCursor(const ViewState& state);
/// What a row and rows are called, in the middle of a sentence: "buffer", "buffers". Null: before there is a view.
QString rowWord(const View* view);
QString rowsWord(const View* view);
/// From birth to death, the first cell without it: "steps 64–268", "always live".
QString lifetimeText(const View& view, RowId row);

/// "init_carry[2], param.5": what it is called, and its own name where that is another.
QString namesText(const Facts& facts);

/// What is known of a row as plain text, one fact a line. REQUIRES: a row of the view shown
QString detailsText(const ViewState& state, RowId row);

} // namespace tidemark::ui
