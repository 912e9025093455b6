#pragma once

#include "core/base/result.h"

#include <functional>
#include <string_view>

namespace tidemark {

/// How long work talks to its caller. Both functions may be empty. Work that is shared by several threads polls
/// isCancelled from all of them; report is called from the thread that asked for the work alone.
struct Progress {
    std::function<bool()> isCancelled; // polled often; true ends the work with ErrorKind::Cancelled
    std::function<void(std::uint64_t done, std::uint64_t total, std::string_view what)> report; // bytes or items

    static Error cancelledError() { return {ErrorKind::Cancelled, "Cancelled.", std::nullopt}; }
    bool cancelled() const { return isCancelled && isCancelled(); }
    void at(std::uint64_t done, std::uint64_t total, std::string_view what) const
    {
        if (report)
            report(done, total, what);
    }
};

} // namespace tidemark
