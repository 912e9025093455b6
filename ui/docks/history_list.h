#pragma once

#include "ui/state/view_state.h"
#include "ui/widgets/wrapped_label.h"

namespace tidemark::ui {

/// What happens to a row, a line each: the step, which takes the cursor there, what, and the instruction. Of many the
/// first and the last, until the user asks for all.
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
