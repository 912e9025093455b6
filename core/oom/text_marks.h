#pragma once

#include "core/oom/message.h"

namespace tidemark::oom {

/// The meaning of a marked part of a message's text.
enum class MarkKind { Code, Module, Amount };

struct TextMark {
    TextRange range;
    MarkKind kind = MarkKind::Amount;
};

/// Finds the amounts `read` in lines, each at its first place, and adds the places to `places`. `begin` is the position
/// of the lines in the message's text.
void markAmounts(std::string_view lines, std::size_t begin, std::vector<std::int64_t> read,
                 std::vector<TextRange>& places);

/// Returns the places of a message's amounts, code and module in its text, in ascending order and without overlaps.
/// Only the first MiB of the text is searched.
std::vector<TextMark> marksOf(const Message& message);

/// The public page about an error code, "https://openxla.org/xla/errors/error_1000". Empty if there is none. Source:
/// the list of error codes of the OpenXLA project.
std::string errorPage(std::string_view code);

} // namespace tidemark::oom
