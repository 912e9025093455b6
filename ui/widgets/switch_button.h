#pragma once

#include <QToolButton>

namespace tidemark::ui {

/// A button that stays on, which is seen in light and in dark: its frame has the accent colour then.
class SwitchButton : public QToolButton
{
    Q_OBJECT

public:
    explicit SwitchButton(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tidemark::ui
