#pragma once

#include "ui/pages/page.h"

class QKeyEvent;

namespace tidemark::ui {

class ChartNavigation;
class MemoryChart;

/// What pages with a chart over an axis do alike: moving its cursor, zooming, going back. The page has the chart and
/// the state whose axis keeps the history.
class AxisCommands
{
public:
    AxisCommands(ViewState* state, MemoryChart* chart, QWidget* parent)
        : m_state(state)
        , m_chart(chart)
        , m_parent(parent)
    { }

    /// Is one of these, and can be done now.
    bool canDo(Command command) const;
    /// REQUIRES: canDo(command)
    void perform(Command command);
    bool takeKey(QKeyEvent* event);

private:
    ViewState* m_state;
    MemoryChart* m_chart;
    QWidget* m_parent; // of dialogs
};

/// Moves the cursor, of any chart over steps.
bool isStepCommand(Command command);
/// REQUIRES: isStepCommand(command), a view. `parent`: of dialogs
void performOnSteps(Command command, ChartNavigation& steps, ViewState& state, QWidget* parent);
/// Arrows, Home and End. REQUIRES: a view
bool takeStepKey(const QKeyEvent& event, ChartNavigation& steps, ViewState& state);

/// Command::MarkStep of pages beside the rows: marks the cursor's step, or unmarks it where it is marked.
bool canMarkStep(const ViewState& state);
void markStep(ViewState& state);

} // namespace tidemark::ui
