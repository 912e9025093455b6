#pragma once

#include "core/view/choice.h"
#include "core/view/view.h"

namespace tidemark {

/// The figures of a view with what other documents add that were opened together with it: the limit of a
/// message, the plan of the program that ran at the peak of a recorded memory, and the state at a recorded failure.
Figures withOpenedTogether(Figures figures, const View& view, const Documents& openedTogether);
/// The same for the figures of a view and a device, which may be null, with the documents that the view is from.
Figures withOpenedTogether(const Viewed& viewed, const Device* chosen);

} // namespace tidemark
