#pragma once

#include "core/report/table.h"
#include "core/tenstorrent/train/judged_run.h"
#include "core/tenstorrent/train/train_log_reader.h"

#include <iosfwd>

namespace tidemark::tt {

/// Writes the report. Text: the output of upstream's analyze_memory.py, with the same words and numbers. JSON: runs
/// with phases, components and checks. CSV: one row for each phase.
void writeReport(std::ostream& out, TableFormat format, const Runs& runs, const RunQuestion& question);

/// Returns one line for each run that does not fit: "tinyllama needs 3,378.78 MB more than the device has."
std::vector<std::string> misfits(const std::vector<JudgedRun>& runs);

} // namespace tidemark::tt
