#pragma once

#include "core/view/view.h"

namespace tidemark {

/// The step of a view with this number, counted from 0. Error of kind NotFound: there is none. `written` is the number
/// as the user gave it.
Result<StepId> stepOf(const View& view, std::uint64_t number, const std::string& written);

} // namespace tidemark
