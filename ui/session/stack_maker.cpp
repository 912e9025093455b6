#include "ui/session/stack_maker.h"

#include "ui/state/view_state.h"

namespace tidemark::ui {

StackMaker::StackMaker(ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(state, &ViewState::viewChanged, this, &StackMaker::make);
    connect(state, &ViewState::meaningsChanged, this, &StackMaker::make);
    connect(&state->colorBy(), &ColorBy::changed, this, &StackMaker::make);
}

void StackMaker::make()
{
    m_tasks.abandon();
    emit noticed({});
    const auto view = m_state->view();
    const auto meanings = m_state->isByCategory() ? m_state->meanings() : nullptr;
    if (const auto& stack = m_state->stack(); stack && m_state->isStackWanted() && stack->meanings == meanings)
        return;
    m_state->setStack(nullptr);
    if (!m_state->isStackWanted() || m_state->isStackWaiting())
        return;
    m_tasks.run<std::shared_ptr<const Stack>>(
        {}, [view, meanings](const Progress& progress) { return makeStack(view, meanings, progress); },
        [this](const auto& stack) {
            if (stack)
                m_state->setStack(*stack);
            else
                emit noticed(
                    tr("The chart could not be stacked. %1").arg(QString::fromStdString(stack.error().message)));
        });
}

} // namespace tidemark::ui
