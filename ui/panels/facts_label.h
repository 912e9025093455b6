#pragma once

#include "core/view/memory_facts.h"
#include "ui/state/view_state.h"

#include <QLabel>

#include <vector>

namespace tidemark::ui {

/// Facts about the memory that is always in use, one per line. The first amount in a fact is a link that selects its
/// rows. Hidden if there are no facts.
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
