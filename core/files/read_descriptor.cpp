#include "core/files/read_descriptor.h"

#include "core/files/system_error.h"

#include <cerrno>
#include <unistd.h>

namespace tidemark {

Result<std::size_t> readFullyAt(const std::string& path, int descriptor, std::uint64_t offset, std::span<char> into)
{
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t count
            = ::pread(descriptor, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError(path, "cannot read");
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

Result<std::size_t> readNext(const std::string& path, int descriptor, std::span<char> into)
{
    while (true) {
        const ssize_t count = ::read(descriptor, into.data(), into.size());
        if (count >= 0)
            return static_cast<std::size_t>(count);
        if (errno != EINTR)
            return systemError(path, "cannot read");
    }
}

} // namespace tidemark
