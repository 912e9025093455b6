#pragma once

#include <cstddef>

namespace tidemark::sys {

/// Asks the system to back the huge pages that lie inside this memory as such, where it can.
void preferHugePages(void* data, std::size_t size);

} // namespace tidemark::sys
