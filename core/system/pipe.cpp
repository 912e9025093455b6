#include "core/system/pipe.h"

#include <fcntl.h>
#include <unistd.h>

namespace tidemark::sys {

bool makePipe(std::array<int, 2>& ends)
{
#if defined(__linux__)
    return ::pipe2(ends.data(), O_CLOEXEC) == 0;
#else
    if (::pipe(ends.data()) != 0)
        return false;
    for (const int end : ends)
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return true;
#endif
}

} // namespace tidemark::sys
