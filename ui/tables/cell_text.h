#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// A cell of a row table as people read it.
QString displayText(const ViewState& state, const LiveRow& live, RowColumn column);
/// The same with bytes and steps as plain integers.
QString plainText(const ViewState& state, const LiveRow& live, RowColumn column);
/// Plain text.
QString cellToolTip(const ViewState& state, const LiveRow& live, RowColumn column);

} // namespace tidemark::ui
