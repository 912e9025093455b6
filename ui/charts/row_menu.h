#pragma once

#include "core/view/rows.h"

class QMenu;

namespace tidemark::ui {

class ViewState;

/// What can be done with a row, wherever it is shown: pin, zoom to its life, select or filter what is like it, copy. An
/// action that is chosen after the view has become another does nothing. Names of the actions: pin, zoom, similar,
/// filterOp, filterShape, filterKind, filterCategory, copyName, copyDetails.
void addRowActions(QMenu& menu, ViewState* state, RowId row);

} // namespace tidemark::ui
