#pragma once

class QLabel;
class QWidget;

namespace tidemark::ui {

/// Makes a label that replaces the rows of an empty list: a centred text with links. Hidden at first.
QLabel* makeNothingLabel(QWidget* parent);

} // namespace tidemark::ui
