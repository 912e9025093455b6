#pragma once

#include "core/files/spool.h"
#include "core/include/tidemark/result.h"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// The descriptors of many files, with a limit on how many are open. A file is opened when it is read. When others need
/// its place, the least recently read file is closed first. Thread-safe. Shared by the files that are opened together.
class OpenFiles
{
public:
    /// The limit leaves the process half of its descriptors, and is at most 64.
    OpenFiles();
    /// REQUIRES: limit > 0
    explicit OpenFiles(std::size_t limit);
    ~OpenFiles();
    OpenFiles(const OpenFiles&) = delete;
    OpenFiles& operator=(const OpenFiles&) = delete;

    /// Keeps a descriptor from being closed.
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

    using Check = std::function<Result<void>(int descriptor)>;
    /// Returns the descriptor of the file that `owner` reads, opening it if necessary; `check` may refuse a newly
    /// opened one. Waits while all places are lent, so a thread must not hold more than one lease.
    Result<Lease> lend(const void* owner, const std::string& path, const Check& check);
    /// Closes the descriptor of `owner`, if it is open. REQUIRES: it is not lent
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
    std::vector<Entry> m_entries; // the most recently read one is the last
    std::size_t m_taken = 0; // number of entries and of files being opened
};

} // namespace tidemark
