#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

namespace tidemark {
namespace {

/// One run of the loop, shared by its threads. If the processors are busy, a helper may start after all calls are done.
/// The caller waits only for helpers that have begun; the others find the loop closed.
class Loop
{
public:
    Loop(std::size_t count, const std::function<void(std::size_t)>& work)
        : m_count(count)
        , m_work(work)
    { }

    /// Makes call `i` and then further calls until none are left. If `afterEach` returns false, all threads stop. Never
    /// throws.
    template <class F>
    void run(std::size_t i, F afterEach) noexcept
    {
        try {
            for (; i < m_count && !m_stopped; i = m_next++) {
                m_work(i);
                if (!afterEach())
                    m_stopped = true;
            }
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            if (!m_failure)
                m_failure = std::current_exception();
            m_stopped = true;
        }
    }

    /// Runs calls on a helper thread.
    void help() noexcept
    {
        {
            const std::lock_guard lock(m_mutex);
            if (m_isClosed)
                return;
            ++m_helpers;
        }
        run(m_next++, [] { return true; });
        const std::lock_guard lock(m_mutex);
        --m_helpers;
        m_left.notify_one();
    }

    std::size_t begun() const { return std::min<std::size_t>(m_next, m_count); }

    /// Closes the loop to new helpers and waits until all calls are done. Rethrows an exception of a call, else returns
    /// whether the loop ran to its end.
    bool finish()
    {
        std::unique_lock lock(m_mutex);
        m_isClosed = true;
        m_left.wait(lock, [this] { return m_helpers == 0; });
        if (m_failure)
            std::rethrow_exception(m_failure);
        return !m_stopped;
    }

private:
    const std::size_t m_count;
    const std::function<void(std::size_t)>& m_work; // owned by the caller; invalid once the loop is closed
    std::atomic<std::size_t> m_next = 1; // call 0 is the caller's, which reports progress
    std::atomic<bool> m_stopped = false;
    std::mutex m_mutex; // guards all members below
    std::condition_variable m_left;
    std::size_t m_helpers = 0;
    bool m_isClosed = false;
    std::exception_ptr m_failure;
};

} // namespace

bool forEachInParallel(std::size_t count, const Progress& progress, std::string_view what,
                       const std::function<void(std::size_t)>& work, std::size_t most)
{
    if (count > 0 && progress.cancelled())
        return false; // otherwise the helpers might finish before the first check
    const auto loop = std::make_shared<Loop>(count, work);
    static const std::size_t kProcessors = std::max(1U, std::thread::hardware_concurrency()); // reads a system file
    try {
        for (std::size_t i = 1; i < std::min({kProcessors, count, most}); ++i)
            std::thread([loop] { loop->help(); }).detach();
    } catch (const std::system_error&) {
        // No more threads are available. The existing ones do all the work.
    } catch (const std::bad_alloc&) {
        // As above.
    }
    loop->run(0, [&] {
        progress.at(loop->begun(), count, Progress::Unit::Items, what);
        return !progress.cancelled();
    });
    return loop->finish();
}

} // namespace tidemark
