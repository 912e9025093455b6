#pragma once

#include "ui/pages/page.h"

class QKeyEvent;

namespace tidemark::ui {

class AxisNavigation;
class AxisView;
class ChartNavigation;
class MemoryChart;

/// The commands that all pages with a chart over an axis share: moving the cursor, zooming, going back. The page owns
/// the chart and the state. The axis of the state keeps the history.
class AxisCommands
{
public:
    AxisCommands(ViewState* state, MemoryChart* chart, QWidget* parent)
        : m_state(state)
        , m_chart(chart)
        , m_parent(parent)
    { }

    /// Returns whether the command is one of these and can run now.
    bool canDo(Command command) const;
    /// REQUIRES: canDo(command)
    void perform(Command command);
    bool takeKey(QKeyEvent* event);

private:
    ViewState* m_state;
    MemoryChart* m_chart;
    QWidget* m_parent; // the parent of dialogs
};

/// Returns whether the command is one of any chart over an axis, with its history, zoom and cursor, and can run now.
bool canDoOnAxis(Command command, const AxisView& axis);
/// REQUIRES: canDoOnAxis(command, chart.axis())
void performOnAxis(Command command, AxisNavigation& chart);
/// Handles the arrow keys, Home and End.
bool takeStepKey(const QKeyEvent& event, AxisNavigation& steps);

/// Returns whether the command moves the cursor of a chart over steps.
bool isStepCommand(Command command);
/// performOnAxis(), and the commands that need a view. `parent` is the parent of dialogs. REQUIRES: a view
void performOnSteps(Command command, ChartNavigation& steps, ViewState& state, QWidget* parent);

/// Command::MarkStep for pages with a table of rows: marks the step of the cursor, or unmarks it if it is marked.
bool canMarkStep(const ViewState& state);
void markStep(ViewState& state);

} // namespace tidemark::ui
