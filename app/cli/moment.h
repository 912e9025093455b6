#pragma once

#include "core/view/view.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark::cli {

/// What --at says.
enum class At { Peak, All, Step };

struct Moment {
    At at = At::Peak;
    std::uint64_t step = 0;
    std::string text; // as it was said
};

/// Absent where it is neither a word nor a number.
std::optional<Moment> parseAt(const std::string& text);

/// The same of an option that wants one step. Error of kind NotFound: what it takes.
Result<Moment> parseOneStep(const std::string& said, const char* option = "--at");

/// The step of a view; that of its peak where none is said. Error of kind NotFound: it has no such step.
Result<StepId> stepOf(const Moment& moment, const View& view);

/// "Operation 9 (peak): ", as people count; empty where there is no axis.
std::string stepText(const View& view, StepId step);

} // namespace tidemark::cli
