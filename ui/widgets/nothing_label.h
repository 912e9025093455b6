#pragma once

class QLabel;
class QWidget;

namespace tidemark::ui {

/// What stands in place of the rows of a list that has none: words in the middle, with links. Hidden at first.
QLabel* makeNothingLabel(QWidget* parent);

} // namespace tidemark::ui
