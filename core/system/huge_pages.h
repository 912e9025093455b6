#pragma once

#include <cstddef>

namespace tidemark::sys {

/// Asks the system to use huge pages for this memory where it can.
void preferHugePages(void* data, std::size_t size);

} // namespace tidemark::sys
