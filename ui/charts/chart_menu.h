#pragma once

#include "core/view/axis.h"

#include <functional>

class QMenu;

namespace tidemark::ui {

class ChartNavigation;
class ViewState;

/// What can be done at a step of the chart. An action that is chosen after the view has become another does nothing.
void addStepActions(QMenu& menu, ViewState* state, ChartNavigation* navigation, StepId step,
                    const std::function<void()>& exportPicture);

} // namespace tidemark::ui
