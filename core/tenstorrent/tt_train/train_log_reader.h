#pragma once

#include "core/tenstorrent/tt_train/run.h"

namespace tidemark::tt {

/// Finds every summary of tt-train's MemoryUsageTracker in the text of a log, of any size and from any number of
/// writers. Memory: a few MiB, plus the runs, at most kMostBytes and kMostRuns.
class TrainLogReader : public tenstorrent::LogSplitter
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{32} << 20; // of phases: more than 100,000
    static constexpr std::size_t kMostRuns = 10000;
    static constexpr const char* kNoTraces = "no-traces"; // code of the warning that the tracker captured nothing

    explicit TrainLogReader(std::size_t mostBytes = kMostBytes);
    /// Ends the text and returns the runs.
    Runs finish();

    struct Found : Runs {
        std::size_t left = 0; // number of runs left out
        std::size_t room = 0; // bytes of phases that may still be kept
    };

private:
    Found m_found;
};

} // namespace tidemark::tt
