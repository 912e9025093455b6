#pragma once

#include "ui/state/view_state.h"
#include "ui/widgets/wrapped_label.h"

namespace tidemark::ui {

/// The events of a row, one per line: the step, as a link that moves the cursor there, the event, and the instruction.
/// A long list shows only its first and last events until the user asks for all.
class HistoryList : public WrappedLabel
{
    Q_OBJECT

public:
    explicit HistoryList(ViewState* state, QWidget* parent = nullptr);

    /// REQUIRES: known uses
    void setRow(RowId row);

private:
    void follow(const QString& link);
    void refresh();
    QString lineOf(const RowEvent& event) const;

    ViewState* m_state;
    ItemRef m_row;
    bool m_showsAll = false;
};

} // namespace tidemark::ui
