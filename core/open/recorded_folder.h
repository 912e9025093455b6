#pragma once

#include "core/oom/report.h"

#include <string>

namespace tidemark {

/// Returns whether `tidemark-cli record` made the folder: it has output.log, and command.txt that begins with the
/// recorded command.
bool isRecording(const std::string& folder);

/// The command that runs the program of a message again and keeps all its buffers. Empty if the message's form has
/// none, or if the log is from such a recording.
std::string commandToRecord(const oom::Report& report, const std::string& logPath);

} // namespace tidemark
