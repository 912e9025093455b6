#pragma once

#include "ui/state/view_state.h"

#include <QTextBrowser>

namespace tidemark::ui {

/// Of the region that the map shows: what is live and free at the cursor, in how many gaps, how fragmented it is, and
/// why it is not smaller.
class RegionPanel : public QTextBrowser
{
    Q_OBJECT

public:
    explicit RegionPanel(ViewState* state, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    ViewState* m_state = nullptr;
};

} // namespace tidemark::ui
