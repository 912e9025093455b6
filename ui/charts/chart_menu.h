#pragma once

#include "core/view/axis.h"

#include <functional>

class QMenu;

namespace tidemark::ui {

class ChartNavigation;
class ViewState;

/// Adds the actions for a step of the chart. An action that is chosen after the view has changed does nothing.
void addStepActions(QMenu& menu, ViewState* state, ChartNavigation* navigation, StepId step,
                    const std::function<void()>& exportPicture);

} // namespace tidemark::ui
