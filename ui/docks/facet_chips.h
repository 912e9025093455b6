#pragma once

#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

/// Says which groups the filter leaves, each on a button of its own, unless a box beside them does: that is so for
/// kinds and the marked step. A click on one shows the other groups of its grouping again.
class FacetChips : public QWidget
{
    Q_OBJECT

public:
    explicit FacetChips(ViewState* state, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    ViewState* m_state;
};

} // namespace tidemark::ui
