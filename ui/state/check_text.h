#pragma once

#include "core/view/check.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

#include <vector>

namespace tidemark::ui {

/// "The rows at the peak add up to it".
QString checkTitle(const Check& check);

/// Checks as rich text, those that fail first: each with both of its sides and, where they differ, by how much. Exact
/// amounts are in tool tips.
QString checksHtml(const std::vector<Check>& checks, const Units& units, const Colors& colors);

/// "5 checks passed", "✕ 1 of 5 checks"; remarks are not counted. Empty without a check.
QString checksSummary(const CheckCounts& counts);
QString checksSummary(const std::vector<Check>& checks);

} // namespace tidemark::ui
