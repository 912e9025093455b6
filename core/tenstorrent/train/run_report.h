#pragma once

#include "core/report/table.h"
#include "core/tenstorrent/train/components.h"
#include "core/tenstorrent/train/train_log_reader.h"

#include <iosfwd>

namespace tidemark::tt {

/// What is asked about the runs of a log.
struct RunQuestion {
    Sizes sizes;
    bool usesActual = false; // of model and optimizer in the histogram, and in what is beyond them
};

/// A run with what is said of it: where it has no number of parameters, the first of the log that has one counts.
struct JudgedRun {
    const Run* run = nullptr;
    Components components;
    std::optional<std::int64_t> peak;
    std::optional<std::int64_t> headroom; // negative: it does not fit
    std::string name; // with its rank, where it has one
};
std::vector<JudgedRun> judge(const Runs& runs, const RunQuestion& question);

/// Text: what upstream's analyze_memory.py prints, with the same words and numbers. JSON: runs with phases, components
/// and checks. CSV: a row for each phase.
void writeReport(std::ostream& out, TableFormat format, const Runs& runs, const RunQuestion& question);

/// "tinyllama needs 3,378.78 MB more than the device has.": a line for each run that does not fit.
std::vector<std::string> misfits(const std::vector<JudgedRun>& runs);

} // namespace tidemark::tt
