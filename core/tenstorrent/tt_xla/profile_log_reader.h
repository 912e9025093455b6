#pragma once

#include "core/tenstorrent/log_splitter.h"
#include "core/tenstorrent/tt_xla/profile.h"

namespace tidemark::ttxla {

/// Reads the messages of tt-mlir's runtime in a log of any size and from any number of writers: operations, memory
/// states, programs, modules. Memory: a few MiB, plus the profiles, at most kMostBytes.
class ProfileLogReader : public tenstorrent::LogSplitter
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{1} << 30;

    explicit ProfileLogReader(std::size_t mostBytes = kMostBytes);
    /// Ends the text. Returns one profile for each writer with an operation or a memory state, sorted by their first
    /// lines.
    std::vector<Profile> finish();

    struct Found {
        std::vector<Profile> profiles;
        std::size_t room; // bytes that may still be kept
    };

private:
    Found m_found;
};

} // namespace tidemark::ttxla
