#pragma once

#include "app/cli/record/environment.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace tidemark::cli {

constexpr int kNotStarted = 127; // as shells have it
constexpr int kOfSignal = 128; // and its number

/// How a command ended.
struct Ending {
    int status = 0; // its own; kOfSignal + n if signal n ended it; kNotStarted
    std::string fault; // why it could not start; empty: it did
    std::string logFault; // why its output is not all in the log; empty: it is
};

/// Runs a command to its end, with the variables added to those of this process. What it writes goes on to where this
/// process writes, as soon as it comes, and to `log`, an open descriptor. It reads what this process would read, sees a
/// terminal where this process has one, and gets the signals that this process gets. Where nobody reads on, it is told
/// so as if it wrote there itself. Error: the system has no process or pipe left. REQUIRES: !command.empty(), no other
/// threads
Result<Ending> runRecorded(const std::vector<std::string>& command, const Environment& added, int log);

} // namespace tidemark::cli
