#pragma once

#include "core/tenstorrent/tt_xla/profile.h"

#include <memory>

namespace tidemark::ttxla {

/// Reads the messages of tt-mlir's runtime in a log of any size and from any number of writers: operations, memory
/// states, programs, modules. Memory: a few MiB, plus the profiles, at most kMostBytes.
class ProfileLogReader
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{1} << 30;

    explicit ProfileLogReader(std::size_t mostBytes = kMostBytes);
    ~ProfileLogReader();

    void push(std::string_view bytes);
    /// Ends the text. Returns one profile for each writer with an operation or a memory state, sorted by their first
    /// lines.
    std::vector<Profile> finish();

private:
    class Reader;
    std::unique_ptr<Reader> m_reader;
};

} // namespace tidemark::ttxla
