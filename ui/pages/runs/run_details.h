#pragma once

#include "ui/pages/runs/run_list.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// The details of a run of a list as rich text: whether it fits, its expected and measured sizes, what its peak is made
/// of and where it occurs, the difference from another run, ways to use less memory, its checks and its notes.
QString runDetailsHtml(const RunList& list, std::size_t place, const Units& units, const Colors& colors);

} // namespace tidemark::ui
