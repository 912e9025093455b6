#pragma once

#include "core/tenstorrent/tt_train/run.h"

#include <memory>

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

    explicit TrainLogReader(std::size_t mostBytes = kMostBytes);
    ~TrainLogReader();

    void push(std::string_view bytes);
    /// Ends the text and returns the runs.
    Runs finish();

private:
    class Reader;
    std::unique_ptr<Reader> m_reader;
};

/// Reads a *_memory_analysis_*.json that tt-train's run_models.py writes: one flat object with the memory of a run.
/// Absent: the text is no JSON, or it lacks the keys of the time, the total and the model. A value that cannot be used
/// is a warning of the run, and counts as not known. Messages name the file `name`.
std::optional<Run> readExport(std::string text, const std::string& name);

} // namespace tidemark::tt
