#pragma once

#include "core/view/axis.h"
#include "core/view/rows.h"

#include <functional>

class QMenu;

namespace tidemark::ui {

class ChartNavigation;
class ViewState;

/// Adds the actions for a step of the chart. An action that is chosen after the view has changed does nothing.
void addStepActions(QMenu& menu, ViewState* state, ChartNavigation* navigation, StepId step,
                    const std::function<void()>& exportPicture);

class ViewState;

/// Adds the actions for a row, the same in every place that shows rows: pin, zoom to its life, select or filter similar
/// rows, copy. An action that is chosen after the view has changed does nothing. Names of the actions: pin, zoom,
/// similar, filterOp, filterShape, filterKind, filterCategory, copyName, copyDetails.
void addRowActions(QMenu& menu, ViewState* state, RowId row);

} // namespace tidemark::ui
