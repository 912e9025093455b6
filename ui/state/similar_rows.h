#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// The rows live at the cursor with the op name, opcode and shape of `row`, itself included when it is live. Cost:
/// describes the rows of its size. REQUIRES: a row of the view shown
std::vector<RowId> similarRows(const ViewState& state, RowId row);

} // namespace tidemark::ui
