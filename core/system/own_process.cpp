#include "core/system/own_process.h"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#elif defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

namespace tidemark::sys {

#if defined(__linux__)
const char* const kOwnDescriptors = "/proc/self/fd";
#else
const char* const kOwnDescriptors = "/dev/fd";
#endif

std::string ownProgram()
{
    std::error_code unknown;
#if defined(__APPLE__)
    std::uint32_t size = 0;
    _NSGetExecutablePath(nullptr, &size);
    std::string path(size, '\0'); // with the 0 at its end
    if (_NSGetExecutablePath(path.data(), &size) != 0)
        return {};
    return std::filesystem::canonical(path.c_str(), unknown).string();
#else
    return std::filesystem::read_symlink("/proc/self/exe", unknown).string();
#endif
}

bool endWithParent(pid_t parent)
{
#if defined(__linux__)
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    return ::getppid() == parent;
}

} // namespace tidemark::sys
