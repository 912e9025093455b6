#include "core/system/huge_pages.h"

#include <sys/mman.h>

namespace tidemark::sys {

void preferHugePages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t size)
{
#if defined(MADV_HUGEPAGE)
    ::madvise(data, size, MADV_HUGEPAGE);
#endif
}

} // namespace tidemark::sys
