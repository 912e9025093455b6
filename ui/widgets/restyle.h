#pragma once

#include <QPalette>
#include <QWidget>

#include <functional>

namespace tidemark::ui {

/// Calls `refresh` whenever the palette, the font or the style of the widget has changed.
void onRestyle(QWidget* widget, std::function<void()> refresh);

void onResize(QWidget* widget, std::function<void()> fit);

void onShow(QWidget* widget, std::function<void()> refresh);

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
