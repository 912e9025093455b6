#pragma once

#include "ui/pages/page.h"

class QKeyEvent;

namespace tidemark::ui {

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

/// Returns whether the command moves the cursor of a chart over steps.
bool isStepCommand(Command command);
/// `parent` is the parent of dialogs. REQUIRES: isStepCommand(command), a view
void performOnSteps(Command command, ChartNavigation& steps, ViewState& state, QWidget* parent);
/// Handles the arrow keys, Home and End. REQUIRES: a view
bool takeStepKey(const QKeyEvent& event, ChartNavigation& steps, ViewState& state);

/// Command::MarkStep for pages with a table of rows: marks the step of the cursor, or unmarks it if it is marked.
bool canMarkStep(const ViewState& state);
void markStep(ViewState& state);

} // namespace tidemark::ui
