#pragma once

#include "ui/pages/workers/worker_fields.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// Where the checks begin in the text.
constexpr const char* kChecksAnchor = "checks";

/// What is known of one worker, as rich text: its program, its level by category and role, what decided for the largest
/// of each category, its checks with both sides. Those that passed are a link with how many they are; they follow it if
/// they are shown.
QString workerDetailsHtml(const WorkerTable& table, std::size_t worker, bool arePassedShown, const Units& units,
                          const Colors& colors);

} // namespace tidemark::ui
