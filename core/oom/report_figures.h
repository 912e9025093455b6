#pragma once

#include "core/oom/report.h"
#include "core/view/figures.h"

namespace tidemark::oom {

/// Returns the total that a program needs, otherwise the size of the request that failed. Nothing if the message states
/// neither.
std::optional<std::int64_t> askedBytes(const Report& report);

/// Returns what was in use when a program or buffer was requested: from the capacity table or the allocator's
/// statistics, otherwise the limit minus the free memory. Empty if the message states neither.
std::vector<Part> takenBefore(const Report& report);

/// Returns the parts of the need by the sums of the message: arguments, temporaries … On a GPU, donated arguments,
/// which XLA counts twice, are part of the outputs. Empty if the message has no such sums, or they do not add up.
std::vector<Part> partsOfPlan(const Report& report);

/// Returns the figures of a message. `listed` are its allocations by kind. If the message has the sums of the plan, the
/// sums are the parts. Otherwise the parts are the listed allocations and the rest of the need. The capacity is the
/// message's limit, unless a device is chosen.
Figures figuresOf(const Report& report, const std::vector<Part>& listed, const Device* chosen);

} // namespace tidemark::oom
