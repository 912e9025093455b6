// Intercepts the system calls on files and makes those of one kind fail on some paths. If linked into a test, it is
// controlled by FaultyDisk. If loaded before a program (LD_PRELOAD), it is controlled by TIDEMARK_FAULT="CALL ERRNO
// AFTER PATH [ACTION]" with the names of DiskCall in lower case.
#include "tests/support/faulty_disk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <sstream>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace tidemark::test {
namespace {

constexpr std::array kCalls = {"open", "read", "write", "sync", "rename", "makefolder"};

struct State {
    std::mutex mutex;
    std::optional<DiskFault> fault;
    std::uint64_t done = 0; // bytes, or calls
    int failures = 0;
};

std::optional<DiskFault> faultOfEnvironment()
{
    const char* const text = std::getenv("TIDEMARK_FAULT");
    if (!text)
        return std::nullopt;
    DiskFault fault;
    std::string call;
    std::istringstream words(text);
    words >> call >> fault.error >> fault.after >> fault.path >> std::ws;
    std::getline(words, fault.action);
    const auto known = std::find(kCalls.begin(), kCalls.end(), call);
    if (known == kCalls.end())
        std::abort();
    fault.call = static_cast<DiskCall>(known - kCalls.begin());
    return fault;
}

/// Never destroyed, because files are closed until the very end of the process.
State& state()
{
    static State& state = *[] {
        auto* made = new State;
        made->fault = faultOfEnvironment();
        return made;
    }();
    return state;
}

/// True while this code makes calls of its own and while an action runs. These calls do not fail.
thread_local bool isInside = false;

class Inside
{
public:
    Inside() { isInside = true; }
    ~Inside() { isInside = false; }
};

template <class Call>
Call* next(const char* name)
{
    return reinterpret_cast<Call*>(::dlsym(RTLD_NEXT, name));
}

std::string pathOf(int descriptor)
{
    std::array<char, 4096> path{};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t size = ::readlink(link.c_str(), path.data(), path.size());
    return size < 0 ? std::string() : std::string(path.data(), static_cast<std::size_t>(size));
}

/// Returns how many of `size` units from `from` on succeed; nullopt if the call does not fail. If `from` is absent, it
/// is the number of units done so far.
std::optional<std::size_t> allowed(DiskCall call, const std::string& path, std::optional<std::uint64_t> from,
                                   std::size_t size)
{
    State& now = state();
    const std::lock_guard lock(now.mutex);
    if (size == 0 || !now.fault || now.fault->call != call || path.find(now.fault->path) == std::string::npos)
        return std::nullopt;
    const std::uint64_t begin = from.value_or(now.done);
    const std::uint64_t left = begin < now.fault->after ? now.fault->after - begin : 0;
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(left, size));
    now.done += most;
    if (most == size)
        return std::nullopt;
    if (most > 0)
        return most;
    ++now.failures;
    if (now.fault->action.empty()) {
        errno = now.fault->error;
        return 0;
    }
    const std::string action = now.fault->action;
    now.fault.reset(); // once
    ::unsetenv("LD_PRELOAD");
    if (std::system(action.c_str()) != 0)
        std::abort();
    return std::nullopt;
}

std::optional<std::size_t> allowed(DiskCall call, int descriptor, std::optional<std::uint64_t> from, std::size_t size)
{
    if (isInside)
        return std::nullopt;
    const Inside inside;
    const int before = errno;
    const auto most = allowed(call, pathOf(descriptor), from, size);
    if (!most || *most > 0)
        errno = before;
    return most;
}

/// Returns true if the call fails, and sets errno.
bool fails(DiskCall call, const std::string& path)
{
    if (isInside)
        return false;
    const Inside inside;
    const int before = errno;
    const bool is = allowed(call, path, std::nullopt, 1).has_value();
    if (!is)
        errno = before;
    return is;
}

ssize_t failure()
{
    return errno == 0 ? 0 : -1;
}

mode_t modeOf(int flags, va_list rest)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(rest, int)) : 0;
}

} // namespace

FaultyDisk::FaultyDisk(const DiskFault& fault)
{
    State& now = state();
    const std::lock_guard lock(now.mutex);
    now.fault = fault;
    now.done = 0;
    now.failures = 0;
}

FaultyDisk::~FaultyDisk()
{
    State& now = state();
    const std::lock_guard lock(now.mutex);
    now.fault.reset();
}

int FaultyDisk::failures() const
{
    State& now = state();
    const std::lock_guard lock(now.mutex);
    return now.failures;
}

} // namespace tidemark::test

using tidemark::test::DiskCall;

extern "C" {

#define TIDEMARK_OPEN(name)                                                                                            \
    int name(const char* path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        const mode_t mode = tidemark::test::modeOf(flags, rest);                                                       \
        va_end(rest);                                                                                                  \
        if (tidemark::test::fails(DiskCall::Open, path))                                                               \
            return -1;                                                                                                 \
        static auto* const real = tidemark::test::next<int(const char*, int, ...)>(#name);                             \
        return real(path, flags, mode);                                                                                \
    }

#define TIDEMARK_PREAD(name)                                                                                           \
    ssize_t name(int descriptor, void* into, size_t size, off_t offset)                                                \
    {                                                                                                                  \
        static auto* const real = tidemark::test::next<ssize_t(int, void*, size_t, off_t)>(#name);                     \
        const auto most                                                                                                \
            = tidemark::test::allowed(DiskCall::Read, descriptor, static_cast<std::uint64_t>(offset), size);           \
        return most == std::size_t{0} ? tidemark::test::failure()                                                      \
                                      : real(descriptor, into, most.value_or(size), offset);                           \
    }

TIDEMARK_OPEN(open)
TIDEMARK_OPEN(open64)
TIDEMARK_PREAD(pread)
TIDEMARK_PREAD(pread64)

ssize_t read(int descriptor, void* into, size_t size)
{
    static auto* const real = tidemark::test::next<ssize_t(int, void*, size_t)>("read");
    const auto most = tidemark::test::allowed(DiskCall::Read, descriptor, std::nullopt, size);
    return most == std::size_t{0} ? tidemark::test::failure() : real(descriptor, into, most.value_or(size));
}

ssize_t write(int descriptor, const void* from, size_t size)
{
    static auto* const real = tidemark::test::next<ssize_t(int, const void*, size_t)>("write");
    const auto most = tidemark::test::allowed(DiskCall::Write, descriptor, std::nullopt, size);
    return most == std::size_t{0} ? tidemark::test::failure() : real(descriptor, from, most.value_or(size));
}

/// Writes only the first piece that is not empty: writing fewer bytes than given is no error.
ssize_t writev(int descriptor, const iovec* pieces, int count)
{
    for (int i = 0; i < count; ++i)
        if (pieces[i].iov_len > 0)
            return write(descriptor, pieces[i].iov_base, pieces[i].iov_len);
    return 0;
}

int fsync(int descriptor)
{
    static auto* const real = tidemark::test::next<int(int)>("fsync");
    return tidemark::test::allowed(DiskCall::Sync, descriptor, std::nullopt, 1) ? -1 : real(descriptor);
}

int rename(const char* from, const char* to)
{
    static auto* const real = tidemark::test::next<int(const char*, const char*)>("rename");
    return tidemark::test::fails(DiskCall::Rename, to) ? -1 : real(from, to);
}

int mkdir(const char* path, mode_t mode)
{
    static auto* const real = tidemark::test::next<int(const char*, mode_t)>("mkdir");
    return tidemark::test::fails(DiskCall::MakeFolder, path) ? -1 : real(path, mode);
}

} // extern "C"
