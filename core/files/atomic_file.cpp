#include "core/files/atomic_file.h"

#include "core/base/number.h"
#include "core/files/inputs_kept.h"
#include "core/files/system_error.h"
#include "core/system/own_process.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <ostream>
#include <streambuf>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

/// An output stream over a descriptor that remembers why a write failed.
class DescriptorBuffer : public std::streambuf
{
public:
    explicit DescriptorBuffer(int descriptor)
        : m_descriptor(descriptor)
    { }
    int failure() const { return m_errno; }

protected:
    int overflow(int c) override
    {
        if (sync() != 0)
            return traits_type::eof();
        if (c != traits_type::eof()) {
            *pptr() = traits_type::to_char_type(c);
            pbump(1);
        }
        return traits_type::not_eof(c);
    }
    int sync() override
    {
        const char* at = pbase();
        while (at < pptr() && m_errno == 0) {
            const ssize_t count = ::write(m_descriptor, at, static_cast<std::size_t>(pptr() - at));
            if (count > 0)
                at += count;
            else if (count == 0)
                m_errno = EIO;
            else if (errno != EINTR)
                m_errno = errno;
        }
        setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
        return m_errno == 0 ? 0 : -1;
    }

private:
    int m_descriptor;
    int m_errno = 0;
    std::array<char, 1 << 16> m_buffer{};
};

Error cannotWrite(const std::string& path, int code, bool hasOlder)
{
    Error error = writeError(path, "cannot write", code);
    if (hasOlder)
        error.message += " The older file of this name is unchanged.";
    return error;
}

/// Owns a descriptor and closes it, also when writing ends early.
class Descriptor
{
public:
    explicit Descriptor(int descriptor)
        : m_descriptor(descriptor)
    { }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_descriptor; }
    /// Returns 0 or the errno.
    int close()
    {
        const int descriptor = std::exchange(m_descriptor, -1);
        return descriptor < 0 || ::close(descriptor) == 0 ? 0 : errno;
    }

private:
    int m_descriptor;
};

/// Used in place of an errno: `write` has cancelled the write.
constexpr int kUnwanted = -1;

/// Runs `write`, flushes and closes. Returns 0, kUnwanted, or the errno of the first failure.
int writeAndClose(Descriptor& descriptor, const std::function<void(std::ostream&)>& write)
{
    DescriptorBuffer buffer(descriptor.get());
    std::ostream stream(&buffer);
    write(stream);
    if (stream.bad() && buffer.failure() == 0)
        return kUnwanted;
    stream.flush();
    int failure = buffer.failure();
    if (failure == 0 && (::fsync(descriptor.get()) != 0 && errno != EINVAL))
        failure = errno;
    const int closing = descriptor.close();
    return failure == 0 ? closing : failure;
}

