#pragma once

#include "ui/pages/page.h"

namespace tidemark::ui {

class Actions;

/// Shows the licence of the program and those of its libraries.
void showAbout(QWidget* parent);

/// Shows all keys as a table: those of the actions, then the other inputs of a page.
void showShortcuts(const Actions& actions, const std::vector<InputHint>& hints, QWidget* parent);

} // namespace tidemark::ui
