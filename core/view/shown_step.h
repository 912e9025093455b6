#pragma once

#include "core/view/view.h"

namespace tidemark {

/// The cell to show first: the first failed allocation of a recording, otherwise the peak.
inline StepId shownStep(const View& view)
{
    return view.failures.empty() ? view.peakStep : view.failures.front();
}

} // namespace tidemark
