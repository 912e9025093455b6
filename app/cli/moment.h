#pragma once

#include "core/view/view.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark::cli {

/// The kinds of values of --at.
enum class At { Usual, Peak, End, All, Step };

struct Moment {
    At at = At::Usual;
    std::uint64_t step = 0;
    std::string text; // as the user gave it
};

/// Absent if the text is neither a known word nor a number.
std::optional<Moment> parseAt(const std::string& text);

/// Parses the value of an option that needs one step. Error of kind NotFound: the values that the option takes.
Result<Moment> parseOneStep(const std::string& value, const char* option = "--at");

/// The step of a view; shownStep() if none is given. Error of kind NotFound: the view has no such step.
Result<StepId> stepOf(const Moment& moment, const View& view);

/// "peak", "failed allocation"; empty for other steps.
std::string momentName(const View& view, StepId step);

/// "Operation 9 (peak): ", with the step number as the user sees it; empty if there is no axis.
std::string stepText(const View& view, StepId step);

} // namespace tidemark::cli
