#pragma once

#include "core/view/view.h"
#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

class ElidedLabel;
class RowTable;

/// The live buffers at the peak of a message's plan, for messages that list no allocations. The widget has its own
/// cursor and selection, because nothing else on the page is part of the plan.
class PlanBuffers : public QWidget
{
    Q_OBJECT

public:
    /// `units` must outlive this object.
    PlanBuffers(const Units* units, QWidget* parent);

    /// Null: there is no plan, and the widget is hidden. The rules give the category of copied rows.
    void setPlan(std::shared_ptr<const View> plan, const AttributionRules& rules);

signals:
    /// The user wants to see the row in the plan.
    void openRequested(RowId row);

private:
    void refresh();

    const Units* m_units;
    ViewState m_state;
    ElidedLabel* m_note;
    RowTable* m_table;
};

} // namespace tidemark::ui
