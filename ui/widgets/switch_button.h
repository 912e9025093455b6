#pragma once

#include <QToolButton>

namespace tidemark::ui {

/// A checkable button. While it is checked its frame has the accent colour, so that its state is visible in light and
/// dark colours.
class SwitchButton : public QToolButton
{
    Q_OBJECT

public:
    explicit SwitchButton(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tidemark::ui
