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

/// One run of the loop, shared by its threads. Where the processors are busy a helper may come when all is done: the
/// caller waits for those alone that have begun, and the others find the loop closed.
class Loop
{
public:
    Loop(std::size_t count, const std::function<void(std::size_t)>& work)
        : m_count(count)
        , m_work(work)
    { }

    /// Takes call `i` and others until there are no more; `afterEach` gives false to stop all threads. Never throws.
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

    /// The same on a thread of its own.
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

    /// Nobody begins any more; returns when all are done. Throws what one of them threw, else tells whether the loop
    /// ran to its end.
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
    const std::function<void(std::size_t)>& m_work; // the caller's, and not there any more once the loop is closed
    std::atomic<std::size_t> m_next = 1; // the first call is the caller's, who tells of progress
    std::atomic<bool> m_stopped = false;
    std::mutex m_mutex; // of all that follows
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
        return false; // the helpers might else be done before the first look at it
    const auto loop = std::make_shared<Loop>(count, work);
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    try {
        for (std::size_t i = 1; i < std::min({processors, count, most}); ++i)
            std::thread([loop] { loop->help(); }).detach();
    } catch (const std::system_error&) {
        // No more threads to be had: those there are do all the work.
    } catch (const std::bad_alloc&) {
        // The same.
    }
    loop->run(0, [&] {
        progress.at(loop->begun(), count, Progress::Unit::Items, what);
        return !progress.cancelled();
    });
    return loop->finish();
}

} // namespace tidemark
