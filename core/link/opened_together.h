#pragma once

#include "core/view/document.h"
#include "core/view/view.h"

namespace tidemark {

/// The figures of a view with what other documents add that were opened together with it: withMessageLimit(),
/// withPlannedRun() and withRecordedFailure().
Figures withOpenedTogether(Figures figures, const View& view, const Documents& openedTogether);

/// The figures of a recorded memory, with the plan of the program that ran at its peak, if `openedTogether` has the
/// plan in the same file (an XSpace holds both). The compiler plans arguments, which are on the allocator's heap, and
/// temporaries, for which the allocator keeps a reserve (its "stack"). Figures: planned_program, heap_bytes,
/// planned_arguments_bytes, stack_bytes, planned_temporaries_bytes, and unplanned_bytes, which is the rest of the peak.
/// If allocators of the same kind have other peaks, `differing_peaks` says which. Other views are returned as they are.
/// Cost: decodes the plan.
Figures withPlannedRun(Figures figures, const View& view, const Documents& openedTogether);

} // namespace tidemark