/// A new file in the folder of another one. It is removed unless it has replaced the other file.
class TemporaryFile
{
public:
    /// `mode` is reduced by the umask, as for every new file.
    TemporaryFile(const fs::path& target, mode_t mode)
    {
        constexpr int kTries = 1000; // names may be taken by other writers, or left over from them
        constexpr std::size_t kLongest = 100; // bytes; a suffix must not make the name too long
        const bool isLong = target.filename().string().size() > kLongest;
        const std::string start = isLong ? (target.parent_path() / "tidemark").string() : target.string();
        int descriptor = -1;
        for (int i = 0; i < kTries && descriptor < 0 && (i == 0 || errno == EEXIST); ++i) {
            m_path = start + "." + std::to_string(::getpid()) + "-" + std::to_string(i);
            descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
        }
        m_exists = descriptor >= 0;
        m_descriptor.emplace(descriptor);
    }
    ~TemporaryFile()
    {
        if (m_exists)
            ::unlink(m_path.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    /// Returns whether the file could be created; if not, errno gives the reason.
    explicit operator bool() const { return m_exists; }
    Descriptor& descriptor() { return *m_descriptor; }
    /// Returns 0 or the errno.
    int replace(const fs::path& target)
    {
        if (::rename(m_path.c_str(), target.c_str()) != 0)
            return errno;
        m_exists = false;
        return 0;
    }

private:
    std::string m_path;
    std::optional<Descriptor> m_descriptor;
    bool m_exists = false;
};

/// Returns whether the path is a descriptor of this process: "/dev/stdout" leads to one.
bool isOwnDescriptor(const fs::path& path)
{
    std::error_code unknown;
    return fs::equivalent(path.parent_path(), sys::kOwnDescriptors, unknown);
}

/// Returns the file that a link leads to, so that the link is kept; the file need not exist. A link that is a
/// descriptor of this process is not followed.
fs::path followLinks(fs::path path)
{
    constexpr int kMost = 40; // as many links as the system follows
    std::error_code unknown;
    for (int i = 0; i < kMost && !isOwnDescriptor(path) && fs::is_symlink(fs::symlink_status(path, unknown)); ++i)
        path = path.parent_path() / fs::read_symlink(path, unknown);
    return path;
}

Result<void> outcome(const std::string& path, int failure, bool exists)
{
    if (failure == 0 || failure == kUnwanted)
        return {};
    return cannotWrite(path, failure, exists);
}

/// Writes directly to `opened`, which is a descriptor, or -1 with errno set.
Result<void> writeThrough(const std::string& path, int opened, const std::function<void(std::ostream&)>& write)
{
    Descriptor descriptor(opened);
    const int failure = descriptor.get() < 0 ? errno : writeAndClose(descriptor, write);
    return outcome(path, failure, false);
}

/// Whether the file may be an input of this process, and who may read a new one.
enum class FileOf { User, Program };

Result<void> writeFile(const std::string& path, const std::function<void(std::ostream&)>& write, FileOf owner)
{
    const auto check = [&] { return owner == FileOf::User ? inputsKept::refuseOverwriting(path) : Result<void>(); };
    if (auto allowed = check(); !allowed)
        return allowed;
    const fs::path target = followLinks(path);
    // The file of the descriptor is not truncated: a shell may append to it, or other processes may write to it.
    if (const auto own = isOwnDescriptor(target) ? parseNumber<int>(target.filename().string()) : std::nullopt)
        return writeThrough(path, ::fcntl(*own, F_DUPFD_CLOEXEC, 0), write);
    struct stat status = {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT)
        return cannotWrite(path, errno, false);
    if (exists && S_ISDIR(status.st_mode))
        return cannotWrite(path, EISDIR, false);
    // Pipes and devices have no old content to keep, and renaming over /dev/null would replace it for everybody.
    if (exists && !S_ISREG(status.st_mode))
        return writeThrough(path, ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY), write);
    TemporaryFile temporary(target, exists || owner == FileOf::Program ? 0600 : 0666);
    if (!temporary)
        return cannotWrite(path, errno, exists);
    inputsKept::remove(temporary.descriptor().get()); // an input that was deleted may have had this inode
    if (exists)
        ::fchmod(temporary.descriptor().get(), status.st_mode & 07777);
    int failure = writeAndClose(temporary.descriptor(), write);
    if (failure == 0) {
        if (auto allowed = check(); !allowed) // `write` may have read more files
            return allowed;
        failure = temporary.replace(target);
    }
    return outcome(path, failure, exists);
}

} // namespace

Result<void> writeAtomically(const std::string& path, const std::function<void(std::ostream&)>& write)
{
    return writeFile(path, write, FileOf::User);
}

Result<void> writeOwnFile(const std::string& path, const std::function<void(std::ostream&)>& write)
{
    return writeFile(path, write, FileOf::Program);
}

Result<void> makeFolders(const std::string& path)
{
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        return writeError(path, "cannot create", error.value());
    return {};
}

Result<void> makeOwnFolder(const std::string& path)
{
    if (auto done = makeFolders(fs::path(path).parent_path().string()); !done)
        return done;
    if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST)
        return {};
    return writeError(path, "cannot create", errno);
}

} // namespace tidemark
