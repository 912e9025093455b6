#pragma once

#include "core/oom/report.h"

#include <string>

namespace tidemark {

/// The command that runs the program of a message again and keeps all its buffers. Empty if the message's form has
/// none, or if the log is from such a recording.
std::string commandToRecord(const oom::Report& report, const std::string& logPath);

} // namespace tidemark
