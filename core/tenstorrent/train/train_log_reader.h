#pragma once

#include "core/tenstorrent/train/run_collector.h"
#include "core/text/log_scanner.h"

#include <map>

namespace tidemark::tt {

/// The runs of a log, in the order in which they begin, and the warnings that belong to no run.
struct Runs {
    std::vector<Run> list;
    Warnings warnings;
};

/// Finds every summary of tt-train's MemoryUsageTracker in the text of a log, of any size and from any number of
/// writers. Memory: a few MiB, plus the runs, at most kMostBytes and kMostRuns.
class TrainLogReader
{
public:
    static constexpr std::size_t kMostBytes = std::size_t{32} << 20; // of phases: more than 100,000
    static constexpr std::size_t kMostRuns = 10000;
    static constexpr const char* kNoTraces = "no-traces"; // code of the warning that the tracker captured nothing

    TrainLogReader();

    void push(std::string_view bytes) { m_scanner.push(bytes); }
    /// Ends the text and returns the runs.
    Runs finish();

private:
    /// One writer of the log.
    struct Writer {
        RunCollector collector;
        std::uint64_t lastLine = 0;
    };

    void line(std::uint64_t number, std::string_view raw);
    Writer& writerOf(const std::string& rank);

    LogScanner m_scanner;
    std::size_t m_room = kMostBytes;
    std::map<std::string, Writer> m_writers; // by rank
    Runs m_runs;
    std::size_t m_left = 0; // number of runs left out
};

} // namespace tidemark::tt
