#pragma once

#include <sys/stat.h>

namespace tidemark::sys {

/// The time of the last change of a file's content.
inline timespec lastChange(const struct stat& status)
{
#if defined(__APPLE__)
    return status.st_mtimespec;
#else
    return status.st_mtim;
#endif
}

} // namespace tidemark::sys
