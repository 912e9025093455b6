#pragma once

#include "core/base/result.h"
#include "core/base/text.h"

#include <functional>
#include <string_view>

namespace tidemark {

/// How long work talks to its caller. Both functions may be empty. Work that is shared by several threads polls
/// isCancelled from all of them; report is called from the thread that asked for the work alone.
struct Progress {
    enum class Unit { Bytes, Items }; // that are counted

    std::function<bool()> isCancelled; // polled often; true ends the work with ErrorKind::Cancelled
    /// `what` is shown as it is: a phrase that starts with a verb, without a full stop: "Reading modules". It is
    /// printable().
    std::function<void(std::uint64_t done, std::uint64_t total, Unit unit, std::string_view what)> report;

    static Error cancelledError() { return {ErrorKind::Cancelled, "Cancelled.", std::nullopt}; }
    bool cancelled() const { return isCancelled && isCancelled(); }
    void at(std::uint64_t done, std::uint64_t total, Unit unit, std::string_view what) const
    {
        if (report)
            report(done, total, unit, what);
    }
    /// "Reading train.xplane.pb": what reports say while a file is read.
    static std::string reading(std::string_view path) { return "Reading " + printable(fileNameOf(path)); }
};

} // namespace tidemark
