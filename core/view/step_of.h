#pragma once

#include "core/view/view.h"

namespace tidemark {

/// The step of a view with this number, counted from 0. Error of kind NotFound: there is none. `written` is the number
/// as the user gave it.
Result<StepId> stepOf(const View& view, std::uint64_t number, const std::string& written);

/// The cell to show first: the first failed allocation of a recording, otherwise the peak.
inline StepId shownStep(const View& view)
{
    return view.failures.empty() ? view.peakStep : view.failures.front();
}

} // namespace tidemark
