#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

QString columnTitle(RowColumn column);
/// A sentence for a tool tip; may be empty.
QString columnHelp(RowColumn column, const Axis& axis);
/// Numbers, which stand at the right.
bool isNumber(RowColumn column);
/// Bytes, of which the largest are wanted first.
bool isBytes(RowColumn column);
/// Names, shapes and places of a program.
bool isMonospace(RowColumn column);

/// What the column holds where the view has it as a number: bytes, steps, the position of the kind. Cost: a read.
std::optional<std::int64_t> columnNumber(const View& view, const LiveRow& live, RowColumn column);
/// What the other columns hold, as it is; empty where the file does not tell. Cost: describes the row.
std::string columnText(const View& view, RowId row, const Facts& facts, RowColumn column);

/// A cell as people read it.
QString displayText(const ViewState& state, const LiveRow& live, RowColumn column);
/// The same with bytes and steps as plain integers.
QString plainText(const ViewState& state, const LiveRow& live, RowColumn column);
/// Plain text.
QString cellToolTip(const ViewState& state, const LiveRow& live, RowColumn column);

} // namespace tidemark::ui
