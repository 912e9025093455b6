#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// The text of a cell of a row table, as displayed.
QString displayText(const ViewState& state, const LiveRow& live, RowColumn column);
/// The text of a cell with bytes and steps as plain integers.
QString plainText(const ViewState& state, const LiveRow& live, RowColumn column);
/// Plain text.
QString cellToolTip(const ViewState& state, const LiveRow& live, RowColumn column);

} // namespace tidemark::ui
