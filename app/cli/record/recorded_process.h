#pragma once

#include "app/cli/record/environment.h"
#include "core/include/tidemark/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::cli {

constexpr int kNotStarted = 127; // the status that shells use
constexpr int kOfSignal = 128; // plus the number of the signal, as shells use it

/// How a command ended.
struct Ending {
    std::int64_t process = 0; // the number of the process
    int status = 0; // the status of the command; kOfSignal + n if signal n ended it; kNotStarted
    std::string fault; // why the command could not start; empty: it started
    std::string logFault; // why its output is not completely in the log; empty: it is complete
};

/// Runs a command to its end, with the variables added to those of this process. Its output goes immediately to the
/// output of this process and to `log`, an open descriptor. The command reads the input of this process, sees a
/// terminal where this process has one, and gets the signals that this process gets. If the reader of the output goes
/// away, the command notices it as if it wrote there directly. Error: the system has no process or pipe left. REQUIRES:
/// !command.empty(), no other threads
Result<Ending> runRecorded(const std::vector<std::string>& command, const Environment& added, int log);

} // namespace tidemark::cli
