#pragma once

#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

/// Shows a button for each facet of the filter, except facets that have their own control: kinds and the marked step. A
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
