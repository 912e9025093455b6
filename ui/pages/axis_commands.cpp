#include "ui/pages/axis_commands.h"

#include "ui/charts/go_to_dialog.h"
#include "ui/charts/memory_chart.h"

#include <QKeyEvent>

namespace tidemark::ui {

bool AxisCommands::canDo(Command command) const
{
    if (m_state->isEmpty())
        return false;
    const AxisView& axis = m_state->axis();
    switch (command) {
    case Command::Back:
        return axis.canGoBack();
    case Command::Forward:
        return axis.canGoForward();
    case Command::ZoomToSelection:
        return axis.selected().has_value();
    case Command::Escape:
    case Command::ZoomIn:
    case Command::ZoomOut:
    case Command::ShowAll:
        return true;
    default:
        return isStepCommand(command);
    }
}

void AxisCommands::perform(Command command)
{
    ChartNavigation& chart = m_chart->navigation();
    switch (command) {
    case Command::Escape:
        m_chart->escape();
        return;
    case Command::Back:
        m_state->axis().back();
        return;
    case Command::Forward:
        m_state->axis().forward();
        return;
    case Command::ZoomIn:
        chart.zoomIn();
        return;
    case Command::ZoomOut:
        chart.zoomOut();
        return;
    case Command::ShowAll:
        chart.fit();
        return;
    case Command::ZoomToSelection:
        chart.zoomToSelection();
        return;
    default:
        performOnSteps(command, chart, *m_state, m_parent);
    }
}

bool canMarkStep(const ViewState& state)
{
    return !state.isEmpty() && state.view()->axis.count > 1 && state.view()->rows.count > 0;
}

void markStep(ViewState& state)
{
    state.setMarked(state.marked() == state.cursor() ? std::nullopt : std::optional(state.cursor()));
}

bool isStepCommand(Command command)
{
    switch (command) {
    case Command::Peak:
    case Command::NextPeak:
    case Command::PreviousPeak:
    case Command::NextCell:
    case Command::PreviousCell:
    case Command::FirstCell:
    case Command::LastCell:
    case Command::GoTo:
        return true;
    default:
        return false;
    }
}

void performOnSteps(Command command, ChartNavigation& steps, ViewState& state, QWidget* parent)
{
    switch (command) {
    case Command::Peak:
        steps.goToPeak();
        return;
    case Command::NextPeak:
        steps.goToNextPeak();
        return;
    case Command::PreviousPeak:
        steps.goToPreviousPeak();
        return;
    case Command::NextCell:
        steps.move(1);
        return;
    case Command::PreviousCell:
        steps.move(-1);
        return;
    case Command::FirstCell:
        steps.goTo(StepId(0));
        return;
    case Command::LastCell:
        steps.goTo(StepId(state.axis().steps() - 1));
        return;
    case Command::GoTo: {
        GoToDialog dialog(state.view(), state.cursor(), state.units(), parent);
        if (dialog.exec() == QDialog::Accepted && dialog.step())
            steps.goTo(*dialog.step());
        return;
    }
    default:
        return;
    }
}

bool takeStepKey(const QKeyEvent& event, ChartNavigation& steps, ViewState& state)
{
    const int cells = event.modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event.key()) {
    case Qt::Key_Left:
        steps.move(-cells);
        return true;
    case Qt::Key_Right:
        steps.move(cells);
        return true;
    case Qt::Key_Home:
        performOnSteps(Command::FirstCell, steps, state, nullptr);
        return true;
    case Qt::Key_End:
        performOnSteps(Command::LastCell, steps, state, nullptr);
        return true;
    default:
        return false;
    }
}

bool AxisCommands::takeKey(QKeyEvent* event)
{
    if (m_state->isEmpty())
        return false;
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (canDo(Command::ZoomToSelection))
            perform(Command::ZoomToSelection);
        else if (const auto row = m_state->focus().pinned())
            m_state->axis().zoomTo(m_state->view()->rows.start[*row], m_state->view()->rows.end[*row]);
        return true;
    default:
        return takeStepKey(*event, m_chart->navigation(), *m_state);
    }
}

} // namespace tidemark::ui
