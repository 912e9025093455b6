#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace tidemark {
namespace {

/// One run of the loop, shared by its threads.
class Loop
{
public:
    Loop(std::size_t count, const std::function<void(std::size_t)>& work)
        : m_count(count)
        , m_work(work)
    { }

    /// Takes calls until there are no more; `afterEach` gives false to stop all threads. Never throws.
    template <class F>
    void run(F afterEach) noexcept
    {
        try {
            while (!m_stopped) {
                const std::size_t i = m_next++;
                if (i >= m_count)
                    return;
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

    std::size_t begun() const { return std::min<std::size_t>(m_next, m_count); }

    /// After all threads have ended. Throws what one of them threw, else tells whether the loop ran to its end.
    bool finish() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
        return !m_stopped;
    }

private:
    const std::size_t m_count;
    const std::function<void(std::size_t)>& m_work;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<bool> m_stopped = false;
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

} // namespace

bool forEachInParallel(std::size_t count, const Progress& progress, const char* what,
                       const std::function<void(std::size_t)>& work, std::size_t most)
{
    if (count > 0 && progress.cancelled())
        return false; // the helpers might else be done before the first look at it
    Loop loop(count, work);
    const std::size_t processors = std::min<std::size_t>(most, std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::jthread> helpers;
    try {
        for (std::size_t i = 1; i < std::min(processors, count); ++i)
            helpers.emplace_back([&loop] { loop.run([] { return true; }); });
    } catch (const std::system_error&) {
        // No more threads to be had: those there are do all the work.
    } catch (const std::bad_alloc&) {
        // The same.
    }
    loop.run([&] {
        progress.at(loop.begun(), count, what);
        return !progress.cancelled();
    });
    helpers.clear();
    return loop.finish();
}

} // namespace tidemark
