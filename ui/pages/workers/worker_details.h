#pragma once

#include "ui/pages/workers/worker_fields.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// The anchor of the checks in the text.
constexpr const char* kChecksAnchor = "checks";

/// The details of a worker as rich text: its program, its level by category and role, the rule that decided the largest
/// allocation of each category, and its checks with both sides. Passed checks are a link with their number; they follow
/// the link if they are shown.
QString workerDetailsHtml(const WorkerTable& table, std::size_t worker, bool arePassedShown, const Units& units,
                          const Colors& colors);

} // namespace tidemark::ui
