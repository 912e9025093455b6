#pragma once

#include <cstddef>

namespace tidemark::sys {

/// Asks the system to back memory with huge pages where it can. `data` starts at a huge page.
void preferHugePages(void* data, std::size_t size);

} // namespace tidemark::sys
