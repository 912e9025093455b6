#pragma once

#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

/// Shows a button for each facet of the filter, except that of the marked step, which has its own control. A
/// click on a button removes the facet.
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
