#pragma once

#include "core/oom/report.h"

namespace tidemark::oom {

/// What a part of a message's text was read as.
enum class MarkKind { Code, Module, Amount };

struct TextMark {
    TextRange range;
    MarkKind kind = MarkKind::Amount;
};

/// Where in its text the figures of a message stand, its code and its module: every amount written there that is one of
/// those read. Ascending, without overlaps. Of a very long text only the first MiB is looked at.
std::vector<TextMark> marksOf(const Report& report);

/// The public page about an error code, "https://openxla.org/xla/errors/error_1000"; empty: there is none.
/// Source: the list of error codes of the OpenXLA project.
std::string errorPage(std::string_view code);

} // namespace tidemark::oom
