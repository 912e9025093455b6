#pragma once

#include "core/view/rows.h"

class QMenu;

namespace tidemark::ui {

class ViewState;

/// Adds the actions for a row, the same in every place that shows rows: pin, zoom to its life, select or filter similar
/// rows, copy. An action that is chosen after the view has changed does nothing. Names of the actions: pin, zoom,
/// similar, filterOp, filterShape, filterKind, filterCategory, copyName, copyDetails.
void addRowActions(QMenu& menu, ViewState* state, RowId row);

} // namespace tidemark::ui
