#pragma once

#include "ui/session/task_runner.h"

namespace tidemark::ui {

class ViewState;

/// Groups the rows of the view by the way in use, in the background. Until the groups are ready, ViewState::groups()
/// are the types.
class GroupMaker : public QObject
{
    Q_OBJECT

public:
    explicit GroupMaker(ViewState* state, QObject* parent = nullptr);

signals:
    /// Why the rows are not grouped; empty if nothing is wrong.
    void noticed(const QString& text);

private:
    void make();

    ViewState* m_state;
    TaskRunner m_tasks;
};

} // namespace tidemark::ui
