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

Error emptyError(const std::string& path, std::uint64_t bytes)
{
    std::string message = (path == "-" ? "standard input" : path) + " is empty (" + std::to_string(bytes)
        + (bytes > 0 ? " B of white space)." : " B).");
    if (path.ends_with(".pb"))
        message += " Captures above 2 GiB are often written empty: capture fewer steps or hosts.";
    else
        message
            += " Programs tell on standard error that memory ran out: keep that as well, COMMAND > run.log 2>&1, or "
               "let tidemark-cli record -- COMMAND keep all.";
    return {ErrorKind::Empty, std::move(message), std::nullopt};
}

} // namespace tidemark
