#pragma once

#include "core/oom/message.h"

#include <string>

namespace tidemark {

/// The command that runs the program of a message again and keeps all its buffers. Empty if the message's form has
/// none, or if the log is from such a recording.
std::string commandToRecord(const oom::Message& message, const std::string& logPath);

} // namespace tidemark
