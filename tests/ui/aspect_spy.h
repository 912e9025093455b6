#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// Counts the changes of a state with any of some aspects.
class AspectSpy : public QObject
{
public:
    AspectSpy(const ViewState* state, Aspects aspects)
    {
        state->onChange(aspects, this, [this] { ++m_changes; });
    }
    int size() const { return m_changes; }
    bool isEmpty() const { return m_changes == 0; }

private:
    int m_changes = 0;
};

} // namespace tidemark::ui
