#pragma once

#include "ui/state/view_state.h"

#include <QToolButton>

namespace tidemark::ui {

/// Says which group the filter leaves, unless a box beside it does: that is so for kinds. A click shows all rows again.
class FacetChip : public QToolButton
{
    Q_OBJECT

public:
    explicit FacetChip(ViewState* state, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    ViewState* m_state;
};

} // namespace tidemark::ui
