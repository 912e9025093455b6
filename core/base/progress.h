#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace tidemark {

/// How long work talks to its caller. Both functions may be empty and are called from the thread that does the work.
struct Progress {
    std::function<bool()> isCancelled; // polled often; true ends the work with ErrorKind::Cancelled
    std::function<void(std::uint64_t done, std::uint64_t total, std::string_view what)> report; // bytes or items

    bool cancelled() const { return isCancelled && isCancelled(); }
    void at(std::uint64_t done, std::uint64_t total, std::string_view what) const
    {
        if (report)
            report(done, total, what);
    }
};

} // namespace tidemark
