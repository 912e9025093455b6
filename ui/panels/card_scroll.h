#pragma once

#include <QScrollArea>

namespace tidemark::ui {

/// A scroll area for the keyboard: it accepts the focus and shows it, and scrolls by arrow keys, Page Up and Down, Home
/// and End.
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
