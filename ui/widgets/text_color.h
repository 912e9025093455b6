#pragma once

#include <QPalette>
#include <QWidget>

namespace tidemark::ui {

/// Sets the colour of a label's text. Works everywhere: inside a tool bar Qt uses the text colour of buttons.
inline void setTextColor(QWidget* label, const QColor& color)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    palette.setColor(QPalette::Disabled, QPalette::WindowText, color);
    label->setPalette(palette);
    label->setForegroundRole(QPalette::WindowText);
}

} // namespace tidemark::ui
