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
    case Command::Peak:
    case Command::NextPeak:
    case Command::PreviousPeak:
    case Command::NextCell:
    case Command::PreviousCell:
    case Command::FirstCell:
    case Command::LastCell:
    case Command::GoTo:
    case Command::ZoomIn:
    case Command::ZoomOut:
    case Command::ShowAll:
        return true;
    default:
        return false;
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
    case Command::Peak:
        chart.goToPeak();
        return;
    case Command::NextPeak:
        chart.goToNextPeak();
        return;
    case Command::PreviousPeak:
        chart.goToPreviousPeak();
        return;
    case Command::NextCell:
        chart.move(1);
        return;
    case Command::PreviousCell:
        chart.move(-1);
        return;
    case Command::FirstCell:
        chart.goTo(StepId(0));
        return;
    case Command::LastCell:
        chart.goTo(StepId(m_state->axis().steps() - 1));
        return;
    case Command::GoTo:
        goTo();
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
        return;
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

void AxisCommands::goTo()
{
    GoToDialog dialog(m_state->view(), m_state->cursor(), m_state->units(), m_parent);
    if (dialog.exec() == QDialog::Accepted && dialog.step())
        m_chart->navigation().goTo(*dialog.step());
}

bool AxisCommands::takeKey(QKeyEvent* event)
{
    if (m_state->isEmpty())
        return false;
    const int cells = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        m_chart->navigation().move(-cells);
        return true;
    case Qt::Key_Right:
        m_chart->navigation().move(cells);
        return true;
    case Qt::Key_Home:
        perform(Command::FirstCell);
        return true;
    case Qt::Key_End:
        perform(Command::LastCell);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (canDo(Command::ZoomToSelection))
            perform(Command::ZoomToSelection);
        return true;
    default:
        return false;
    }
}

} // namespace tidemark::ui
