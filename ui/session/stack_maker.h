#pragma once

#include "ui/session/task_runner.h"

namespace tidemark::ui {

class ViewState;

/// Makes the stack that the state asks for, in the background: ViewState::stack() has it once it is there, and nothing
/// before. Another view, other meanings or another wish come first.
class StackMaker : public QObject
{
    Q_OBJECT

public:
    explicit StackMaker(ViewState* state, QObject* parent = nullptr);

signals:
    /// That there is no stack, and why; empty: that is over.
    void noticed(const QString& text);

private:
    void make();
    void makeIfByCategory();

    ViewState* m_state;
    TaskRunner m_tasks;
};

} // namespace tidemark::ui
