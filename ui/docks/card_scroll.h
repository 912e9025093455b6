#pragma once

#include <QScrollArea>

namespace tidemark::ui {

/// A scrolled page that the keyboard reaches: it takes the focus, shows that, and scrolls by arrows, Page Up and Down,
/// Home and End.
class CardScroll : public QScrollArea
{
    Q_OBJECT

public:
    explicit CardScroll(QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
};

} // namespace tidemark::ui
