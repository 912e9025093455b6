#pragma once

#include "core/base/result.h"
#include "core/files/spool.h"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// The descriptors of many files, of which no more than a limit are open: one is opened when its file is read and
/// closed when others need its place, the one that was not read for longest first. Thread-safe. Shared by the files
/// that are opened together.
class OpenFiles
{
public:
    /// As many as leave the process half of its descriptors, and no more than 64.
    OpenFiles();
    /// REQUIRES: limit > 0
    explicit OpenFiles(std::size_t limit);
    ~OpenFiles();
    OpenFiles(const OpenFiles&) = delete;
    OpenFiles& operator=(const OpenFiles&) = delete;

    /// Keeps one descriptor from being closed.
    class Lease
    {
    public:
        Lease(OpenFiles& files, int descriptor);
        Lease(Lease&& other) noexcept;
        Lease& operator=(Lease&&) = delete;
        ~Lease();
        int descriptor() const { return m_descriptor; }

    private:
        OpenFiles* m_files;
        int m_descriptor;
    };

    /// The descriptor of the file that `owner` reads, opened if it is not; `check` then may refuse it. Waits while all
    /// places are lent, so a thread must hold one lease at a time.
    using Check = std::function<std::optional<Error>(int descriptor)>;
    Result<Lease> lend(const void* owner, const std::string& path, const Check& check);
    /// Closes what `owner` has open. REQUIRES: nothing of it is lent
    void forget(const void* owner);
    /// The unpacked contents of the files.
    Spool& spool() { return m_spool; }

private:
    struct Entry {
        const void* owner;
        int descriptor;
        std::size_t leases;
    };

    Result<int> open(const std::string& path, const Check& check);
    bool closeOldest(); // REQUIRES: the mutex is held
    bool closeOldestNow();
    void giveBack(int descriptor);

    Spool m_spool;
    const std::size_t m_limit;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Entry> m_entries; // the one read last is the last
    std::size_t m_taken = 0; // entries, and files that are being opened
};

} // namespace tidemark
