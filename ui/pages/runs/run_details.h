#pragma once

#include "ui/pages/runs/run_list.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// What is known of one run of a list, as rich text: whether it fits, its sizes as expected and as measured, what its
/// peak is made of where it is, how it differs from another run, what would need less, its checks and notes.
QString runDetailsHtml(const RunList& list, std::size_t place, const Units& units, const Colors& colors);

} // namespace tidemark::ui
