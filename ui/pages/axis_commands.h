#pragma once

#include "ui/pages/page.h"

class QKeyEvent;

namespace tidemark::ui {

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
    void goTo();

    ViewState* m_state;
    MemoryChart* m_chart;
    QWidget* m_parent; // of dialogs
};

/// Command::MarkStep of pages beside the rows: marks the cursor's step, or unmarks it where it is marked.
bool canMarkStep(const ViewState& state);
void markStep(ViewState& state);

} // namespace tidemark::ui
