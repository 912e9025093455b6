#pragma once

#include "core/base/text.h"
#include "core/include/tidemark/result.h"

#include <functional>
#include <string_view>

namespace tidemark {

/// The connection of long work to its caller: cancelling and reporting. Both functions may be empty. Work shared by
/// several threads polls isCancelled from all of them, but calls report only from the thread that started the work.
struct Progress {
    enum class Unit { Bytes, Items }; // what `done` and `total` count

    std::function<bool()> isCancelled; // polled often; true ends the work with ErrorKind::Cancelled
    /// `what` is shown unchanged. It is a phrase that starts with a verb, without a full stop: "Reading modules". It is
    /// printable().
    std::function<void(std::uint64_t done, std::uint64_t total, Unit unit, std::string_view what)> report;

    static Error cancelledError() { return {ErrorKind::Cancelled, "Cancelled.", std::nullopt}; }
    bool cancelled() const { return isCancelled && isCancelled(); }
    void at(std::uint64_t done, std::uint64_t total, Unit unit, std::string_view what) const
    {
        if (report)
            report(done, total, unit, what);
    }
    /// The phrase for reports while a file is read: "Reading train.xplane.pb".
    static std::string reading(std::string_view path) { return "Reading " + printable(fileNameOf(path)); }
};

} // namespace tidemark
