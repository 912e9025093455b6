#include "ui/pages/axis_commands.h"

#include "ui/charts/go_to_dialog.h"
#include "ui/charts/memory_chart.h"

#include <QKeyEvent>

#include <limits>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kAllCells = std::numeric_limits<std::uint32_t>::max();

} // namespace

bool canDoOnAxis(Command command, const AxisView& axis)
{
    if (axis.isEmpty())
        return false;
    switch (command) {
    case Command::Back:
        return axis.canGoBack();
    case Command::Forward:
        return axis.canGoForward();
    case Command::ZoomToSelection:
        return axis.selected().has_value();
    case Command::ZoomIn:
    case Command::ZoomOut:
    case Command::ShowAll:
    case Command::Peak:
    case Command::NextCell:
    case Command::PreviousCell:
    case Command::FirstCell:
    case Command::LastCell:
        return true;
    default:
        return false;
    }
}

void performOnAxis(Command command, AxisNavigation& chart)
{
    switch (command) {
    case Command::Back:
        return chart.axis().back();
    case Command::Forward:
        return chart.axis().forward();
    case Command::ZoomIn:
        return chart.zoomIn();
    case Command::ZoomOut:
        return chart.zoomOut();
    case Command::ShowAll:
        return chart.fit();
    case Command::ZoomToSelection:
        return chart.zoomToSelection();
    case Command::Peak:
        return chart.goToPeak();
    case Command::NextCell:
        return chart.move(1);
    case Command::PreviousCell:
        return chart.move(-1);
    case Command::FirstCell:
        return chart.move(-kAllCells);
    case Command::LastCell:
        return chart.move(kAllCells);
    default:
        return;
    }
}

bool AxisCommands::canDo(Command command) const
{
    if (m_state->isEmpty())
        return false;
    return command == Command::Escape || isStepCommand(command) || canDoOnAxis(command, m_state->axis());
}

void AxisCommands::perform(Command command)
{
    if (command == Command::Escape)
        m_chart->escape();
    else
        performOnSteps(command, m_chart->navigation(), *m_state, m_parent);
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
    case Command::NextPeak:
        return steps.goToNextPeak();
    case Command::PreviousPeak:
        return steps.goToPreviousPeak();
    case Command::GoTo: {
        GoToDialog dialog(state.view(), state.cursor(), state.units(), parent);
        if (dialog.exec() == QDialog::Accepted && dialog.step())
            steps.goTo(*dialog.step());
        return;
    }
    default:
        return performOnAxis(command, steps);
    }
}

bool takeStepKey(const QKeyEvent& event, AxisNavigation& steps)
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
        steps.move(-kAllCells);
        return true;
    case Qt::Key_End:
        steps.move(kAllCells);
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
        return takeStepKey(*event, m_chart->navigation());
    }
}

} // namespace tidemark::ui
