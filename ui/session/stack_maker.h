#pragma once

#include "ui/session/task_runner.h"

namespace tidemark::ui {

class ViewState;

/// Computes the stack that the user wants, by the groups in force, in the background. ViewState::stack() is null until
/// it is ready.
class StackMaker : public QObject
{
    Q_OBJECT

public:
    explicit StackMaker(ViewState* state, QObject* parent = nullptr);

signals:
    /// Why there is no stack; empty if nothing is wrong.
    void noticed(const QString& text);

private:
    void make();

    ViewState* m_state;
    TaskRunner m_tasks;
};

} // namespace tidemark::ui
