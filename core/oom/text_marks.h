#pragma once

#include "core/oom/report.h"

namespace tidemark::oom {

/// What a part of a message's text was read as.
enum class MarkKind { Code, Module, Amount };

struct TextMark {
    TextRange range;
    MarkKind kind = MarkKind::Amount;
};

/// Finds the amounts that were read of lines: each once, where it is first written in them. `begin`: of the lines in
/// the report's text, into whose `places` it adds theirs.
void markAmounts(std::string_view lines, std::size_t begin, std::vector<std::int64_t> read,
                 std::vector<TextRange>& places);

/// Where in its text the figures of a message stand that were read, its code and its module. Ascending, without
/// overlaps. Of a very long text only the first MiB is looked at.
std::vector<TextMark> marksOf(const Report& report);

/// The public page about an error code, "https://openxla.org/xla/errors/error_1000"; empty: there is none.
/// Source: the list of error codes of the OpenXLA project.
std::string errorPage(std::string_view code);

} // namespace tidemark::oom
