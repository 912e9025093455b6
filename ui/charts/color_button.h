#pragma once

#include "ui/state/view_state.h"

#include <QToolButton>

namespace tidemark::ui {

/// A button next to the legend that shows what the colours of rows mean, with a menu to choose it. Hidden if there is
/// no choice.
class ColorButton : public QToolButton
{
    Q_OBJECT

public:
    explicit ColorButton(ViewState* state, QWidget* parent = nullptr);

    /// "Category" instead of "Colour by category".
    void setShort(bool isShort);

signals:
    void shownChanged(); // its size may have changed: lay it out again

private:
    void refresh();

    ViewState* m_state;
    QMenu* m_menu;
    bool m_isShort = false;
};

} // namespace tidemark::ui
