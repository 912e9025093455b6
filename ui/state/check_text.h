#pragma once

#include "core/view/check.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

#include <vector>

namespace tidemark::ui {

/// "The rows at the peak add up to it".
QString checkTitle(const Check& check);

/// The checks as rich text, failed ones first. Each shows both sides and, if they differ, the difference. Exact amounts
/// are in tool tips.
QString checksHtml(const std::vector<Check>& checks, const Units& units, const Colors& colors);

/// "5 checks passed", "✕ 1 of 5 checks". Remarks are not counted. Empty if there is no check.
QString checksSummary(const CheckCounts& counts);
QString checksSummary(const std::vector<Check>& checks);

} // namespace tidemark::ui
