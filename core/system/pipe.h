#pragma once

#include <array>

namespace tidemark::sys {

/// Opens a pipe that programs started later do not inherit: [0] is read, [1] is written. Returns false with errno set.
bool makePipe(std::array<int, 2>& ends);

} // namespace tidemark::sys
