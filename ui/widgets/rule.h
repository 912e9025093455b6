#pragma once

class QWidget;
class QFrame;

namespace tidemark::ui {

/// A line of one pixel that parts what stands above it from what stands below.
QFrame* makeRule(QWidget* parent);

} // namespace tidemark::ui
