#include "core/system/huge_pages.h"

#include <memory>
#include <sys/mman.h>

namespace tidemark::sys {

void preferHugePages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t size)
{
#if defined(MADV_HUGEPAGE)
    constexpr std::size_t kHugePage = std::size_t{1} << 21;
    void* begin = data;
    if (std::align(kHugePage, kHugePage, begin, size))
        ::madvise(begin, size / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
}

} // namespace tidemark::sys
