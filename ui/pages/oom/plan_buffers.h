#pragma once

#include "core/view/view.h"
#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

class ElidedLabel;
class RowTable;

/// The buffers that live at the peak of the plan of a message, for messages that list none themselves. It has a cursor
/// and a selection of its own: nothing else beside the message is of the plan.
class PlanBuffers : public QWidget
{
    Q_OBJECT

public:
    /// Follows these units, which must outlive it.
    PlanBuffers(const Units* units, QWidget* parent);

    /// null: there is no plan, and it hides. By these rules copied rows tell what their bytes are.
    void setPlan(std::shared_ptr<const View> plan, const AttributionRules& rules);

signals:
    /// The user wants to see this row in the plan.
    void openRequested(RowId row);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    const Units* m_units;
    ViewState m_state;
    ElidedLabel* m_note;
    RowTable* m_table;
};

} // namespace tidemark::ui
