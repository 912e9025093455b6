#pragma once

#include "core/view/memory_facts.h"
#include "ui/state/view_state.h"

#include <QLabel>

#include <vector>

namespace tidemark::ui {

/// What is so of the memory that is always taken, a line each; its number selects the rows that it is of. Hidden where
/// there is nothing to say.
class FactsLabel : public QLabel
{
    Q_OBJECT

public:
    explicit FactsLabel(ViewState* state, QWidget* parent = nullptr);

private:
    void reload();
    void refresh();

    ViewState* m_state;
    std::vector<MemoryFact> m_facts;
};

} // namespace tidemark::ui
