#pragma once

#include "core/oom/message.h"

namespace tidemark::oom {

/// Checks the arithmetic of a message: sums against totals within the rounding of the printed digits, sizes against
/// printed tiles, chunks against each other. Each check has both sides. Amounts that the message does not state are not
/// checked.
std::vector<Check> checksOf(const Message& message);

} // namespace tidemark::oom
