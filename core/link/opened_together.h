#pragma once

#include "core/view/document.h"
#include "core/view/view.h"

namespace tidemark {

/// The figures of a view with what other documents add that were opened together with it: withMessageLimit(),
/// withPlannedRun() and withRecordedFailure().
Figures withOpenedTogether(Figures figures, const View& view, const Documents& openedTogether);

} // namespace tidemark
