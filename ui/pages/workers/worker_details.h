#pragma once

#include "ui/pages/workers/worker_fields.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// Where the checks begin in the text.
constexpr const char* kChecksAnchor = "checks";

/// What is known of one worker, as rich text: its file and program, its checks with both sides, its level by category
/// and role.
QString workerDetailsHtml(const WorkerTable& table, std::size_t worker, const Units& units, const Colors& colors);

} // namespace tidemark::ui
