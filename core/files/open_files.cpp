#include "core/files/open_files.h"

#include "core/files/system_error.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace tidemark {
namespace {

std::size_t usualLimit()
{
    constexpr rlim_t kMost = 64;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    return static_cast<std::size_t>(std::clamp<rlim_t>(limit.rlim_cur / 2, 1, kMost));
}

} // namespace

OpenFiles::OpenFiles()
    : OpenFiles(usualLimit())
{ }

OpenFiles::OpenFiles(std::size_t limit)
    : m_limit(limit)
{
    m_entries.reserve(limit); // so that adding an entry cannot throw and leak its descriptor
}

OpenFiles::~OpenFiles()
{
    for (const Entry& entry : m_entries)
        ::close(entry.descriptor);
}

Result<OpenFiles::Lease> OpenFiles::lend(const void* owner, const std::string& path, const Check& check)
{
    std::unique_lock lock(m_mutex);
    const auto known = [&] { return std::ranges::find(m_entries, owner, &Entry::owner); };
    m_changed.wait(lock, [&] { return known() != m_entries.end() || m_taken < m_limit || closeOldest(); });
    const auto lendKnown = [&](auto entry) {
        ++entry->leases;
        std::rotate(entry, entry + 1, m_entries.end());
        return Lease(*this, m_entries.back().descriptor);
    };
    if (const auto entry = known(); entry != m_entries.end())
        return lendKnown(entry);
    ++m_taken;
    lock.unlock(); // a slow disk must not block readers of open files
    const Result<int> descriptor = open(path, check);
    lock.lock();
    m_changed.notify_all();
    if (!descriptor) {
        --m_taken;
        return descriptor.error();
    }
    if (const auto entry = known(); entry != m_entries.end()) { // another thread has opened it in the meantime
        ::close(*descriptor);
        --m_taken;
        return lendKnown(entry);
    }
    m_entries.push_back({owner, *descriptor, 1});
    return Lease(*this, *descriptor);
}

Result<int> OpenFiles::open(const std::string& path, const Check& check)
{
    // O_NONBLOCK: opening a pipe without a writer must not block.
    const auto tryOpening = [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); };
    int descriptor = tryOpening();
    while (descriptor < 0 && errno == EMFILE && closeOldestNow()) // other code uses all descriptors of the process
        descriptor = tryOpening();
    if (descriptor < 0)
        return systemError(path, "cannot open");
    const auto allowed = check(descriptor);
    if (allowed)
        return descriptor;
    ::close(descriptor);
    return allowed.error();
}

bool OpenFiles::closeOldestNow()
{
    const std::lock_guard lock(m_mutex);
    return closeOldest();
}

/// Closes the least recently read file that is not lent. Returns false if there is none.
bool OpenFiles::closeOldest()
{
    const auto oldest = std::ranges::find(m_entries, std::size_t{0}, &Entry::leases);
    if (oldest == m_entries.end())
        return false;
    ::close(oldest->descriptor);
    m_entries.erase(oldest);
    --m_taken;
    return true;
}

void OpenFiles::giveBack(int descriptor)
{
    const std::lock_guard lock(m_mutex);
    const auto entry = std::ranges::find(m_entries, descriptor, &Entry::descriptor);
    if (--entry->leases == 0)
        m_changed.notify_all();
}

void OpenFiles::forget(const void* owner)
{
    const std::lock_guard lock(m_mutex);
    const auto entry = std::ranges::find(m_entries, owner, &Entry::owner);
    if (entry == m_entries.end())
        return;
    ::close(entry->descriptor);
    m_entries.erase(entry);
    --m_taken;
    m_changed.notify_all();
}

OpenFiles::Lease::Lease(OpenFiles& files, int descriptor)
    : m_files(&files)
    , m_descriptor(descriptor)
{ }

OpenFiles::Lease::Lease(Lease&& other) noexcept
    : m_files(std::exchange(other.m_files, nullptr))
    , m_descriptor(other.m_descriptor)
{ }

OpenFiles::Lease::~Lease()
{
    if (m_files)
        m_files->giveBack(m_descriptor);
}

} // namespace tidemark
