#pragma once

#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// Warns about each operation without memory states and about memory states without an operation, if the log has both
/// kinds of lines. A log may be written without one of them.
void reportGaps(Profile& profile);

} // namespace tidemark::ttxla
