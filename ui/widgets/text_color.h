#pragma once

#include <QPalette>
#include <QWidget>

namespace tidemark::ui {

/// The colour of a label's text, wherever the label stands: inside a tool bar Qt takes the one of buttons.
inline void setTextColor(QWidget* label, const QColor& color)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    palette.setColor(QPalette::Disabled, QPalette::WindowText, color);
    label->setPalette(palette);
    label->setForegroundRole(QPalette::WindowText);
}

} // namespace tidemark::ui
