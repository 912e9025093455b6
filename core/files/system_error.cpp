#include "core/files/system_error.h"

#include <cerrno>
#include <cstring>

namespace tidemark {

Error systemError(const std::string& path, const char* action)
{
    const int code = errno;
    const bool missing = code == ENOENT || code == ENOTDIR;
    std::string message = path + ": " + action + ": " + std::strerror(code) + ".";
    if (code == EACCES)
        message += " Ask its owner for read permission, or copy it to a folder of your own.";
    return {missing ? ErrorKind::NotFound : ErrorKind::Io, std::move(message), std::nullopt};
}

} // namespace tidemark
