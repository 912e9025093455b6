#pragma once

class QWidget;
class QFrame;

namespace tidemark::ui {

/// Makes a horizontal separator line of one pixel.
QFrame* makeRule(QWidget* parent);

} // namespace tidemark::ui
