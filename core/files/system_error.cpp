#include "core/files/system_error.h"

#include "core/base/text.h"
#include "core/system/network_errors.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tidemark {

namespace {

bool isFarAway(int code)
{
    const auto& codes = sys::kNetworkErrors;
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

/// Returns the remedy, or "" if the error itself says it.
std::string_view remedyOfReading(int code)
{
    if (code == EACCES || code == EPERM)
        return " Ask its owner for read permission, or copy it to a folder of your own.";
    if (isFarAway(code))
        return " Its network or device does not answer: try again later, or copy the file to a disk of this machine.";
    if (code == EIO)
        return " The disk, or the network that it is on, has failed: try again, or open a copy elsewhere.";
    if (code == EMFILE || code == ENFILE)
        return " Too many files are open: close other programs.";
    return "";
}

std::string_view remedyOfWriting(int code)
{
    if (code == ENOSPC || code == EDQUOT)
        return " Free some space there, or choose another folder.";
    if (code == EFBIG)
        return " The file system there does not allow files of this size: choose another folder.";
    if (code == EACCES || code == EPERM || code == EROFS)
        return " Choose a folder that you may write to.";
    if (code == ENOENT || code == ENOTDIR)
        return " Make the folder first, or choose another.";
    if (isFarAway(code) || code == EIO)
        return " The disk, or the network that it is on, has failed: try again, or choose another folder.";
    return "";
}

std::string nameOf(const std::string& path)
{
    return path == "-" ? "standard input" : path;
}

std::string messageOf(const std::string& path, const char* action, int code)
{
    return nameOf(path) + ": " + action + ": " + std::strerror(code) + ".";
}

} // namespace

Error systemError(const std::string& path, const char* action)
{
    const int code = errno;
    const bool isMissing = code == ENOENT || code == ENOTDIR;
    return {isMissing ? ErrorKind::NotFound : ErrorKind::Io,
            messageOf(path, action, code).append(remedyOfReading(code)), std::nullopt};
}

Error writeError(const std::string& path, const char* action, int code)
{
    return {ErrorKind::Io, messageOf(path, action, code).append(remedyOfWriting(code)), std::nullopt};
}

Error shorterError(const std::string& path, std::uint64_t end, std::uint64_t size, std::string_view remedy)
{
    return {ErrorKind::Truncated,
            path + " became shorter while it was read: it ends at byte " + groupedNumber(static_cast<std::int64_t>(end))
                + " of " + groupedNumber(static_cast<std::int64_t>(size)) + ". " + std::string(remedy),
            end};
}

Error emptyError(const std::string& path, std::uint64_t bytes)
{
    std::string message
        = nameOf(path) + " is empty (" + std::to_string(bytes) + (bytes > 0 ? " B of white space)." : " B).");
    if (path.ends_with(".pb"))
        message += " Captures above 2 GiB are often written empty: capture fewer steps or hosts.";
    else
        message
            += " Programs write out-of-memory messages to standard error. Keep it too: COMMAND > run.log 2>&1, or use "
               "tidemark-cli record -- COMMAND.";
    return {ErrorKind::Empty, std::move(message), std::nullopt};
}

} // namespace tidemark
