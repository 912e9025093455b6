#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace tidemark {

bool forEachInParallel(std::size_t count, const Progress& progress, const char* what,
                       const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> cancelled = false;
    const auto run = [&](bool reports) {
        while (!cancelled) {
            const std::size_t i = next++;
            if (i >= count)
                return;
            work(i);
            if (reports) {
                progress.at(std::min<std::size_t>(next, count), count, what);
                cancelled = progress.cancelled();
            }
        }
    };
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> helpers;
    try {
        for (std::size_t i = 1; i < std::min(processors, count); ++i)
            helpers.emplace_back(run, false);
    } catch (const std::system_error&) {
        // No more threads to be had: those there are do all the work.
    }
    run(true);
    helpers.clear();
    return !cancelled;
}

} // namespace tidemark
