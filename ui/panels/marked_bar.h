#pragma once

#include "ui/state/marked_step.h"
#include "ui/state/view_state.h"

#include <QWidget>

#include <array>

class QToolButton;

namespace tidemark::ui {

class ElidedLabel;

/// The difference between the cursor and the marked step, with a switch for each part of both steps that shows the
/// number of its rows and their bytes. Hidden while no step is marked. There may be several bars; each visible one
/// follows the state.
class MarkedBar : public QWidget
{
    Q_OBJECT

public:
    explicit MarkedBar(ViewState* state, QWidget* parent);

    enum Part { OnlyMarked, Both, OnlyCursor, Count };
    QToolButton* button(Part part) const { return m_buttons[part]; }
    QString text() const;

private:
    void refresh();
    void take();

    ViewState* m_state;
    ElidedLabel* m_text;
    std::array<QToolButton*, Count> m_buttons{};
};

} // namespace tidemark::ui
