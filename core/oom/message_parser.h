#pragma once

#include "core/oom/line_role.h"
#include "core/oom/message.h"

#include <span>
#include <string>

namespace tidemark::oom {

/// A line of a message.
struct MessageLine {
    std::uint64_t number = 0; // in the log
    std::string text;
    Role role = Role::Unknown;
};

struct Parsed {
    Message message; // without rank and checks
    std::size_t lines = 0; // number of the lines that belong to the message
};

/// Reads a message from lines. Lines from `accepted` on may belong to other text. Returns nullopt if no figure could be
/// read. REQUIRES: !lines.empty()
std::optional<Parsed> parseMessage(std::span<const MessageLine> lines, std::size_t accepted);

} // namespace tidemark::oom
