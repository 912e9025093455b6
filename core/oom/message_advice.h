#pragma once

#include "core/advice/rule.h"
#include "core/oom/message_rows.h"

namespace tidemark::oom {

/// Returns how the program of a message can need less memory, the largest saving first, then all together. A message
/// lists only the largest buffers of one moment, so only these are considered.
std::vector<Finding> advise(const Message& message, const MessageRows& entries, const Rows& rows, const Room& room);

} // namespace tidemark::oom
