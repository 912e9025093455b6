#pragma once

#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// Warns about each operation of a log without memory states, and each memory states without an operation, where the
/// log has both; a log may be written without either.
void tellGaps(Profile& profile);

} // namespace tidemark::ttxla
