#pragma once

#include "ui/pages/page.h"

namespace tidemark::ui {

class Actions;

/// The licences that the program is under and uses.
void showAbout(QWidget* parent);

/// All keys, as a table: those of the actions, then what else a page takes.
void showShortcuts(const Actions& actions, const std::vector<InputHint>& hints, QWidget* parent);

} // namespace tidemark::ui
