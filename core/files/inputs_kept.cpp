#include "core/files/inputs_kept.h"

#include <filesystem>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <utility>

namespace tidemark::inputsKept {
namespace {

namespace fs = std::filesystem;

using Identity = std::pair<dev_t, ino_t>;

struct Kept {
    std::mutex mutex;
    std::set<Identity> files;
    std::set<Identity> folders;
};

Kept& kept()
{
    static Kept all;
    return all;
}

bool isKeptFile(Identity identity)
{
    const std::lock_guard lock(kept().mutex);
    return kept().files.contains(identity);
}

/// Returns whether a path is below a folder that the user gave.
bool isBelowKeptFolder(const fs::path& path)
{
    const std::lock_guard lock(kept().mutex);
    if (kept().folders.empty())
        return false;
    std::error_code unknown;
    fs::path folder = fs::absolute(path, unknown).parent_path();
    // A link to a folder has the parents of that folder.
    if (fs::path whole = fs::canonical(folder, unknown); !unknown)
        folder = std::move(whole);
    for (;; folder = folder.parent_path()) {
        struct stat status = {};
        if (::stat(folder.c_str(), &status) == 0 && kept().folders.contains({status.st_dev, status.st_ino}))
            return true;
        if (!folder.has_relative_path())
            return false;
    }
}

} // namespace

void add(int descriptor)
{
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    const std::lock_guard lock(kept().mutex);
    kept().files.insert({status.st_dev, status.st_ino});
}

void addFolder(const std::string& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        return;
    const std::lock_guard lock(kept().mutex);
    kept().folders.insert({status.st_dev, status.st_ino});
}

void remove(int descriptor)
{
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return;
    const std::lock_guard lock(kept().mutex);
    kept().files.erase({status.st_dev, status.st_ino});
}

void remove(const std::string& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return;
    const std::lock_guard lock(kept().mutex);
    kept().files.erase({status.st_dev, status.st_ino});
    kept().folders.erase({status.st_dev, status.st_ino});
}

Result<void> refuseOverwriting(const std::string& output)
{
    struct stat status = {};
    if (output.empty() || ::stat(output.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    if (isKeptFile({status.st_dev, status.st_ino}))
        return Error{ErrorKind::Io,
                     output + " was read as an input; writing there would destroy it. Choose another file.",
                     std::nullopt};
    std::error_code unknown;
    if (!isBelowKeptFolder(output) && !isBelowKeptFolder(fs::canonical(output, unknown)))
        return {};
    return Error{ErrorKind::Io,
                 output
                     + " exists in a folder that is an input; writing would destroy that file. "
                       "Choose a new name or another folder.",
                 std::nullopt};
}

} // namespace tidemark::inputsKept
